/** An observer program at work: a process group of its own that is asked on standard input and answers on standard output. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { wallClock } from '../../../simulator/clock.ts';
import type { CommandObserverSettings } from '../../config/settings.ts';
import { DeadlineError, withDeadline } from '../../deadline.ts';
import { reasonOf } from '../../reason.ts';
import { isGroupAlive, spawnGroup, stopGroup } from '../../receiver/process-group.ts';
import type { ObserverContext } from '../values.ts';
import { keepTail, readLines } from './lines.ts';
import {
  answerOf,
  END_TIMEOUT_MS,
  HELLO_TIMEOUT_MS,
  helloLine,
  helloOf,
  IN_FLIGHT_MAX,
  LINE_MAX,
  questionLine,
  type Hello,
  type Question,
} from './protocol.ts';

/** How long what a program printed before its end may take to arrive. */
const DRAIN_MS = 300;
const STOP_MS = 500;
/** A program that has not said anything for so many read timeouts, though it was asked, is taken for hung. */
const SILENT_TIMEOUTS = 3;
/** So many questions may be left without an answer in a run. */
const ABANDONED_MAX = 1000;

type Fields = Readonly<Record<string, unknown>>;

interface Pending {
  readonly resolve: (fields: Fields) => void;
  readonly reject: (error: Error) => void;
}

/** How a program ended after its standard input was closed. */
export interface ProgramEnd {
  /** By itself, in time: its exit code. `undefined`: it had to be ended. */
  readonly exitCode: number | undefined;
  readonly tookMs: number;
  /** Processes of its group were left, and ended by us. */
  readonly leftProcesses: boolean;
  /** What it did against the protocol until its end. */
  readonly broken: string | undefined;
}

export class ObserverProgram {
  readonly #settings: CommandObserverSettings;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #tail: () => string;
  readonly #pending = new Map<number, Pending>();
  /** Questions that nobody waits for any more; their answers may still come. */
  readonly #abandoned = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  readonly #exited: Promise<string>;
  #hello: { readonly resolve: (hello: Hello) => void; readonly reject: (error: Error) => void } | undefined;
  #inFlight = 0;
  #lastId = 0;
  #exitCode: number | undefined;
  #hasExited = false;
  #isClosing = false;
  #broken: Error | undefined;
  /** When the program was first asked after it had last said something. */
  #askedMs: number | undefined;
  #closed: Promise<ProgramEnd> | undefined;

  constructor(settings: CommandObserverSettings) {
    this.#settings = settings;
    this.#child = spawnGroup(settings.command, { cwd: '.', env: { ...process.env, ...settings.env } });
    const { stdin, stdout, stderr } = this.#child;
    this.#tail = keepTail(stderr);
    const tooLong = (): void =>
      this.#break(
        `printed a line of more than ${LINE_MAX} bytes. Answer with less, one JSON object per line`,
      );
    readLines(stdout, (line) => this.#take(line), tooLong);
    stdin.on('error', () => {
      void this.#breakSoon('does not read its standard input any more. It must read until the input ends');
    });
    stdout.once('close', () => {
      void this.#breakSoon('closed its standard output. It must answer until its input ends');
    });
    this.#exited = this.#watchExit();
  }

