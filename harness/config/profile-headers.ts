/** Headers that a config adds to a provider's requests, takes away, or gives another name. */
import type { Dispatch, Profile } from '../../simulator/profiles/profile.ts';
import type { Parcel, Scheme } from '../../simulator/signing/scheme.ts';
import { headerOf } from './envelope.ts';

/** By name: a template, `{header.<name>}` for what would have gone out under another name, or `null`: not sent. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

const MOVED = /^\{header\.([^{}]+)\}$/;

/** The name whose value this one gets. */
export function movedFrom(template: string | null): string | undefined {
  return template === null ? undefined : MOVED.exec(template)?.[1];
}

/** What a header is called after the changes; `undefined` when it is not sent any more. */
export function nameAfter(changes: HeaderChanges, name: string): string | undefined {
  const moved = Object.keys(changes).find((one) => same(movedFrom(changes[one] ?? null) ?? '', name));
  if (moved !== undefined) return moved;
  const isGone = Object.entries(changes).some(([one, value]) => value === null && same(one, name));
  return isGone ? undefined : name;
}

/** Headers of the provider's own are changed before the request is signed, so that the signature covers them where it would. */
export function composeWith(changes: HeaderChanges, compose: Profile['compose']): Profile['compose'] {
  const own = Object.entries(changes).filter(
    (change): change is [string, string] => change[1] !== null && movedFrom(change[1]) === undefined,
  );
  if (own.length === 0) return compose;
  return (dispatch: Dispatch) => {
    const parcel = compose(dispatch);
    const kept = without(
      parcel.headers,
      own.map(([name]) => name),
    );
    const added = own.flatMap(([name, template]): [string, string][] => {
      const value = headerOf(template, dispatch);
      return value === undefined ? [] : [[name, value]];
    });
    return { ...parcel, headers: { ...kept, ...Object.fromEntries(added) } };
  };
}

/** What signing adds is renamed and taken away after it. */
export function signWith(changes: HeaderChanges, scheme: Scheme): Scheme {
  const moved = Object.entries(changes).flatMap(([name, template]): [string, string][] => {
    const from = movedFrom(template);
    return from === undefined ? [] : [[name, from]];
  });
  const gone = Object.keys(changes).filter((name) => changes[name] === null);
  if (moved.length + gone.length === 0) return scheme;
  const change = (parcel: Parcel): Parcel => {
    const values = moved.flatMap(([name, from]): [string, string][] => {
      const found = Object.entries(parcel.headers).find(([one]) => same(one, from));
      return found === undefined ? [] : [[name, found[1]]];
    });
    return { ...parcel, headers: { ...without(parcel.headers, gone), ...Object.fromEntries(values) } };
  };
  return {
    ...scheme,
    signatureHeaders: scheme.signatureHeaders.flatMap((name) => nameAfter(changes, name) ?? []),
    sign: (parcel, signing) => change(scheme.sign(parcel, signing)),
  };
}

function without(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.some((one) => same(one, name))),
  );
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
