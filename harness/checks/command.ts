/** A check that is a program: asked once for each play, about all of its objects. */
import type { Json } from '../../simulator/json.ts';
import type { CheckSettings } from '../config/settings.ts';
import { runProgram } from '../hooks/command.ts';
import { differencesIn, type Check, type Difference } from './check.ts';

const PROGRAM_TIMEOUT_MS = 30_000;

/** It gets `{ check, objects }` as JSON on standard input and prints a list of `{ objectId, key, expected, actual }`. */
export function createCommandCheck(settings: Extract<CheckSettings, { readonly kind: 'command' }>): Check {
  const { id, command } = settings;
  return {
    id,
    judge: async (objects, signal) => {
      const input = { check: id, objects } as unknown as Json;
      const answer = await runProgram(
        `The check command "${command}"`,
        command,
        input,
        signal,
        PROGRAM_TIMEOUT_MS,
      );
      const differences: readonly (Difference & { readonly of: string })[] = differencesOf(answer);
      const stray = differences.find((one) => !objects.some((object) => object.objectId === one.of));
      if (stray !== undefined)
        throw new Error(
          `The check command "${command}" speaks of "${stray.of}", which it was not asked about.`,
        );
      return objects.map((object) =>
        differences
          .filter((one) => one.of === object.objectId)
          .map(({ key, expected, actual }) => ({ key, expected, actual })),
      );
    },
  };
}

function differencesOf(answer: Json | null): readonly (Difference & { readonly of: string })[] {
  if (!Array.isArray(answer))
    throw new Error(
      'Expected a list of { objectId, key, expected, actual } on standard output ([] when all is well)',
    );
  return (answer as readonly Json[]).flatMap((one) => {
    const of = typeof one === 'object' && one !== null && 'objectId' in one ? one['objectId'] : undefined;
    return differencesIn([one]).map((difference) => ({
      ...difference,
      of: typeof of === 'string' ? of : JSON.stringify(of),
    }));
  });
}
