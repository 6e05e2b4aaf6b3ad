/** One thing that goes wrong on purpose, as data. */
import type { AnswerLost } from './answer-lost.ts';
import type { AnswerRefused } from './answer-refused.ts';
import type { AnswerSlow } from './answer-slow.ts';
import type { CutShort } from './cut-short.ts';
import type { Delay } from './delay.ts';
import type { Duplicate } from './duplicate.ts';
import type { EqualTimestamps } from './equal-timestamps.ts';
import type { GiveUp } from './give-up.ts';
import type { LoseResponse } from './lose-response.ts';
import type { NeverSent } from './never-sent.ts';
import type { Outage } from './outage.ts';
import type { Race } from './race.ts';
import type { Reorder } from './reorder.ts';
import type { Replay } from './replay.ts';
import type { Reset } from './reset.ts';

export type Fault =
  | AnswerLost
  | AnswerRefused
  | AnswerSlow
  | CutShort
  | Delay
  | Duplicate
  | EqualTimestamps
  | GiveUp
  | LoseResponse
  | NeverSent
  | Outage
  | Race
  | Reorder
  | Replay
  | Reset;
