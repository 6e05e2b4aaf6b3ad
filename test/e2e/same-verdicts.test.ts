/** One receiver, seen from six places: wherever two of them can see, every case comes out alike. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../systems/postgres.ts';
import { programOf } from './bundled-receiver.ts';
import { freshFolder, lost200, outcomesOf, reportOf } from './lost200.ts';

const SCENARIOS = ['acks/lost-200', 'duplicates/sequential', 'order/reversed'];
const EFFECTS = ['single-effect', 'no-loss'];
const STATES = ['no-regression', 'final-state'];
const LIMIT_MS = 240_000;
const database = await freshDatabase('e2e_everywhere');

const http = {
  state: 'http://127.0.0.1:{port}/objects/{objectId}',
  effects: 'http://127.0.0.1:{port}/effects?object={objectId}',
};
const places = (databaseUrl: string): Readonly<Record<string, object>> => ({
  http: { observe: { http } },
  sql: {
    observe: {
      sql: {
        database: databaseUrl,
        state: 'SELECT status FROM shop_objects WHERE id = {objectId}',
        effects: 'SELECT kind, event_id, object_id FROM shop_effects WHERE object_id = {objectId}',
      },
    },
  },
  tables: { observe: { tables: { database: databaseUrl } } },
  command: {
    observe: { command: { command: `"${process.execPath}" "${programOf('test/e2e/shop-observer.mjs')}"` } },
  },
  module: { observe: { module: { module: `${programOf('test/e2e/shop-observer.mjs')}#observer` } } },
  sink: { sink: { env: ['LEDGER_URL'] } },
});

describe.skipIf('missing' in database)('one receiver seen from everywhere', { timeout: LIMIT_MS }, () => {
  it.each([
    ['once', 'pass'],
    ['always', 'fail'],
  ] as const)('that works %s', async (work, outcome) => {
    const databaseUrl = 'url' in database ? database.url : '';
    const env = { DATABASE_URL: databaseUrl, WORK: work };
    const seen = new Map<string, Readonly<Record<string, string>>>();
    for (const [place, config] of Object.entries(places(databaseUrl))) {
      const cwd = freshFolder();
      const exec = {
        command: `exec "${process.execPath}" "${programOf('build/test/e2e/seen-everywhere.js')}"`,
      };
      writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ exec, ...config }));
      const options = ['--seed', 'everywhere', '--repeat', '0', '--settle', '2s', '--json'];
      const ended = await lost200(['run', ...SCENARIOS, ...options], { cwd, env });
      expect(ended.stderr, place).toBe('');
      seen.set(place, outcomesOf(reportOf(ended)));
    }
    const byHttp = seen.get('http') ?? {};
    expect(byHttp['duplicates/sequential#single-effect']).toBe(outcome);
    expect(byHttp['order/reversed#final-state']).toBe(outcome);
    for (const [place, outcomes] of seen) {
      const invariants = place === 'sink' ? EFFECTS : [...EFFECTS, ...STATES];
      const cases = SCENARIOS.flatMap((scenario) =>
        invariants.map((invariant) => `${scenario}#${invariant}`),
      );
      const pick = (of: Readonly<Record<string, string>>): object =>
        Object.fromEntries(cases.map((id) => [id, of[id]]));
      expect(pick(outcomes), place).toEqual(pick(byHttp));
    }
  });
});
