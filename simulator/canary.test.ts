import { describe, expect, it } from 'vitest';
import { bindEvent } from './binding.ts';
import { CANARY_KINDS, canaryPlaceholder, canaryValue, plantedCustomer } from './canary.ts';
import { lifecycles } from './lifecycles/index.ts';

describe('planted personal data', () => {
  it.each([
    ['name', /^[A-Z][a-z]+ [A-Z][a-z]{9}$/],
    ['email', /^[a-z0-9]{6}\.[a-z0-9]{10}@example\.com$/],
    ['phone', /^\+1555[1-9]\d{6}$/],
    ['document', /^XX[1-9]\d{11}$/],
  ] as const)('%s looks like one', (kind, shape) => {
    for (const label of ['o1', 'o2', 'o3']) expect(canaryValue(kind, 'ns', label)).toMatch(shape);
  });

  it('is the same on every attempt, and another for every object and in every play', () => {
    for (const kind of CANARY_KINDS) {
      const values = ['a', 'b'].flatMap((namespace) =>
        Array.from({ length: 500 }, (_, number) => canaryValue(kind, namespace, `o${number}`)),
      );
      expect(new Set(values).size).toBe(values.length);
      expect(canaryValue(kind, 'a', 'o0')).toBe(values[0]);
    }
  });

  it('is bound where a payload names it', () => {
    const event = {
      ...{ id: 'e1', type: 't', fact: 'f', factId: 'f1', objectId: 'o1', occurredAtMs: 0 },
      payload: { mail: canaryPlaceholder('email', 'o1'), text: 'of {{canary:name:o1}}, {{canary:shoe:o1}}' },
    };
    const binding = { namespace: 'ns', originMs: 0, ids: { e1: 'm', o1: 'p' }, fixed: {} };
    expect(bindEvent(binding, event).data).toEqual({
      mail: canaryValue('email', 'ns', 'o1'),
      text: `of ${canaryValue('name', 'ns', 'o1')}, {{canary:shoe:o1}}`,
    });
  });

  it('is in the payload of every built-in lifecycle', () => {
    for (const { id, payload } of lifecycles) expect(Object.values(payload), id).toContain(plantedCustomer);
    expect(Object.keys(plantedCustomer)).toEqual([...CANARY_KINDS]);
  });
});
