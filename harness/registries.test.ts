/** Whatever lies in a room is on the room's list: a file that nobody listed would never be played or judged. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { reporters } from '../reports/reporters.ts';
import { alteredScenarios } from '../scenarios/altered.ts';
import { catalogue } from '../scenarios/catalogue.ts';
import { handshakeScenarios } from '../scenarios/handshakes.ts';
import { faultKinds } from '../simulator/faults/index.ts';
import { handshakes } from '../simulator/handshakes/index.ts';
import { hazards } from '../simulator/hazards/index.ts';
import { lifecycles } from '../simulator/lifecycles/index.ts';
import { profiles } from '../simulator/profiles/index.ts';
import { retryPolicies } from '../simulator/retry-policy.ts';
import { invariants } from './invariants/index.ts';

const root = new URL('../', import.meta.url);

/** The room's files without those that only hold it together, as paths from the root, without `.ts`. */
function filesOf(room: string, others: readonly string[] = []): readonly string[] {
  return readdirSync(fileURLToPath(new URL(room, root)), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(fixtures|objects)\//.test(path),
    )
    .map((path) => path.replace(/\.ts$/, ''))
    .filter((path) => path !== 'index' && !others.includes(path));
}

async function exportsOf(room: string, path: string): Promise<readonly unknown[]> {
  const module = (await import(new URL(`${room}/${path}.ts`, root).href)) as Readonly<
    Record<string, unknown>
  >;
  return Object.values(module);
}

interface Room {
  readonly name: string;
  readonly room: string;
  readonly others?: readonly string[];
  readonly list: readonly Listed[];
}

interface Listed {
  readonly id: string;
  readonly thing: unknown;
}

function byId(things: readonly { readonly id: string }[]): readonly Listed[] {
  return things.map((thing) => ({ id: thing.id, thing }));
}

const kinds = Object.values(faultKinds);

/** Scenarios that come from lists of their own. */
const generated = [...alteredScenarios, ...handshakeScenarios];

const rooms: readonly Room[] = [
  {
    name: 'faults',
    room: 'simulator/faults',
    others: ['fault', 'fault-kind'],
    list: kinds.map((thing) => ({ id: thing.kind, thing })),
  },
  {
    name: 'hazards',
    room: 'simulator/hazards',
    others: ['hazard', 'pairs', 'calls', 'owners', 'arrived', 'one-request'],
    list: byId(hazards),
  },
  {
    name: 'profiles',
    room: 'simulator/profiles',
    others: ['profile', 'capabilities'],
    list: byId(profiles),
  },
  {
    name: 'lifecycles',
    room: 'simulator/lifecycles',
    others: ['lifecycle', 'value-rule'],
    list: byId(lifecycles),
  },
  {
    name: 'handshakes',
    room: 'simulator/handshakes',
    others: ['handshake', 'play'],
    list: byId(handshakes),
  },
  {
    name: 'scenarios',
    room: 'scenarios',
    others: ['catalogue', 'draft', 'draws', 'payload', 'scenario', 'altered', 'handshakes', 'batches/rounds'],
    list: byId(catalogue.filter((scenario) => !generated.includes(scenario))),
  },
  {
    name: 'invariants',
    room: 'harness/invariants',
    others: [
      'invariant',
      'counted-effects',
      'judged-values',
      'of-run',
      'output-views',
      'real-gaps',
      'user-check',
      'views',
    ],
    list: byId(invariants),
  },
];

describe.each(rooms)('$name', ({ room, others, list }) => {
  it('every file is on the list, under the id that its path is', async () => {
    const files = filesOf(room, others);
    expect([...files].sort()).toEqual(list.map((one) => one.id).sort());
    for (const path of files) {
      const own = list.find((one) => one.id === path);
      expect(await exportsOf(room, path), path).toContain(own?.thing);
    }
  });

  it('no id is there twice', () => {
    expect(new Set(list.map((one) => one.id)).size).toBe(list.length);
  });
});

describe('reporters', () => {
  it('every file that exports a reporter is on the list, under its name', async () => {
    const names = reporters.map((reporter) => reporter.name);
    expect(new Set(names).size).toBe(reporters.length);
    for (const path of filesOf('reports', ['reporters'])) {
      for (const thing of await exportsOf('reports', path)) {
        if (typeof thing !== 'object' || thing === null || !('render' in thing)) continue;
        expect(reporters, path).toContain(thing);
        expect(names).toContain(path.replace(/\/.*/, ''));
      }
    }
    for (const name of names)
      expect(filesOf('reports').map((path) => path.replace(/\/.*/, ''))).toContain(name);
  });
});

describe('what one list says of another', () => {
  it('fault kinds stand under their own names', () => {
    for (const [name, kind] of Object.entries(faultKinds)) expect(kind.kind).toBe(name);
  });

  it('hazards that scenarios name exist, and no hazard is named by none', () => {
    const named = new Set(catalogue.flatMap((scenario) => scenario.hazards));
    expect([...named].sort()).toEqual(hazards.map((hazard) => hazard.id).sort());
  });

  it('two retry policies have two ids', () => {
    const policies = [...new Set([...retryPolicies, ...profiles.map((profile) => profile.retryPolicy)])];
    expect(new Set(policies.map((policy) => policy.id)).size).toBe(policies.length);
  });

  it('everything has words for people', () => {
    for (const one of [...catalogue, ...hazards, ...invariants, ...lifecycles, ...profiles, ...kinds])
      expect(one.title).toMatch(/\S{2}/);
    for (const scenario of catalogue) expect(scenario.because).toMatch(/[.)]$/);
    for (const invariant of invariants) expect(invariant.mend).toMatch(/\.$/);
    for (const kind of kinds) expect(kind.summary).toMatch(/\.$/);
  });
});
