/** The final values of every object against what they may be, for the kinds of value that one invariant is about. */
import type { Violation } from '../../reports/run-report.ts';
import type { Json } from '../../simulator/json.ts';
import type { ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import type { Fact } from '../../simulator/model.ts';
import { knownFrom, type PlayRecord, type ValuesRead } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import { attemptEvidence } from '../judging/effects.ts';
import { say } from '../judging/say.ts';
import { NOT_LOOKED_AT, type Sight } from '../judging/sight.ts';
import { poisonedObjects } from '../judging/trust.ts';
import { allowedValues, isSameValue } from '../judging/values.ts';
import type { Finding } from './invariant.ts';
import { needsTimeBetweenFacts } from './real-gaps.ts';
import { clearViews, failedFinalRead, VALUES_VIEW } from './views.ts';

const SHOWN_MAX = 160;

/** Skipped where the lifecycle has no value of these kinds, or nobody looks at one; unknown where one that is shown was wrong in calm weather. */
export function judgeValues(
  record: PlayRecord,
  sights: readonly Sight[],
  kinds: readonly ValueRule['kind'][],
): Finding {
  const named = Object.entries(record.plan.lifecycle.values ?? {}).filter(([, rule]) =>
    kinds.includes(rule.kind),
  );
  if (named.length === 0) return { judged: [], violations: [], blind: noSuchValue(kinds) };
  const judged = new Set<string>();
  const violations: Violation[] = [];
  const blinds: NonNullable<Finding['blind']>[] = [];
  let undecided: Finding['undecided'];
  for (const [name, rule] of named) {
    const { observers, blind } = clearViews(
      sights,
      (sight) => sight.values?.[name] ?? NOT_LOOKED_AT,
      VALUES_VIEW,
    );
    if (blind !== undefined) blinds.push(blind);
    undecided ??= failedFinalRead(record, observers, 'values');
    for (const read of finalReads(record, observers)) {
      const one = judgeRead(record, read, name, rule);
      if (one.violation !== undefined) violations.push(one.violation);
      for (const fact of one.judged) judged.add(fact.id);
      undecided ??= one.undecided;
    }
  }
  const blind =
    blinds.find((one) => !one.missing) ?? (blinds.length === named.length ? blinds[0] : undefined);
  return {
    judged: [...judged],
    violations,
    ...(blind === undefined ? {} : { blind }),
    ...(undecided === undefined ? {} : { undecided }),
  };
}

function noSuchValue(kinds: readonly string[]): NonNullable<Finding['blind']> {
  const values = { kinds: kinds.join(', ') };
  return {
    missing: true,
    because: say('no-such-value', 'the lifecycle has no value of the kind {kinds}', values),
    remedy: say(
      'no-such-value-remedy',
      'Say in the lifecycle what is true of an object beside its state: `values`.',
    ),
  };
}

/** The last read of each object by each observer, but of those that an indigestible event was about. */
function finalReads(record: PlayRecord, observers: readonly string[]): readonly ValuesRead[] {
  const poisoned = poisonedObjects(record);
  const objects = record.plan.objects.filter((object) => !poisoned.has(object.id));
  return observers.flatMap((observer) =>
    objects.flatMap((object) => {
      const reads = record.valuesReads.filter(
        (read) => read.final && read.observer === observer && read.objectId === object.id,
      );
      return reads.slice(-1);
    }),
  );
}

function judgeRead(
  record: PlayRecord,
  read: ValuesRead,
  name: string,
  rule: ValueRule,
): {
  readonly judged: readonly Fact[];
  readonly violation?: Violation;
  readonly undecided?: Finding['undecided'];
} {
  const facts = bearingFacts(record, read.objectId, rule);
  if (facts.length === 0) return { judged: [] };
  const value = read.values?.[name];
  const allowed = allowedValues(record, read.objectId, rule);
  if (allowed === undefined) return { judged: [], undecided: tooManyFacts(name) };
  if (allowed.anything) return { judged: [] };
  const isAmong = (values: readonly Json[]): boolean => values.some((one) => isSameValue(rule, value, one));
  if (isAmong(allowed.values)) return { judged: facts };
  const compressed = allowedValues(record, read.objectId, rule, true);
  if (compressed === undefined || compressed.anything || isAmong(compressed.values))
    return { judged: [], undecided: needsTimeBetweenFacts };
  return {
    judged: facts,
    violation: {
      key: `differs:${name}`,
      subject: read.objectId,
      expected: `${read.objectId} ends with ${name} = ${allowed.values.map(shown).join(' or ')}`,
      actual: `${name} = ${shown(value)} (seen by ${read.observer})`,
      evidence: [...attemptEvidence(record, facts), read.at],
    },
  };
}

/** The facts on which the value depends and that the receiver could know. */
function bearingFacts(record: PlayRecord, objectId: string, rule: ValueRule): readonly Fact[] {
  const owner = record.plan.objects.find((object) => object.id === objectId)?.owner;
  const objects =
    rule.kind === 'entitled' && owner !== undefined
      ? record.plan.objects.filter((object) => object.owner === owner).map((object) => object.id)
      : [objectId];
  const names = factsNamed(rule);
  return objects
    .flatMap((id) => factsOf(record.plan, id))
    .filter((fact) => names?.includes(fact.fact) ?? true)
    .filter((fact) => knownFrom(record, fact) < Number.MAX_SAFE_INTEGER);
}

function factsNamed(rule: ValueRule): readonly string[] | undefined {
  switch (rule.kind) {
    case 'sum':
      return [...rule.plus, ...(rule.minus ?? [])];
    case 'entitled':
      return undefined;
    default:
      return rule.facts;
  }
}

function tooManyFacts(name: string): NonNullable<Finding['undecided']> {
  return {
    because: say(
      'too-many-open-facts',
      'too many facts of one object may or may not have counted for {name}',
      {
        name,
      },
    ),
    remedy: say('too-many-open-facts-remedy', 'Play a lifecycle in which fewer facts follow each other.'),
  };
}

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  return JSON.stringify(value).slice(0, SHOWN_MAX);
}
