/**
 * One run, from start to report. The phases (DESIGN 4.4): start → arrange → calm check → storm → heal → settle → judge →
 * reproduce → cleanup. Whatever happens after the start, an interruption too, there is a report of what was done.
 */
import { setMaxListeners } from 'node:events';
import { startProviderApi, type ProviderApi } from '../../simulator/api/provider-api.ts';
import { isoInstant, wallClock } from '../../simulator/clock.ts';
import { freshSeed, freshToken } from '../../simulator/random.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import { raceGate } from '../../simulator/each-of.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import type { Plan } from '../../simulator/plan.ts';
import { createHttpTransport } from '../../simulator/transport/http.ts';
import { respectRateLimits } from '../../simulator/transport/rate-limit.ts';
import type { RunReport } from '../../reports/run-report.ts';
import { loadChecks } from '../checks/checks.ts';
import { profileFor } from '../config/resolve-profile.ts';
import type { Settings } from '../config/settings.ts';
import { Lost200Error } from '../errors.ts';
import { createObservers } from '../observers/index.ts';
import { startSink, type Sink } from '../observers/sink/sink.ts';
import { habitsOf, LogWatch } from '../observers/logs/log-watch.ts';
import { reasonOf } from '../reason.ts';
import { createRedactor, redactError, redactReport, type Redact } from '../redact.ts';
import { startReceiver } from '../receiver/index.ts';
import type { RunningReceiver } from '../receiver/receiver.ts';
import { CalmCheck } from './calm.ts';
import { createRunFiles, type RunFiles } from './files.ts';
import type { CapturedBody } from './fixtures.ts';
import { Lag } from './lag.ts';
import { concludeRun, type Course } from './conclude.ts';
import { lookAgain } from './look-again.ts';
import { unmetNeeds } from './needs.ts';
import { plansToPlay } from './plans.ts';
import { Play } from './play.ts';
import type { ProgressListener } from './progress.ts';
import type { Session } from './session.ts';
import { playAll } from './storm.ts';

export interface RunOptions {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
  /** Plays these instead of the catalogue's plans. */
  readonly plans?: readonly Plan[];
}

export interface RunResult {
  readonly report: RunReport;
  readonly files: RunFiles;
}

/** Rejects with a Lost200Error when the run could not even begin. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { settings, progress } = options;
  const redact = createRedactor(settings.secretValues);
  const profile = profileFor(settings, profiles);
  const seed = options.plans?.[0]?.seed ?? settings.seed ?? freshSeed();
  const { plans, bodies } = plansToPlay(settings, profile, seed, options.plans);
  const startedMs = wallClock.nowMs();
  const startedAt = isoInstant(startedMs);
  const runId = `${startedAt.replaceAll(/[:.]/g, '-').slice(0, 19)}-${freshToken(3)}`;
  const files = createRunFiles(settings.out, runId);
  progress({
    kind: 'run-started',
    runId,
    seed,
    url: redact(settings.url),
    plays: plans.length,
    folder: files.folder,
  });

  progress({ kind: 'phase', phase: 'start' });
  const course: Course = { runId, seed, startedAt, startedMs, plans, plays: [] };
  const api = await openProviderApi(settings, profile);
  const logs = settings.exec === undefined ? undefined : new LogWatch(settings.secrets, habitsOf(profile));
  let sink: Sink | undefined;
  try {
    sink = await openSink(settings, redact);
    const started = await startReceiver(settings, {
      providerApi: api.url,
      ...(sink === undefined ? {} : { sink: sink.env }),
      logPath: files.receiverLog,
      ...(logs === undefined ? {} : { reader: logs }),
      cwd: process.cwd(),
      env: process.env,
      signal: options.signal,
    });
    const capabilities = [...started.capabilities, ...(sink === undefined ? [] : ['sink'])];
    const receiver = { ...started, capabilities, tail: () => redact(started.tail()) };
    try {
      const report = await attackReceiver(options, {
        profile,
        bodies,
        sink,
        course,
        files,
        api,
        receiver,
        logs,
        redact,
      });
      return { report: redactReport(report, redact), files };
    } finally {
      progress({ kind: 'phase', phase: 'cleanup' });
      await receiver.stop();
    }
  } catch (error) {
    throw redactError(error, redact);
  } finally {
    await Promise.all([api.close(), sink?.close()]);
    files.discardIfEmpty();
  }
}

async function openProviderApi(
  { providerApi: { port, token }, secrets }: Settings,
  profile: Profile,
): Promise<ProviderApi> {
  const pages = profile.pages?.(secrets);
  try {
    return await startProviderApi({
      token: token ?? freshToken(),
      ...(port === undefined ? {} : { port }),
      ...(pages === undefined ? {} : { pages }),
    });
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      `The provider's API cannot listen on port ${port ?? 0}: ${reasonOf(error)}`,
      'Give --provider-api-port (providerApi.port) a free port, or leave it out where lost200 starts the receiver.',
      { cause: error },
    );
  }
}

/** Open before the receiver starts, which may call at once, and until after it has stopped. */
async function openSink({ sink }: Settings, redact: Redact): Promise<Sink | undefined> {
  if (sink === undefined) return undefined;
  return startSink(sink, { token: sink.token ?? freshToken(), redact, env: process.env });
}

