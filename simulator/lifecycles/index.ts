import type { Lifecycle } from './lifecycle.ts';
import { message } from './message.ts';
import { payment } from './payment.ts';

/** Every built-in lifecycle. To add one: one file beside this one, one line here. */
export const lifecycles: readonly Lifecycle[] = [payment, message];
