/** Captured bodies: read once, given to every event of their kind, and kept in the plans from then on. */
import { readFileSync } from 'node:fs';
import { JSONPath } from 'jsonpath-plus';
import { capturedPlace, type CapturedName } from '../../simulator/captured.ts';
import type { Json } from '../../simulator/json.ts';
import { factRule, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { fillIdShape } from '../../simulator/random.ts';
import { typesOf } from '../config/resolve-fixtures.ts';
import type { FixtureSettings, Settings } from '../config/settings.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { didYouMean } from '../suggest.ts';
import { exactJson } from './exact-json.ts';
import { placesIn } from './fixture-places.ts';

/** The body of every event of one type that announces one fact. */
export interface CapturedBody {
  readonly fact: string;
  readonly type: string;
  readonly body: Json;
}

type Asked = Pick<Settings, 'fixtures' | 'lifecycle' | 'ids'>;

/**
 * Reads the files of the settings.
 * @throws Lost200Error LOST200_E_CONFIG naming the file, and the path that does not fit it
 */
export function readFixtures(settings: Asked, profile: Profile): readonly CapturedBody[] {
  return (settings.fixtures ?? []).flatMap((fixture) => bodiesFrom(fixture, settings, profile));
}

/** Those that plans brought along. */
export function bodiesOf(plans: readonly Plan[]): readonly CapturedBody[] {
  const found = plans.flatMap((plan) =>
    plan.events.flatMap(({ fact, type, body }) => (body === undefined ? [] : [{ fact, type, body }])),
  );
  return [...new Map(found.map((one) => [`${one.fact} ${one.type}`, one])).values()];
}

export function withBodies(plan: Plan, bodies: readonly CapturedBody[]): Plan {
  if (bodies.length === 0) return plan;
  const events = plan.events.map((event) => {
    const own = bodies.find((one) => one.fact === event.fact && one.type === event.type);
    return own === undefined ? event : { ...event, body: own.body };
  });
  return { ...plan, events };
}

function bodiesFrom(fixture: FixtureSettings, settings: Asked, profile: Profile): readonly CapturedBody[] {
  const { lifecycle } = settings;
  const captured = readJson(fixture);
  return kindsOf(fixture, captured, lifecycle, profile).map(({ fact, type }) => ({
    fact,
    type,
    body: withOurs(fixture, captured, settings, profile, fact),
  }));
}

function readJson({ name, path }: FixtureSettings): Json {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw wrong(`The fixture ${name} cannot be read: ${reasonOf(error)}`, 'Give the path of a JSON file.');
  }
  try {
    return exactJson(text);
  } catch (error) {
    throw wrong(
      `The fixture ${name} cannot be used: ${reasonOf(error)}`,
      'Give the body as it was captured, as JSON.',
    );
  }
}

