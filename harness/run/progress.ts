/** What happens while a run goes on, for whoever shows it. */

/** The phases of a run, in order (DESIGN 4.4). */
export type RunPhase =
  'start' | 'arrange' | 'calm' | 'storm' | 'heal' | 'settle' | 'judge' | 'reproduce' | 'cleanup';

export type ProgressEvent =
  | {
      readonly kind: 'run-started';
      readonly runId: string;
      readonly seed: string;
      readonly url: string;
      readonly plays: number;
      readonly folder: string;
    }
  | { readonly kind: 'phase'; readonly phase: RunPhase; readonly detail?: string }
  | {
      readonly kind: 'play-ended';
      readonly scenario: string;
      readonly seed: string;
      readonly attempts: number;
      readonly done: number;
      readonly of: number;
    }
  | { readonly kind: 'estimate'; readonly seconds: number }
  | { readonly kind: 'waiting'; readonly detail: string }
  | { readonly kind: 'judged'; readonly failures: number; readonly cases: number };

export type ProgressListener = (event: ProgressEvent) => void;
