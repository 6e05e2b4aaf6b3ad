/** Every option of the command line, once: parser and help are made from this table. */

export interface OptionRow {
  readonly flags: string;
  readonly text: string;
  /** May be given several times. */
  readonly repeatable?: true;
}

/** Options that stand for settings; each has a key in the config file. */
export const SETTING_OPTIONS: readonly OptionRow[] = [
  { flags: '--config <file>', text: 'config file (default: lost200.config.{ts,mjs,js,json,yaml} here)' },
  { flags: '--exec <command>', text: 'start the receiver with this command; PORT tells it where to listen' },
  {
    flags: '--ready <path>',
    text: 'with --exec: ready when this path answers (default: when the port accepts)',
  },
  {
    flags: '--state <url>',
    text: "where an object's state can be read: http://…/objects/{objectId} (status at $.status)",
  },
  { flags: '--effects <url>', text: 'where effects can be read: http://…/effects?event={eventId}' },
  {
    flags: '--values <url>',
    text: "where an object's values can be read by name: http://…/objects/{objectId}",
  },
  {
    flags: '--db <url>',
    text: "the receiver's database, seen without queries: postgres://…, mysql://…, sqlite:file.db",
  },
  {
    flags: '--sink <name>',
    text: "with --exec: this variable of the receiver's gets a base URL of ours for its outgoing calls; NAME=/path too",
    repeatable: true,
  },
  {
    flags: '--secret <secret>',
    text: 'signing secret (better: LOST200_SECRET); several during a rotation',
    repeatable: true,
  },
  {
    flags: '--header <line>',
    text: "extra request header, 'Name: value'; ${NAME} is taken from the environment",
    repeatable: true,
  },
  { flags: '--profile <id>', text: 'provider to simulate (see `lost200 list profiles`)' },
  { flags: '--lifecycle <id>', text: 'what events mean (see `lost200 list lifecycles`)' },
  {
    flags: '--fixture <file>',
    text: "a body that your provider once sent, as JSON: it is sent with our ids in it; 'fact=file' where its type is not in it",
    repeatable: true,
  },
  { flags: '--seed <text>', text: 'seed of all plans (default: a fresh one, printed)' },
  { flags: '--seeds <n>', text: 'play n seeds: seed~1 … seed~n' },
  { flags: '--repeat <k>', text: 'play failures again k times (default 5)' },
  {
    flags: '--timeout <time>',
    text: "real time that the provider waits for an answer (default: the profile's)",
  },
  { flags: '--quiet-floor <time>', text: 'real pause before the virtual clock jumps (default 20ms)' },
  { flags: '--pace <pace>', text: "scale the provider's time instead of jumping: 1h=1s" },
  { flags: '--settle <time>', text: 'how long to wait for what is owed (default 30s)' },
  {
    flags: '--reporter <name>',
    text: 'extra report: name or name=path (see `lost200 list reporters`)',
    repeatable: true,
  },
  { flags: '--out <folder>', text: 'where runs and failures are kept (default .lost200)' },
  { flags: '--namespace <text>', text: 'what makes real ids; fresh in every run unless given' },
  {
    flags: '--allow-host <host>',
    text: 'attack this host although it is not on this machine or a private network',
    repeatable: true,
  },
  {
    flags: '--provider-api-port <port>',
    text: "fixed port of the provider's API, for receivers that lost200 does not start",
  },
  { flags: '--provider-api-token <token>', text: "fixed path token of the provider's API" },
  { flags: '--strict', text: 'a failed "should", or anything undecided, fails the run too' },
];

/** Options of the demo alone. */
export const DEMO_OPTIONS: readonly OptionRow[] = [
  { flags: '--replay <file>', text: 'play this plan again against the naive receiver, on a fresh database' },
];

/** Options of `check-observer` alone. */
export const CHECK_OPTIONS: readonly OptionRow[] = [
  { flags: '--command <command>', text: 'check this observer program, whatever the config says' },
  { flags: '--module <module>', text: 'check this observer module: ./observer.mjs, ./observer.mjs#name' },
  { flags: '--object <id>', text: 'an object that the receiver has' },
  { flags: '--event <id>', text: 'an event of that object', repeatable: true },
];

/** Options about what the program prints. */
export const OUTPUT_OPTIONS: readonly OptionRow[] = [
  { flags: '--json', text: 'print the RunReport on stdout and nothing else' },
  { flags: '--quiet', text: 'no progress' },
  { flags: '--no-color', text: 'no colour' },
];