/** The facts and types that it is the body of. */
function kindsOf(
  { name, fact, type }: FixtureSettings,
  captured: Json,
  lifecycle: Lifecycle,
  profile: Profile,
): readonly { readonly fact: string; readonly type: string }[] {
  if (fact !== undefined) return [{ fact, type: type ?? factRule(lifecycle, fact).type }];
  const types = typesOf(lifecycle);
  const standing = types.filter((one) => textsIn(captured).includes(one));
  const meant = type ?? (standing.length === 1 ? standing[0] : undefined);
  if (meant === undefined)
    throw wrong(
      `The fixture ${name} does not say which event it is: ${standing.length === 0 ? 'no' : 'more than one'} type of the lifecycle ${lifecycle.id} stands in it (${profile.id}).`,
      `Name its fact: { file: ${name}, fact: … }, or --fixture fact=${name}. ${didYouMean('', Object.keys(lifecycle.facts))}`,
    );
  return Object.entries(lifecycle.facts)
    .filter(([, rule]) => rule.type === meant || (rule.alsoAs ?? []).includes(meant))
    .map(([one]) => ({ fact: one, type: meant }));
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function withOurs(
  fixture: FixtureSettings,
  captured: Json,
  { lifecycle, ids }: Asked,
  profile: Profile,
  fact: string,
): Json {
  const body = structuredClone(captured);
  const own = placesIn(profile, lifecycle, fact);
  const put = (
    what: 'id' | 'object' | 'status' | 'time',
    valueFor: (old: Json, path: string) => Json,
    isNeeded: boolean,
  ): void => {
    const given = fixture[what];
    for (const path of given ?? own[what])
      replace(fixture, body, path, valueFor, given !== undefined || isNeeded);
  };
  put('id', idPlace('id', ids.event ?? profile.eventIdShape, fixture), true);
  put('object', idPlace('objectId', ids.object, fixture), true);
  put('status', () => factRule(lifecycle, fact).state, false);
  put('time', (old, path) => timePlace(fixture, old, path), false);
  return body;
}

/** Where the captured id is a number, ours must be one. */
function idPlace(
  name: CapturedName,
  shape: string,
  fixture: FixtureSettings,
): (old: Json, path: string) => Json {
  return (old, path) => {
    if (typeof old !== 'number') return capturedPlace(name);
    if (/^[1-9]\d{0,14}$/.test(fillIdShape(shape, '', ''))) return capturedPlace(name, true);
    const key = name === 'id' ? 'event' : 'object';
    throw wrong(
      `The fixture ${fixture.name} has a number at ${path}, and our ids are of the shape "${shape}".`,
      `Set ids.${key} to a shape of digits: ids: { ${key}: "{int:12}" }.`,
    );
  };
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const MILLISECONDS_FROM = 100_000_000_000;

/** In the form in which the captured one stands. */
function timePlace({ name }: FixtureSettings, old: Json, path: string): Json {
  const digits = typeof old === 'string' ? /^\d{10,13}$/.test(old) : typeof old === 'number';
  if (digits)
    return capturedPlace(
      Number(old) >= MILLISECONDS_FROM ? 'milliseconds' : 'seconds',
      typeof old === 'number',
    );
  const iso = typeof old === 'string' ? ISO.exec(old) : null;
  if (iso === null)
    throw wrong(
      `The fixture ${name} has no time at ${path}.`,
      'Name a place that holds seconds, milliseconds or ISO 8601.',
    );
  const [, fraction, zone = ''] = iso;
  const shown = zone === '' || zone === 'Z' ? zone : zone.includes(':') ? '+00:00' : '+0000';
  return capturedPlace(fraction === undefined ? 'second' : 'instant') + shown;
}

interface Found {
  readonly value: Json;
  readonly parent: Record<string, Json> | null;
  readonly parentProperty: string;
}

/** Puts a value in the one place that the path leads to. Scripts in paths are switched off. */
function replace(
  { name }: FixtureSettings,
  body: Json,
  path: string,
  valueFor: (old: Json, path: string) => Json,
  isNeeded: boolean,
): void {
  let found: readonly Found[];
  try {
    found = JSONPath({ path, json: body as object, resultType: 'all', eval: false, wrap: true });
  } catch (error) {
    throw wrong(
      `The JSONPath ${path} of the fixture ${name} cannot be followed: ${reasonOf(error)}`,
      'Correct the path; scripts and filters are switched off.',
    );
  }
  const [place, ...more] = found;
  if (place === undefined && !isNeeded) return;
  if (place === undefined || place.parent === null || more.length > 0)
    throw wrong(
      `The path ${path} leads to ${place === undefined ? 'nothing' : more.length > 0 ? `${found.length} places` : 'no value'} in the fixture ${name}.`,
      'Name one place for each: id, object, status and time of the fixture, or false for nowhere.',
    );
  place.parent[place.parentProperty] = valueFor(place.value, path);
}

function wrong(message: string, remedy: string): Lost200Error {
  return new Lost200Error('LOST200_E_CONFIG', message, remedy);
}