  /** The process group that it leads, with all that it started. */
  get group(): number | undefined {
    return this.#child.pid;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** Sends the hello line. Rejects with a sentence when the program does not answer as it should. */
  async hello(context: ObserverContext): Promise<Hello> {
    const { signal } = context;
    try {
      return await withDeadline(HELLO_TIMEOUT_MS, signal, (until) => {
        const answered = new Promise<Hello>((resolve, reject) => {
          this.#hello = { resolve, reject };
          if (this.#broken !== undefined) reject(this.#broken);
          until.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
        });
        this.#write(helloLine(context));
        return answered;
      });
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      const detail = `did not answer the hello line within ${error.timeoutMs} ms. It must print one line at once, and flush it (in Python: print(line, flush=True))`;
      throw this.#sentence(detail);
    }
  }

  /**
   * Asks, and resolves with the answer's fields. Waits for its turn when many reads are with the program; after that one read
   * takes no longer than the settings allow.
   */
  async ask(question: Question, outer: AbortSignal): Promise<Fields> {
    await this.#turn(outer);
    try {
      outer.throwIfAborted();
      if (this.#broken !== undefined) throw this.#broken;
      const { timeoutMs } = this.#settings;
      return await withDeadline(timeoutMs, outer, (signal) => this.#exchange(question, signal));
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      this.#noteSilence();
      throw this.#sentence(
        `gave no answer to the question for ${question.kind} of object ${question.objectId} within ${error.timeoutMs} ms. It must flush every line; observe.command.timeout gives it longer`,
      );
    } finally {
      this.#inFlight -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Closes standard input and waits for the end; whatever is left of the group is ended. */
  close(): Promise<ProgramEnd> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  /** A sentence about the program, with the last of its standard error. */
  #sentence(what: string): Error {
    const tail = this.#tail();
    const printed = tail === '' ? '' : ` Its standard error ends with:\n${tail}`;
    return new Error(`The observer "${this.#settings.command}" ${what}.${printed}`);
  }

  async #turn(outer: AbortSignal): Promise<void> {
    outer.throwIfAborted();
    if (this.#inFlight >= IN_FLIGHT_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inFlight += 1;
  }

  #exchange(question: Question, signal: AbortSignal): Promise<Fields> {
    this.#lastId += 1;
    const id = this.#lastId;
    const line = questionLine(id, question);
    if (Buffer.byteLength(line) > LINE_MAX)
      return Promise.reject(
        new Error(`The question about object ${question.objectId} is too long to be asked.`),
      );
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      signal.addEventListener('abort', () => this.#abandon(id, reject), { once: true });
      this.#askedMs ??= wallClock.tickMs();
      this.#write(line);
    });
  }

  #abandon(id: number, reject: (error: Error) => void): void {
    if (!this.#pending.delete(id)) return;
    this.#abandoned.add(id);
    reject(new Error('interrupted'));
    if (this.#abandoned.size > ABANDONED_MAX) this.#break(`left ${ABANDONED_MAX} questions unanswered`);
  }

  #write(line: string): void {
    if (this.#broken === undefined && !this.#isClosing) this.#child.stdin.write(`${line}\n`);
  }

  /** Whether to go on reading. */
  #take(line: string): boolean {
    this.#askedMs = undefined;
    try {
      if (this.#hello !== undefined) {
        this.#hello.resolve(helloOf(line));
        this.#hello = undefined;
      } else this.#settle(line);
    } catch (error) {
      this.#break(reasonOf(error));
    }
    return this.#broken === undefined;
  }

  #settle(line: string): void {
    const { id, fields } = answerOf(line);
    const pending = this.#pending.get(id);
    if (pending !== undefined) {
      this.#pending.delete(id);
      pending.resolve(fields);
      return;
    }
    if (this.#abandoned.delete(id)) return;
    const isOld = id >= 1 && id <= this.#lastId;
    throw new Error(
      isOld
        ? `answered question ${id} twice. Every question gets exactly one answer`
        : `answered question ${id}, which was never asked. Every answer carries the "id" of its question`,
    );
  }

  #noteSilence(): void {
    const nowMs = wallClock.tickMs();
    const silentMs = nowMs - (this.#askedMs ?? nowMs);
    // A timer may fire up to a millisecond before its time.
    if (silentMs < SILENT_TIMEOUTS * (this.#settings.timeoutMs - 1)) return;
    this.#break(`has not answered anything for ${Math.round(silentMs)} ms, and is not asked any more`);
  }

  /** From now on every read fails with this. */
  #break(what: string): void {
    if (this.#broken !== undefined) return;
    const error = this.#sentence(what);
    this.#broken = error;
    this.#hello?.reject(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** A pipe that breaks is mostly the first sign of the program's end, and the end says more. */
  async #breakSoon(what: string): Promise<void> {
    if (this.#isGone()) return;
    await wallClock.sleep(DRAIN_MS);
    if (!this.#isGone()) this.#break(what);
  }

  #isGone(): boolean {
    return this.#hasExited || this.#isClosing;
  }

  async #watchExit(): Promise<string> {
    const child = this.#child;
    const drained = Promise.all(
      [child.stdout, child.stderr].map(
        (stream) => new Promise<void>((resolve) => stream.once('close', resolve)),
      ),
    );
    const how = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      child.once('exit', (code, by) => {
        this.#exitCode = code ?? undefined;
        resolve(by === null ? `ended with exit code ${code ?? 'unknown'}` : `was ended by ${by}`);
      });
    });
    this.#hasExited = true;
    await Promise.race([drained, wallClock.sleep(DRAIN_MS)]);
    const when = this.#hello === undefined ? 'in the middle of the run' : 'before it answered the hello line';
    if (!this.#isClosing)
      this.#break(`${how} ${when}. It must answer until its input ends; run the command by hand to see why`);
    return how;
  }

  async #end(): Promise<ProgramEnd> {
    this.#isClosing = true;
    const startedMs = wallClock.tickMs();
    const { pid, stdin, stdout, stderr } = this.#child;
    stdin.end();
    const cut = new AbortController();
    await Promise.race([this.#exited, wallClock.sleep(END_TIMEOUT_MS, cut.signal)]);
    cut.abort();
    const byItself = this.#hasExited ? this.#exitCode : undefined;
    const tookMs = Math.round(wallClock.tickMs() - startedMs);
    const leftProcesses = this.#hasExited && pid !== undefined && isGroupAlive(pid);
    if (pid !== undefined) await stopGroup(pid, this.#hasExited ? 0 : STOP_MS);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    const open = this.#broken;
    this.#break('was closed while it was asked');
    return { exitCode: byItself, tookMs, leftProcesses, broken: open?.message };
  }
}
