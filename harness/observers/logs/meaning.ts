import type { Binding } from '../../../simulator/binding.ts';
import type { CanaryKind } from '../../../simulator/canary.ts';
import type { History } from '../../../simulator/history.ts';
import type { Plan } from '../../../simulator/plan.ts';

/** A play whose events may show up in the receiver's output. */
export interface Followed {
  readonly plan: Plan;
  readonly binding: Binding;
  readonly history: History;
  /** False for the calm check. */
  readonly judged: boolean;
}

/** What a place in a line means. `about`: it speaks of a webhook, without its id. */
export type Meaning =
  | { readonly kind: 'secret' }
  | { readonly kind: 'about' }
  | {
      readonly kind: 'event-id';
      readonly play: Followed;
      readonly eventId: string;
      readonly objectId: string;
    }
  | { readonly kind: 'signature'; readonly play: Followed; readonly attemptId: string }
  | {
      readonly kind: 'personal-data';
      readonly play: Followed;
      readonly objectId: string;
      readonly field: CanaryKind;
      /** The value, masked. */
      readonly shown: string;
    };
