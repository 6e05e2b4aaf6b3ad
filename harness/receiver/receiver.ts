/** The port through which a run holds the receiver that it plays against. */

export interface RunningReceiver {
  /** The settings' URL with `{port}` filled in; other placeholders are still there. */
  readonly url: string;
  /** The port that the receiver was told to listen on; unset for one that was running already. */
  readonly port?: number;
  /** Resolves with what happened, for people, when a process of ours ends by itself; never for one that was running already. */
  readonly exited: Promise<string>;
  /** What can be done with this receiver, in the words of `RunReport.receiver.capabilities`. */
  readonly capabilities: readonly string[];
  /** The last lines of what it printed; empty when that cannot be seen. */
  tail(): string;
  /** Ends what was started, leaves alone what was not. Safe to call more than once. */
  stop(): Promise<void>;
}
