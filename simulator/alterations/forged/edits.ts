/** What forgers do to a request by hand. Pure. */
import type { Dispatch } from '../../profiles/profile.ts';
import type { Parcel } from '../../signing/scheme.ts';

/** The value of a header, whatever the case of its name. */
export function headerOf({ headers }: Parcel, name: string): string | undefined {
  return Object.entries(headers).find(([one]) => isSame(one, name))?.[1];
}

/** The request with other values for those of the named headers that it has; `undefined` takes the header out. */
export function changeHeaders(
  parcel: Parcel,
  names: readonly string[],
  change: (value: string) => string | undefined,
): Parcel {
  const entries = Object.entries(parcel.headers).flatMap(([name, value]): [string, string][] => {
    const changed = names.some((one) => isSame(one, name)) ? change(value) : value;
    return changed === undefined ? [] : [[name, changed]];
  });
  return { ...parcel, headers: Object.fromEntries(entries) };
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Another text of the same form: each of its last eight letters and digits is the next one of its kind. */
export function anotherLike(text: string): string {
  let left = 8;
  const changed = Array.from(text)
    .reverse()
    .map((character) => {
      const kind = KINDS.find((one) => one.includes(character));
      if (kind === undefined || left === 0) return character;
      left -= 1;
      return kind.charAt((kind.indexOf(character) + 1) % kind.length);
    });
  return changed.reverse().join('');
}

/** Letters beyond `f` apart, so that hexadecimal stays hexadecimal. */
const KINDS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'] as const;

const SUM = /("(?:\w*amount|total|price|value|quantity)\w*"\s*:\s*"?-?)(\d+)/i;
const NUMBER = /("[^"\\]*"\s*:\s*-?)(\d+)(?=[\s,\]}])/;
const FORM_NUMBER = /((?:^|&)(?!\w*(?:Sid|Id)=)[^=&]*=[^&]*?)(\d+)(?=&|$)/;

/**
 * The body with another number in it, of the same length: a sum of money where there is one. Where there is no number at
 * all, with one field more.
 */
export function changeNumber(parcel: Parcel, isForm: boolean): Parcel {
  const text = Buffer.from(parcel.body).toString('latin1');
  const place = isForm ? [FORM_NUMBER] : [SUM, NUMBER];
  const found = place.find((pattern) => pattern.test(text));
  if (found === undefined) return addField(parcel, isForm);
  const changed = text.replace(found, (_, before: string, digits: string) => {
    const last = (Number(digits.at(-1)) + 1) % 10;
    return `${before}${digits.slice(0, -1)}${last}`;
  });
  return { ...parcel, body: Buffer.from(changed, 'latin1') };
}

/** The body with one field more, the last of its outermost object; still valid JSON, or a valid form. */
export function addField(parcel: Parcel, isForm: boolean): Parcel {
  const text = Buffer.from(parcel.body).toString('latin1');
  const end = text.lastIndexOf('}');
  const changed =
    isForm || end < 0
      ? `${text}&Lost200=1`
      : `${text.slice(0, end)}${/\{\s*$/.test(text.slice(0, end)) ? '' : ','}"lost200":1${text.slice(end)}`;
  return { ...parcel, body: Buffer.from(changed, 'latin1') };
}

/** The request as it would have been put together at another time: some providers write the time into the body. */
export function at(dispatch: Dispatch, atMs: number): Dispatch {
  return { ...dispatch, atMs, firstAtMs: atMs };
}
