/** Plays what failed again, k times in fresh namespaces: a failure comes with how often it comes back. */
import type { Reproduction, Verdict } from '../../reports/run-report.ts';
import { invariantsOf } from '../invariants/of-run.ts';
import { judgePlay } from '../judging/judge.ts';
import type { CalmResult } from './calm.ts';
import { Play } from './play.ts';
import type { Session } from './session.ts';
import { playAll } from './storm.ts';

/** Failed plays that are played again in one run; the first of each scenario. */
const REPRODUCED_PLAYS_MAX = 16;

export interface FailedPlay {
  readonly play: Play;
  readonly verdicts: readonly Verdict[];
}

/** By play: how many of `of` repetitions failed one of the same cases with one of the same keys. */
export async function reproduceFailures(
  session: Session,
  failed: readonly FailedPlay[],
  calm: CalmResult,
  of: number,
): Promise<ReadonlyMap<Play, Omit<Reproduction, 'command'>>> {
  const first = new Map<string, FailedPlay>();
  for (const one of failed)
    if (!first.has(one.play.plan.scenario.id)) first.set(one.play.plan.scenario.id, one);
  const chosen = [...first.values()].slice(0, REPRODUCED_PLAYS_MAX);
  const repeats = chosen.flatMap((original) =>
    Array.from({ length: of }, (_, number) => ({
      original,
      play: new Play(
        session,
        original.play.plan,
        `${original.play.plan.scenario.id}/${original.play.plan.seed}/again-${number + 1}`,
      ),
    })),
  );
  for (const { play } of repeats) await play.arrange();
  const settleTimeoutMs = Math.min(session.settings.settleTimeoutMs, Math.max(3000, 6 * calm.latencyMs));
  await playAll(
    session,
    repeats.map((one) => one.play),
    { latencyMs: calm.latencyMs, settleTimeoutMs, sights: calm.sights },
  );
  const invariants = invariantsOf(session.settings);
  const reproduced = new Map<Play, Omit<Reproduction, 'command'>>();
  for (const original of chosen) {
    const again = repeats.filter((one) => one.original === original && one.play.begun);
    const same = again.filter((one) =>
      failsAlike(original.verdicts, judgePlay(one.play.record(), calm.sights, invariants)),
    );
    reproduced.set(original.play, { reproduced: same.length, of: again.length });
  }
  for (const { play } of repeats) await play.cleanup();
  return reproduced;
}

/** True when the gravest failure of the original is among the failures of the repetition, for the same reason. */
function failsAlike(original: readonly Verdict[], again: readonly Verdict[]): boolean {
  const keys = (verdicts: readonly Verdict[]): readonly string[] =>
    verdicts
      .filter((verdict) => verdict.outcome === 'fail')
      .flatMap((verdict) => verdict.violations.map((violation) => `${verdict.case} ${violation.key}`));
  const seen = new Set(keys(again));
  return keys(original).some((key) => seen.has(key));
}
