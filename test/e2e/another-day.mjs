/** For `node --import`: the wall clock of this process is 400 days ahead. */
const AHEAD_MS = 400 * 86_400_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + AHEAD_MS);
    else super(...given);
  }

  static now() {
    return RealDate.now() + AHEAD_MS;
  }
};
