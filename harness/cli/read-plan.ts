import { readFileSync } from 'node:fs';
import { PLAN_VERSION, type Plan } from '../../simulator/plan.ts';
import { Lost200Error } from '../errors.ts';

/** A plan as `serializePlan` wrote it. */
export function readPlan(file: string): Plan {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_PLAN',
      `The plan ${file} cannot be read: ${(error as Error).message}.`,
      'Give the path of a plan: .lost200/failures/*.json, or plans/*.json of a run.',
    );
  }
  let plan: Partial<Plan>;
  try {
    const parsed: unknown = JSON.parse(text);
    plan = typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_PLAN',
      `${file} is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ')}.`,
      'Give a plan that lost200 wrote.',
    );
  }
  if (plan.planVersion !== PLAN_VERSION) {
    const found: unknown = plan.planVersion;
    const why = found === undefined ? 'it has no planVersion' : `its planVersion is ${JSON.stringify(found)}`;
    throw new Lost200Error(
      'LOST200_E_PLAN',
      `${file} is no plan of version ${PLAN_VERSION}: ${why}.`,
      'Give a plan that this version of lost200 wrote, or update lost200.',
    );
  }
  const lacking = lackingKey(plan);
  if (lacking !== undefined) {
    throw new Lost200Error(
      'LOST200_E_PLAN',
      `${file} is no whole plan: "${lacking}" is missing or not what it should be.`,
      'Give a plan as lost200 wrote it; one that was edited must keep all of its keys.',
    );
  }
  return plan as Plan;
}

const TEXTS = ['seed', 'profile'] as const;
const OBJECTS = ['scenario', 'lifecycle', 'retryPolicy'] as const;
const LISTS = ['objects', 'facts', 'events', 'deliveries', 'steps', 'fixed'] as const;

/** The first key without which a plan cannot be played. */
function lackingKey(plan: Readonly<Partial<Record<string, unknown>>>): string | undefined {
  return (
    TEXTS.find((key) => typeof plan[key] !== 'string') ??
    OBJECTS.find((key) => typeof plan[key] !== 'object' || plan[key] === null) ??
    LISTS.find((key) => !Array.isArray(plan[key]))
  );
}
