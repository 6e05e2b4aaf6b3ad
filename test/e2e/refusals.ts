/** What a user sees of an error: what happened, what to do, a code; as text and as one line of JSON. */
import { expect } from 'vitest';
import { lost200, type Place } from './lost200.ts';

export interface Refusal {
  readonly exit: number;
  readonly code: string;
  readonly says: RegExp;
  readonly remedy: RegExp;
}

/** Runs twice, without and with `--json`; returns everything that was printed, to look for what must not be in it. */
export async function expectRefusal(
  args: readonly string[],
  { exit, code, says, remedy }: Refusal,
  place: Place = {},
): Promise<string> {
  const [text, json] = await Promise.all([lost200(args, place), lost200([...args, '--json'], place)]);

  expect({ code: text.code, stdout: text.stdout }).toEqual({ code: exit, stdout: '' });
  const said = text.stderr.slice(text.stderr.indexOf('lost200: '));
  const match = /^lost200: ([\s\S]+?)\n {2}→ ([\s\S]+)\n {2}\((LOST200_E_\w+)\)\n$/.exec(said);
  expect(match, `not in the form of an error: ${text.stderr}`).not.toBeNull();
  const [, message = '', whatToDo = '', printedCode] = match ?? [];
  expect(message).toMatch(says);
  expect(whatToDo).toMatch(remedy);
  expect(printedCode).toBe(code);

  expect({ code: json.code, stdout: json.stdout }).toEqual({ code: exit, stdout: '' });
  expect(json.stderr.trimEnd().split('\n')).toHaveLength(1);
  const line = JSON.parse(json.stderr) as Readonly<Record<string, string>>;
  expect(Object.keys(line).sort()).toEqual(['code', 'message', 'remedy']);
  expect(line['code']).toBe(code);
  expect(line['message']).toMatch(says);
  expect(line['remedy']).toMatch(remedy);

  const everything = text.stderr + json.stderr;
  expect(everything).not.toMatch(/^\s+at .+:\d+:\d+/m);
  expect(everything).not.toMatch(/\bundefined\b|\[object |node_modules/);
  return everything;
}
