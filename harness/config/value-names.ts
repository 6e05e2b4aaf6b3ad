/** What the draws and values of a user's lifecycle name, checked for facts, fields and states that do not exist. */
import { INSTANT_FIELD, type Draw, type ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import { didYouMean } from '../suggest.ts';
import type { KeyPath } from './problems.ts';
import { problem, type Scope } from './scope.ts';
import type { LifecycleConfig } from './user-config.ts';

/** @throws Lost200Error LOST200_E_CONFIG */
export function checkValueNames(scope: Scope, written: LifecycleConfig): void {
  const facts = Object.keys(written.facts);
  const states = Object.values(written.facts).map((rule) => rule.state);
  const fields = [...Object.keys(written.draws ?? {}), INSTANT_FIELD];
  const check = (path: KeyPath, names: readonly string[], known: readonly string[], what: string): void => {
    const stray = names.find((name) => !known.includes(name));
    if (stray === undefined) return;
    throw problem(
      scope,
      ['lifecycle', ...path],
      `names "${stray}", which is no ${what} of this lifecycle.`,
      didYouMean(stray, known),
    );
  };
  for (const [name, draw] of Object.entries(written.draws ?? {}) as [string, Draw][]) {
    check(['draws', name, 'on'], draw.on ?? [], facts, 'fact');
    if (draw.kind === 'amount' && draw.min > draw.max)
      throw problem(
        scope,
        ['lifecycle', 'draws', name],
        'has a min above its max.',
        'Write the smaller one as min.',
      );
  }
  for (const [name, rule] of Object.entries(written.values ?? {}) as [string, ValueRule][]) {
    const path = ['values', name];
    check(path, factsIn(rule), facts, 'fact');
    if ('field' in rule) check([...path, 'field'], [rule.field], fields, 'draw');
    if (rule.kind !== 'entitled') continue;
    check([...path, 'states'], rule.states, states, 'state');
    if (written.owned !== true)
      throw problem(
        scope,
        ['lifecycle', ...path],
        'is of an owner, and the objects of this lifecycle have none.',
        'Add owned: true, and {ownerId} to the payload.',
      );
  }
}

function factsIn(rule: ValueRule): readonly string[] {
  if (rule.kind === 'sum') return [...rule.plus, ...(rule.minus ?? [])];
  if (rule.kind === 'entitled') return [];
  return [...(rule.facts ?? []), ...('notAfter' in rule ? (rule.notAfter ?? []) : [])];
}
