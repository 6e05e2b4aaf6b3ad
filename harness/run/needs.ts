/** What a scenario needs of the provider and of the receiver before it can be played. */
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import { PROFILE_CAPABILITIES, profileCapabilities } from '../../simulator/profiles/capabilities.ts';
import type { Session } from './session.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  owners:
    'The lifecycle says nothing of owners: `owned: true`, {ownerId} in its payload, and a value of the kind `entitled`.',
  'second-announcements':
    'The lifecycle says of no fact that other events announce it too: `alsoAs` with their types, if your provider does that.',
  sink: "Let the receiver's outgoing calls go to lost200: --sink with the variable that holds their base URL.",
};

/** What would help, where something would. */
export function remedyFor(needs: readonly string[]): string | undefined {
  return needs.flatMap((need) => REMEDIES[need] ?? [])[0];
}

/** What is missing, in words where there are any. */
export function missingInWords(needs: readonly string[]): string {
  return needs.map((need) => PROFILE_CAPABILITIES[need] ?? need).join('; ');
}

/** Capabilities that the plan needs and this receiver does not give us; none when it can be played. */
export function unmetNeeds(
  plan: Plan,
  { receiver, profile, settings }: Pick<Session, 'receiver' | 'profile' | 'settings'>,
): readonly string[] {
  const given = [
    ...receiver.capabilities,
    ...featuresOf(plan.lifecycle),
    ...profileCapabilities(profile, settings),
    'provider-api',
  ];
  return plan.scenario.needs.filter((need) => !given.includes(need));
}

/** What a lifecycle may have and a scenario need. */
function featuresOf(lifecycle: Lifecycle): readonly string[] {
  const isAnnouncedTwice = Object.values(lifecycle.facts).some((rule) => (rule.alsoAs ?? []).length > 0);
  return [
    ...(lifecycle.owned === true ? ['owners'] : []),
    ...(isAnnouncedTwice ? ['second-announcements'] : []),
  ];
}
