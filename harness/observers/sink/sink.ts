/**
 * The effects sink: servers of ours that the receiver's outgoing calls go to, so that they are counted as effects. An HTTP server
 * that stands for whatever base URL the receiver calls, a mail server, and a forward proxy.
 */
import { behindToken, startLoopbackServer } from '../../../simulator/api/loopback-server.ts';
import type { Notice } from '../../../reports/run-report.ts';
import type { SinkSettings } from '../../config/settings.ts';
import { Lost200Error } from '../../errors.ts';
import { reasonOf } from '../../reason.ts';
import type { Observer } from '../observer.ts';
import { createAnswers } from './answers.ts';
import { CallBook, type CallListener } from './call-book.ts';
import { doubtfulCalls } from './doubts.ts';
import { BODY_LIMIT, takeCall, tooLarge, type Desk } from './http.ts';
import { sinkNotices } from './notices.ts';
import { startProxy } from './proxy.ts';
import { startMailServer } from './smtp.ts';

export interface Sink {
  /** `http://127.0.0.1:<port>/<token>` */
  readonly url: string;
  /** Variables that lead the receiver here. */
  readonly env: Readonly<Record<string, string>>;
  readonly observer: Observer;
  /** From now on, calls that name these ids are calls about the object; the listener says what is to go wrong with them. */
  serve(objectId: string, eventIds: readonly string[], listener: CallListener): void;
  /** What came that nobody could make use of, for people. */
  notices(): readonly Notice[];
  close(): Promise<void>;
}

export interface SinkContext {
  readonly token: string;
  readonly redact: (text: string) => string;
  /** Our own environment: what the receiver would inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Door {
  readonly env: Readonly<Record<string, string>>;
  /** Hosts that a tunnel was asked for in vain, and how often. */
  readonly refusedHosts?: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** @throws Lost200Error LOST200_E_USAGE when a port is taken; none is left open then */
export async function startSink(settings: SinkSettings, context: SinkContext): Promise<Sink> {
  const book = new CallBook();
  const answers = createAnswers(settings.routes);
  const desk: Desk = {
    book,
    answers,
    keyNames: settings.keys,
    ignore: settings.ignore,
    redact: context.redact,
  };
  const doors: Door[] = [];
  try {
    const http = await open('sink.port', settings.port, () => startHttp(settings, desk, context.token));
    doors.push(http);
    const { smtp, proxy } = settings;
    if (smtp !== undefined)
      doors.push(await open('sink.smtp.port', smtp.port, () => startMailServer(smtp, desk)));
    if (proxy !== undefined) {
      const { token, env } = context;
      doors.push(await open('sink.proxy.port', proxy.port, () => startProxy(proxy, desk, { token, env })));
    }
    return {
      url: http.url,
      env: Object.assign({}, ...doors.map((door) => door.env)) as Readonly<Record<string, string>>,
      observer: observerOf(book, settings.judge),
      serve: (objectId, eventIds, listener) => book.serve(objectId, eventIds, listener),
      notices: () =>
        sinkNotices(settings, book.counts, new Map(doors.flatMap((door) => [...(door.refusedHosts ?? [])]))),
      close: () => closeAll(doors),
    };
  } catch (error) {
    await closeAll(doors);
    throw error;
  }
}

/** The sink sees effects only: what the receiver's state is stays with the receiver. */
function observerOf(book: CallBook, judge: readonly string[]): Observer {
  return {
    name: 'sink',
    speaks: 'receiver',
    readsEffectsBy: 'object',
    batches: true,
    readEffects: async (subject) => book.effects(subject.objectId),
    learn: (samples) => doubtfulCalls(samples, judge),
    // The servers outlive the observers: the receiver must be able to call until it has ended.
    close: () => Promise.resolve(),
  };
}

async function startHttp(
  settings: SinkSettings,
  desk: Desk,
  token: string,
): Promise<Door & { readonly url: string }> {
  const server = await startLoopbackServer({
    ...(settings.port === undefined ? {} : { port: settings.port }),
    bodyLimit: BODY_LIMIT,
    admit: behindToken(token),
    answer: (call) => takeCall(desk, call),
    tooLarge: (url) => desk.book.spoil(tooLarge(`A call to ${url}`)),
  });
  const url = `http://127.0.0.1:${server.port}/${token}`;
  return {
    url,
    env: Object.fromEntries(settings.env.map(({ name, path }) => [name, `${url}${path}`])),
    close: () => server.close(),
  };
}

async function open<T>(key: string, port: number | undefined, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      `The sink cannot listen on port ${port ?? 0}: ${reasonOf(error)}`,
      `Give ${key} a free port, or leave it out where lost200 starts the receiver.`,
      { cause: error },
    );
  }
}

async function closeAll(doors: readonly Door[]): Promise<void> {
  await Promise.all(doors.map((door) => door.close()));
}
