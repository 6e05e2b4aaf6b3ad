import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { Settings } from '../config/settings.ts';
import { makeCalmPlan } from './calm-plan.ts';

const settings = { lifecycle: payment, fixed: {} } as unknown as Settings;

describe('the plan of the calm check', () => {
  it('plays each history twice to learn from it: with a small amount and with a large one', () => {
    const { plan, objects } = makeCalmPlan({ settings, profile: standardWebhooks, bodies: [] }, true);
    const amounts = new Map<string, number[]>();
    for (const id of objects) {
      const walk = factsOf(plan, id)
        .map(({ fact }) => fact)
        .join(' ');
      const amount = plan.events.find(({ objectId }) => objectId === id)?.payload['amount'];
      amounts.set(walk, [...(amounts.get(walk) ?? []), Number(amount)]);
    }
    expect(amounts.size).toBeGreaterThan(5);
    for (const [walk, pair] of amounts)
      expect(
        [...pair].sort((a, b) => a - b),
        walk,
      ).toEqual([101, 99_899]);
    // Not all small ones live first.
    const small = objects.map(
      (id) => plan.events.find((one) => one.objectId === id)?.payload['amount'] === 101,
    );
    expect(new Set(small.slice(0, small.length / 2))).toEqual(new Set([true, false]));
  });

  it('and at other instants', () => {
    const { plan, objects } = makeCalmPlan({ settings, profile: standardWebhooks, bodies: [] }, true);
    const begins = objects.map((id) => factsOf(plan, id)[0]?.occurredAtMs);
    const half = objects.length / 2;
    expect(begins.slice(0, half).some((ms, index) => ms === begins[half + index])).toBe(false);
  });

  it('is the same every time', () => {
    expect(makeCalmPlan({ settings, profile: standardWebhooks, bodies: [] }, true)).toEqual(
      makeCalmPlan({ settings, profile: standardWebhooks, bodies: [] }, true),
    );
  });
});
