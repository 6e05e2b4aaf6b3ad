/** What a scenario needs of the receiver before it can be played. */
import type { Plan } from '../../simulator/plan.ts';
import type { RunningReceiver } from '../receiver/receiver.ts';

/** Capabilities that the plan needs and this receiver does not give us; none when it can be played. */
export function unmetNeeds(plan: Plan, receiver: RunningReceiver): readonly string[] {
  const given = [...receiver.capabilities, 'provider-api'];
  return plan.scenario.needs.filter((need) => !given.includes(need));
}