/** Everything between the start of the receiver and its stop. */
async function attackReceiver(
  { settings, progress, signal: outer }: RunOptions,
  world: {
    readonly profile: Profile;
    readonly bodies: readonly CapturedBody[];
    readonly course: Course;
    readonly files: RunFiles;
    readonly api: ProviderApi;
    readonly sink: Sink | undefined;
    readonly receiver: RunningReceiver;
    readonly logs: LogWatch | undefined;
    readonly redact: Redact;
  },
): Promise<RunReport> {
  const { profile, bodies, course, files, api, sink, receiver, logs, redact } = world;
  const clock = wallClock;
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  // Many objects are waited for side by side.
  setMaxListeners(0, signal);
  const namespace = settings.namespace ?? freshToken(6);
  const checks = await loadChecks(settings.checks);
  const observers = await createObservers(settings.observe, {
    namespace,
    ...(sink === undefined ? {} : { sink: sink.observer }),
    signal: outer,
    ...(receiver.port === undefined ? {} : { port: receiver.port }),
  });
  const transport = respectRateLimits(createHttpTransport({ clock }), clock);
  void receiver.exited.then((detail) => {
    noteExit(course, detail);
    ended.abort();
  });
  signal.addEventListener('abort', () => void transport.close(), { once: true });
  let released: Promise<unknown> | undefined;
  const release = (): Promise<unknown> =>
    (released ??= Promise.all([transport.close(), ...observers.map((observer) => observer.close())]));
  try {
    const shared = { settings, profile, bodies, clock, receiver, transport, api, observers, checks, redact };
    const session: Session = {
      ...shared,
      ...(sink === undefined ? {} : { sink }),
      ...(logs === undefined ? {} : { logs }),
      namespace,
      claimedIds: new Set(),
      lag: new Lag(),
      racing: raceGate(),
      signal,
      progress,
    };
    try {
      await takeCourse(session, course);
    } catch (error) {
      // After Ctrl-C or the receiver's end it is no wonder that things fail: there is still a report.
      if (!signal.aborted) throw error;
    }
    return await concludeRun(session, course, files, { interrupted: outer.aborted, release });
  } finally {
    await release();
  }
}

function noteExit(course: Course, detail: string): void {
  course.exited = detail;
  for (const play of course.plays)
    if (!play.isOver) play.history.append({ actor: 'control', kind: 'receiver-exited', detail });
}

/** Arrange, calm check, storm, heal and settle; stops early when the receiver refuses the calm events or the signal aborts. */
async function takeCourse(session: Session, course: Course): Promise<void> {
  const { progress, settings, signal } = session;
  progress({ kind: 'phase', phase: 'arrange' });
  const calm = new CalmCheck(session);
  await calm.arrange();
  course.plays = course.plans.map((plan) => new Play(session, plan, `${plan.scenario.id}/${plan.seed}`));
  for (const play of course.plays) if (!signal.aborted) await play.arrange();
  progress({ kind: 'phase', phase: 'calm' });
  course.calm = await calm.check();
  await session.logs?.calmEnded();
  session.lag.saw(course.calm.latencyMs);
  if (!course.calm.taken || signal.aborted) return;
  progress({
    kind: 'estimate',
    seconds: estimateSeconds(course, settings.quietFloorMs, settings.concurrency),
  });
  const playable = course.plays.filter((play) => unmetNeeds(play.plan, session).length === 0);
  const hurtBy = await playAll(session, playable, {
    latencyMs: course.calm.latencyMs,
    settleTimeoutMs: settings.settleTimeoutMs,
    sights: course.calm.sights,
  });
  if (hurtBy !== undefined) course.hurtBy = hurtBy;
  course.calm = await lookAgain(session, course.calm);
}

/** Rough: a pause and a read for every virtual instant, plays side by side, and one settle at the end. */
function estimateSeconds(course: Course, quietFloorMs: number, concurrency: number): number {
  const latencyMs = course.calm?.latencyMs ?? 0;
  const instants = course.plans.reduce((sum, plan) => sum + Math.min(12, plan.deliveries.length), 0);
  return Math.ceil(
    (instants * (quietFloorMs + 10)) / concurrency / 1000 + Math.max(0.5, (4 * latencyMs) / 1000),
  );
}
