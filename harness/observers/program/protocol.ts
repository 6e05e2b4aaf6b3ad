/** The words that pass between lost200 and an observer program: one JSON object per line (docs/observing.md has it in full). */
import { excerpt } from '../../http-call.ts';
import { shown } from '../answers.ts';
import type { Subject } from '../observer.ts';
import type { ObserverContext } from '../values.ts';

/** The version that this lost200 speaks. Programs that answer another one are refused. */
export const PROTOCOL = 1;
/** Bytes of one line, either way, without its end. */
export const LINE_MAX = 1_048_576;
/** Reads that are with the program at one time; others wait for their turn. */
export const IN_FLIGHT_MAX = 16;
/** How long a program may take to start and say hello: some are compiled first. */
export const HELLO_TIMEOUT_MS = 30_000;
/** How long one read may take, unless the config says otherwise. */
export const READ_TIMEOUT_MS = 5000;
/** How long a program may take to end after its standard input was closed. */
export const END_TIMEOUT_MS = 2000;

export type Sense = 'state' | 'effects' | 'values';

const SENSES: readonly unknown[] = ['state', 'effects', 'values'] satisfies readonly Sense[];

/** What a program said of itself. */
export interface Hello {
  readonly sees: readonly Sense[];
  readonly effectsBy: 'object' | 'event';
}

/** What is asked, without its number. `kind` is a text, so that the test kit can ask for what no version knows. */
export interface Question extends Subject {
  readonly kind: string;
}

export interface Answer {
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function helloLine({ namespace, port }: ObserverContext): string {
  return JSON.stringify({
    protocol: PROTOCOL,
    kind: 'hello',
    namespace,
    ...(port !== undefined && { port }),
  });
}

export function questionLine(id: number, { kind, ...subject }: Question): string {
  return JSON.stringify({ kind, id, ...subject });
}

export function questionOf(kind: string, subject: Subject, eventId?: string): Question {
  return { kind, ...subject, eventIds: eventId === undefined ? subject.eventIds : [eventId] };
}

/** One line of the program's as a JSON object. @throws Error whose message ends a sentence about the program */
export function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(
      `printed a line that is no JSON: ${excerpt(line)}. Standard output is for answers alone; print everything else to standard error`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new Error(`printed a line that is no JSON object: ${excerpt(line)}. Every line must be one`);
}

/** @throws Error whose message ends a sentence about the program */
export function helloOf(line: string): Hello {
  const fields = fieldsOf(line);
  const { protocol, sees, effectsBy = 'object' } = fields;
  if (typeof protocol !== 'number')
    throw new Error(
      `answered the hello line without its protocol: ${excerpt(line)}. The first line must be like {"protocol":${PROTOCOL},"sees":["state","effects"]}`,
    );
  if (protocol !== PROTOCOL) {
    const upgrade = protocol > PROTOCOL ? 'Install a newer lost200, or let' : 'Let';
    throw new Error(
      `speaks protocol ${protocol}, and this lost200 speaks ${PROTOCOL}. ${upgrade} the program speak ${PROTOCOL}`,
    );
  }
  const isSense = (sense: unknown): sense is Sense => SENSES.includes(sense);
  const senses: readonly unknown[] = Array.isArray(sees) ? sees : [];
  if (senses.length === 0 || !senses.every(isSense))
    throw new Error(
      `says that it sees ${shown(sees)}. "sees" must be a list of at least one of "state", "effects" and "values"`,
    );
  if (effectsBy !== 'object' && effectsBy !== 'event')
    throw new Error(
      `says that it counts effects by ${shown(effectsBy)}. "effectsBy" must be "object" or "event"`,
    );
  return { sees: senses, effectsBy };
}

/** @throws Error whose message ends a sentence about the program */
export function answerOf(line: string): Answer {
  const fields = fieldsOf(line);
  const { id } = fields;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { id, fields };
  throw new Error(
    `printed an answer whose "id" is ${shown(id)}: ${excerpt(line)}. Every answer must carry the "id" of its question, as a number`,
  );
}
