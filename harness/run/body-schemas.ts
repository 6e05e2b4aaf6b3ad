/** JSON Schemas (draft-07) that the user has of the provider's bodies: what we send is checked with them before the run. */
import { readFileSync } from 'node:fs';
import AjvCompiler from '@fastify/ajv-compiler';
import { bindEvent, realIds } from '../../simulator/binding.ts';
import { withCapturedBodies } from '../../simulator/captured.ts';
import { wallClock } from '../../simulator/clock.ts';
import type { JsonObject } from '../../simulator/json.ts';
import type { WebhookEvent } from '../../simulator/model.ts';
import { lastFactMs, type Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { fillIdShape } from '../../simulator/random.ts';
import type { NamedFile, Settings } from '../config/settings.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';

type Asked = Pick<Settings, 'fixtures' | 'bodySchema' | 'ids' | 'fixed'>;
/** Bodies are looked at and not mended, as fastify's own routes would. */
const AS_THEY_ARE = {
  strict: false,
  logger: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
} as const;

/** What is wrong with a body, if anything is. */
type Validate = (body: unknown) => string | undefined;

/** @throws Lost200Error LOST200_E_CONFIG naming the event's type, the schema's file, and the place in the body */
export function checkBodies(settings: Asked, profile: Profile, plans: readonly Plan[]): void {
  const { fixtures = [], bodySchema } = settings;
  const rules = [
    ...(bodySchema === undefined ? [] : [{ schema: bodySchema, isFor: () => true }]),
    ...fixtures.flatMap(({ schema, fact, type }) =>
      schema === undefined
        ? []
        : [
            {
              schema,
              isFor: (event: WebhookEvent) =>
                event.body !== undefined &&
                (fact === undefined || event.fact === fact) &&
                (type === undefined || event.type === type),
            },
          ],
    ),
  ].map((rule) => ({ ...rule, validate: compiled(rule.schema) }));
  if (rules.length === 0) return;
  for (const plan of plans)
    for (const { event, body } of bodiesIn(plan, settings, profile))
      for (const { schema, isFor, validate } of rules) {
        const fault = isFor(event) ? validate(body) : undefined;
        if (fault !== undefined)
          throw wrong(
            `The body of a "${event.type}" event does not fit ${schema.name}: ${fault}.`,
            'Correct lifecycle.payload, profile.envelope or the fixture, or the schema.',
          );
      }
}

/** As they will go out, but for ids and instants. */
function bodiesIn(
  plan: Plan,
  { ids, fixed }: Asked,
  given: Profile,
): readonly { readonly event: WebhookEvent; readonly body: unknown }[] {
  const profile = withCapturedBodies(given);
  if (profile.bodyKind === 'form') return [];
  const atMs = wallClock.nowMs();
  const binding = {
    namespace: 'schema',
    originMs: atMs - lastFactMs(plan),
    ids: realIds(plan, profile, ids, 'schema'),
    fixed,
  };
  return plan.events.map((event) => {
    const { body } = profile.compose({
      events: [bindEvent(binding, event)],
      url: 'http://127.0.0.1/',
      atMs,
      firstAtMs: atMs,
      attempt: 1,
      ownId: (shape, label) => fillIdShape(shape, 'schema', label),
    });
    return { event, body: JSON.parse(Buffer.from(body).toString()) as unknown };
  });
}

function compiled({ name, path }: NamedFile): Validate {
  try {
    const schema = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
    const validate = AjvCompiler()({}, { customOptions: AS_THEY_ARE })({ schema });
    return (body) => (validate(body) === true ? undefined : inWords(validate.errors ?? []));
  } catch (error) {
    throw wrong(
      `The JSON Schema ${name} cannot be used: ${reasonOf(error)}`,
      'Give the path of a JSON Schema of draft-07.',
    );
  }
}

function inWords([error]: readonly AjvCompiler.ErrorObject[]): string {
  if (error === undefined) return 'no reason given';
  return `${error.instancePath === '' ? 'the body' : error.instancePath} ${error.message ?? error.keyword}`;
}

function wrong(message: string, remedy: string): Lost200Error {
  return new Lost200Error('LOST200_E_CONFIG', message, remedy);
}
