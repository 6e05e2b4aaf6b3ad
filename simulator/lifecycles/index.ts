import { credit } from './credit.ts';
import type { Lifecycle } from './lifecycle.ts';
import { message } from './message.ts';
import { order } from './order.ts';
import { payment } from './payment.ts';
import { subscription } from './subscription.ts';

/** Every built-in lifecycle. To add one: one file beside this one, one line here. */
export const lifecycles: readonly Lifecycle[] = [payment, message, subscription, order, credit];
