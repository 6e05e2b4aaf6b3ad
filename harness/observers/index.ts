import type { Settings } from '../config/settings.ts';
import { createCommandObserver } from './command.ts';
import { createHttpObserver } from './http.ts';
import { createModuleObserver } from './module.ts';
import type { Observer } from './observer.ts';
import { createSqlObserver } from './sql.ts';
import { createTablesObserver } from './tables/tables.ts';
import type { ObserverContext } from './values.ts';

type Observe = Settings['observe'];

/** Every observer that settings can ask for. To add one: one file beside this one, one line here. */
const factories: readonly ((
  observe: Observe,
  context: ObserverContext,
) => Promise<Observer> | Observer | undefined)[] = [
  (observe, context) => observe.http && createHttpObserver(observe.http, context),
  (observe, context) => observe.sql && createSqlObserver(observe.sql, context),
  (observe) => observe.tables && createTablesObserver(observe.tables),
  (observe, context) => observe.command && createCommandObserver(observe.command, context),
  (observe, context) => observe.module && createModuleObserver(observe.module, context),
  (_observe, context) => context.sink,
];

/**
 * The observers that the settings ask for, in a fixed order; the caller closes them.
 * @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE, LOST200_E_OBSERVER; none is left open then
 */
export async function createObservers(
  observe: Observe,
  context: ObserverContext,
): Promise<readonly Observer[]> {
  const observers: Observer[] = [];
  try {
    for (const create of factories) {
      const observer = await create(observe, context);
      if (observer !== undefined) observers.push(observer);
    }
    return observers;
  } catch (error) {
    await Promise.all(observers.map((observer) => observer.close()));
    throw error;
  }
}
