/** What there is, said by the program itself. */
import { expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { lost200 } from './lost200.ts';

const KINDS = ['scenarios', 'invariants', 'faults', 'hazards', 'profiles', 'lifecycles', 'reporters'];

it('lists everything, as text and as JSON, each thing with a sentence', async () => {
  const [text, machine] = await Promise.all([lost200(['list']), lost200(['list', '--json'])]);
  expect({ code: text.code, stderr: text.stderr }).toEqual({ code: 0, stderr: '' });
  expect({ code: machine.code, stderr: machine.stderr }).toEqual({ code: 0, stderr: '' });
  const listed = JSON.parse(machine.stdout) as Readonly<
    Record<string, readonly { id: string; text: string }[]>
  >;
  expect(Object.keys(listed)).toEqual(KINDS);
  expect(listed['scenarios']?.map((row) => row.id)).toEqual(catalogue.map((scenario) => scenario.id));
  for (const [kind, rows] of Object.entries(listed)) {
    expect(rows.length, kind).toBeGreaterThan(0);
    const part = text.stdout.split(/\n(?=\w)/).find((one) => one.startsWith(`${kind}\n`)) ?? '';
    for (const row of rows) {
      expect(row.text.length, row.id).toBeGreaterThan(10);
      const line = part.split('\n').find((one) => one.startsWith(`  ${row.id} `));
      expect(line, row.id).toContain(row.text);
    }
  }
});

it('lists one kind', async () => {
  const ended = await lost200(['list', 'invariants', '--json']);
  expect(ended.code).toBe(0);
  expect(Object.keys(JSON.parse(ended.stdout) as object)).toEqual(['invariants']);
});

it('helps', async () => {
  const [all, run, replay, version] = await Promise.all([
    lost200(['--help']),
    lost200(['run', '--help']),
    lost200(['help', 'replay']),
    lost200(['--version']),
  ]);
  for (const ended of [all, run, replay, version])
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of ['run', 'replay', 'demo', 'list'])
    expect(all.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  for (const option of ['--exec', '--state', '--effects', '--secret', '--seed', '--json', '--allow-host'])
    expect(run.stdout).toMatch(new RegExp(`^  ${option} `, 'm'));
  expect(replay.stdout).toMatch(/^Usage: lost200 replay/);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
