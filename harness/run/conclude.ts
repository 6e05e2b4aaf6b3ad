/** From histories to the report: judge every play, play failures again, write everything down. */
import type { Notice, RunReport, Sentence, Verdict } from '../../reports/run-report.ts';
import { REPORT_VERSION } from '../../reports/run-report.ts';
import type { Plan } from '../../simulator/plan.ts';
import { Lost200Error } from '../errors.ts';
import { invariantsOf } from '../invariants/of-run.ts';
import { judgePlay, unjudged } from '../judging/judge.ts';
import { say } from '../judging/say.ts';
import { version } from '../version.ts';
import { noticesOf, placed, scenarioReport, summarize, type JudgedPlay } from './assemble.ts';
import type { CalmResult } from './calm.ts';
import type { RunFiles } from './files.ts';
import { missingInWords, remedyFor, unmetNeeds } from './needs.ts';
import { judgeOutput } from './output-verdicts.ts';
import type { Play } from './play.ts';
import { reproduceFailures } from './reproduce.ts';
import { replayCommand } from './replay-command.ts';
import type { Session } from './session.ts';

/** What is known of a run while it goes on. */
export interface Course {
  readonly runId: string;
  readonly seed: string;
  readonly startedAt: string;
  readonly startedMs: number;
  readonly plans: readonly Plan[];
  plays: readonly Play[];
  calm?: CalmResult;
  exited?: string;
  /** Id of a scenario that the receiver did not get over; what is left was not played. */
  hurtBy?: string;
}

/** `release` closes every connection to the receiver. */
export async function concludeRun(
  session: Session,
  course: Course,
  files: RunFiles,
  how: { readonly interrupted: boolean; readonly release: () => Promise<unknown> },
): Promise<RunReport> {
  const { interrupted, release } = how;
  const { settings, progress, clock } = session;
  const afterthoughts: Notice[] = [];
  progress({ kind: 'phase', phase: 'judge' });
  let judged: readonly JudgedPlay[] = course.plays.map((play) => ({
    play,
    verdicts: verdictsOf(session, play, course, interrupted),
  }));
  const failed = judged.filter((one) => one.verdicts.some((verdict) => verdict.outcome === 'fail'));
  const isJudged = course.calm?.taken === true;
  if (isJudged)
    progress({
      kind: 'judged',
      failures: judged.reduce(
        (sum, one) => sum + one.verdicts.filter((verdict) => verdict.outcome === 'fail').length,
        0,
      ),
      cases: judged.reduce((sum, one) => sum + one.verdicts.length, 0),
    });
  if (failed.length > 0 && !session.signal.aborted && settings.repeat > 0 && course.calm !== undefined) {
    progress({ kind: 'phase', phase: 'reproduce' });
    const again = await playAgain(session, failed, course.calm, afterthoughts);
    judged = judged.map((one) => {
      const reproduction = again.get(one.play);
      return reproduction === undefined ? one : { ...one, reproduction };
    });
  }
  afterthoughts.push(...(await cleanUp(course)));
  judged = await judgeOutput(session, judged, course.calm, release);
  const scenarios = writeDown(session, course, files, judged);
  return summarize(
    {
      schemaVersion: REPORT_VERSION,
      tool: { name: 'lost200', version },
      run: {
        id: course.runId,
        seed: course.seed,
        seeds: new Set(course.plans.map((plan) => plan.seed)).size,
        namespace: session.namespace,
        profile: settings.profile,
        lifecycle: settings.lifecycle.id,
        startedAt: course.startedAt,
        wallMs: clock.nowMs() - course.startedMs,
        virtualMs: course.plays.reduce((sum, play) => sum + play.virtualMs, 0),
        attempts: scenarios.reduce((sum, scenario) => sum + scenario.attempts, 0),
        folder: files.folder,
      },
      receiver: { url: session.receiver.url, capabilities: capabilities(session, course) },
      notices: noticesOf([
        ...(course.calm?.notices ?? []),
        ...exitNotice(session, course),
        // What never came may have been about to come.
        ...(course.calm?.taken === true && !interrupted ? (session.sink?.notices() ?? []) : []),
        ...afterthoughts,
      ]),
      scenarios,
    },
    settings,
    { interrupted, calmTaken: course.calm?.taken === true },
  );
}

