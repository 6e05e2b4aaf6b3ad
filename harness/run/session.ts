/** What all plays of a run share. */
import type { ProviderApi } from '../../simulator/api/provider-api.ts';
import type { WallClock } from '../../simulator/clock.ts';
import type { Gate } from '../../simulator/each-of.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import type { Transport } from '../../simulator/transport/transport.ts';
import type { Checks } from '../checks/checks.ts';
import type { Settings } from '../config/settings.ts';
import type { LogWatch } from '../observers/logs/log-watch.ts';
import type { Observer } from '../observers/observer.ts';
import type { Sink } from '../observers/sink/sink.ts';
import type { RunningReceiver } from '../receiver/receiver.ts';
import type { Redact } from '../redact.ts';
import type { CapturedBody } from './fixtures.ts';
import type { Lag } from './lag.ts';
import type { ProgressListener } from './progress.ts';

export interface Session {
  readonly settings: Settings;
  readonly profile: Profile;
  /** Captured bodies that events go out with. */
  readonly bodies: readonly CapturedBody[];
  readonly clock: WallClock;
  readonly receiver: RunningReceiver;
  readonly transport: Transport;
  readonly api: ProviderApi;
  readonly sink?: Sink;
  readonly observers: readonly Observer[];
  /** The user's own. */
  readonly checks: Checks;
  /** Reads the output of a receiver that we started. */
  readonly logs?: LogWatch;
  /** Fresh in every run: what makes real ids new. */
  readonly namespace: string;
  /** The real ids given so far: none is given twice. */
  readonly claimedIds: Set<string>;
  readonly lag: Lag;
  /** Races of all plays: too many at once, and they queue for the receiver's connections instead of meeting. */
  readonly racing: Gate;
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
  /** Takes secrets out of a text. */
  readonly redact: Redact;
}
