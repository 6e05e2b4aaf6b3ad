/** What was there and is gone: a queue that was emptied, a hold that ran out, or a mistake; nobody can tell which. */
import { say } from './say.ts';
import type { Doubt } from './sight.ts';

export const GONE_AGAIN: Doubt = {
  because: say('row-went-again', 'something was there during the run and was gone at its end'),
  remedy: say(
    'row-went-again-remedy',
    'If it is a queue or a hold that your receiver clears, say so: observe.tables.ignore. If it should stay, see what takes it away.',
  ),
};