/** What was judged already is not lost over a hook that fails now. */
async function playAgain(
  session: Session,
  failed: readonly JudgedPlay[],
  calm: CalmResult,
  afterthoughts: Notice[],
): ReturnType<typeof reproduceFailures> {
  try {
    return await reproduceFailures(session, failed, calm, session.settings.repeat);
  } catch (error) {
    if (!(error instanceof Lost200Error)) throw error;
    if (!session.signal.aborted) {
      afterthoughts.push({
        level: 'warning',
        sentence: say('not-reproduced', 'failures were not played again: {detail}', {
          detail: error.message,
        }),
        remedy: say('not-reproduced-remedy', '{remedy}', { remedy: error.remedy }),
      });
    }
    return new Map();
  }
}

/** Plays whose objects may stay behind before it is clear that the hook does not work. */
const UNTIDY_PLAYS_MAX = 3;

async function cleanUp(course: Course): Promise<readonly Notice[]> {
  const failures: string[] = [];
  for (const play of [...(course.calm === undefined ? [] : [course.calm.play]), ...course.plays]) {
    const failure = await play.cleanup();
    if (failure !== undefined) failures.push(failure);
    if (failures.length >= UNTIDY_PLAYS_MAX) break;
  }
  return failures.slice(0, 1).map((detail) => ({
    level: 'warning',
    sentence: say('cleanup-failed', 'objects were left behind: {detail}', { detail }),
    remedy: say(
      'cleanup-remedy',
      'Remove them by hand, and let `cleanup` end well also for what is already gone.',
    ),
  }));
}

function writeDown(
  session: Session,
  course: Course,
  files: RunFiles,
  judged: readonly JudgedPlay[],
): RunReport['scenarios'] {
  const offsets: number[] = [];
  const histories = [...(course.calm === undefined ? [] : [course.calm.play]), ...course.plays];
  let from = 0;
  const entries = histories.flatMap((play) => {
    offsets.push(from);
    const placedEntries = placed(play.history.entries, from);
    from += play.history.entries.length;
    return placedEntries;
  });
  const historyPath = files.saveHistory(course.startedAt, entries);
  return judged.map((one) =>
    scenarioReport(one, files, { historyPath, from: offsets[histories.indexOf(one.play)] ?? 0 }, (planPath) =>
      replayCommand(planPath, session.settings),
    ),
  );
}

function verdictsOf(session: Session, play: Play, course: Course, interrupted: boolean): readonly Verdict[] {
  const invariants = invariantsOf(session.settings);
  const refuse = (because: Sentence, remedy?: Sentence): readonly Verdict[] =>
    unjudged(play.plan, invariants, 'unknown', because, remedy);
  const lacking = unmetNeeds(play.plan, session);
  if (lacking.length > 0) {
    const values = { needs: missingInWords(lacking) };
    const remedy = remedyFor(lacking);
    return unjudged(
      play.plan,
      invariants,
      'skipped',
      say('needs', 'something that this needs is not there: {needs}', values),
      remedy === undefined ? undefined : say('needs-remedy', remedy),
    );
  }
  if (course.calm?.taken === false) {
    const notice = course.calm.notices[0];
    return refuse(
      say('calm-failed', 'the calm check failed: the receiver did not take a clean event'),
      notice?.remedy,
    );
  }
  if (course.calm === undefined || !play.begun) {
    if (course.exited !== undefined)
      return refuse(say('receiver-exited', 'the receiver ended in the middle of the run'));
    if (course.hurtBy !== undefined && !interrupted) {
      const values = { scenario: course.hurtBy };
      return refuse(
        say('receiver-hurt', 'not played: the receiver had not got over what {scenario} sent it', values),
        say('receiver-hurt-remedy', 'Mend {scenario} first; alone it is played with its id.', values),
      );
    }
    return refuse(
      say(
        'not-played',
        interrupted ? 'the run was interrupted before this was played' : 'this was not played',
      ),
    );
  }
  return judgePlay(play.record(), course.calm.sights, invariants);
}

function exitNotice(session: Session, course: Course): readonly Notice[] {
  if (course.exited === undefined) return [];
  return [
    {
      level: 'error',
      sentence: say('receiver-exited', 'the receiver ended by itself: {detail}. Its last words: {tail}', {
        detail: course.exited,
        tail: session.receiver.tail().slice(-600) || '(none)',
      }),
      remedy: say('receiver-log', "Its whole output is in receiver.log in the run's folder."),
    },
  ];
}

function capabilities(session: Session, course: Course): readonly string[] {
  const sights = course.calm?.sights ?? [];
  const kinds = sights.flatMap((sight) =>
    Object.entries(sight.effects).flatMap(([kind, clarity]) => (clarity.clear ? [`effects:${kind}`] : [])),
  );
  return [
    ...new Set([
      ...(sights.some((sight) => sight.state.clear) ? ['state'] : []),
      ...kinds,
      ...session.receiver.capabilities,
      'provider-api',
    ]),
  ];
}
