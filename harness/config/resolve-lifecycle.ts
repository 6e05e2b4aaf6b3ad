/** The lifecycle of a config: a built-in one by its id, or the user's own, checked for facts that do not exist. */
import { CANARY_KINDS } from '../../simulator/canary.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { didYouMean } from '../suggest.ts';
import type { KeyPath } from './problems.ts';
import { problem, type Scope } from './scope.ts';
import type { LifecycleConfig, UserConfig } from './user-config.ts';
import { checkValueNames } from './value-names.ts';

const DEFAULT_PAYLOAD = {
  id: '{objectId}',
  status: '{status}',
  version: '{version}',
  amount: '{amount}',
} as const;

/** @throws Lost200Error LOST200_E_UNKNOWN_ID, LOST200_E_CONFIG */
export function resolveLifecycle(
  scope: Scope,
  written: UserConfig['lifecycle'],
  builtIn: readonly Lifecycle[],
  defaultId: string,
): Lifecycle {
  if (typeof written === 'object') return ownLifecycle(scope, written);
  const id = written ?? defaultId;
  const found = builtIn.find((lifecycle) => lifecycle.id === id);
  if (found !== undefined) return found;
  const ids = builtIn.map((lifecycle) => lifecycle.id);
  throw problem(
    scope,
    ['lifecycle'],
    `is "${id}", which is no lifecycle.`,
    didYouMean(id, ids),
    'LOST200_E_UNKNOWN_ID',
  );
}

function ownLifecycle(scope: Scope, written: LifecycleConfig): Lifecycle {
  const facts = Object.keys(written.facts);
  const check = (fact: string, path: KeyPath): void => {
    if (facts.includes(fact)) return;
    throw problem(
      scope,
      ['lifecycle', ...path],
      `names "${fact}", which is no fact of this lifecycle.`,
      didYouMean(fact, facts),
    );
  };
  written.start.forEach((fact, index) => check(fact, ['start', index]));
  for (const [fact, following] of Object.entries(written.next ?? {})) {
    check(fact, ['next', fact]);
    following.forEach((after, index) => check(after, ['next', fact, index]));
  }
  checkValueNames(scope, written);
  checkCanaries(scope, ['payload'], written.payload);
  for (const [fact, rule] of Object.entries(written.facts))
    checkCanaries(scope, ['facts', fact, 'payload'], rule.payload);
  // The schema has checked the shape; what differs is only how an absent field is typed.
  return { title: written.id, next: {}, payload: DEFAULT_PAYLOAD, ...written } as Lifecycle;
}

/** A mistyped one would be left out of the payload, and never found in a log. */
function checkCanaries(scope: Scope, path: KeyPath, payload: unknown): void {
  const known: readonly string[] = CANARY_KINDS.map((kind) => `canary.${kind}`);
  const named = [...JSON.stringify(payload ?? {}).matchAll(/\{(canary\.[^{}]*)\}/g)].map(
    ([, name = '']) => name,
  );
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const what = `has the unknown placeholder {${unknown}}.`;
  throw problem(scope, ['lifecycle', ...path], what, didYouMean(unknown, known));
}
