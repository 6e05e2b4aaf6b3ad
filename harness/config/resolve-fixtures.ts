/** Captured bodies of a config, resolved: their files are read when plans are made. */
import { resolve as resolvePath } from 'node:path';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { didYouMean } from '../suggest.ts';
import type { FixtureConfig, Places } from './profile-config.ts';
import { problem, type Scope } from './scope.ts';
import type { FixtureSettings, Settings } from './settings.ts';
import type { UserConfig } from './user-config.ts';

/** @throws Lost200Error LOST200_E_CONFIG */
export function resolveFixtures(
  scope: Scope,
  { fixtures = [], bodySchema }: Pick<UserConfig, 'fixtures' | 'bodySchema'>,
  lifecycle: Lifecycle,
  folder: string,
): Pick<Settings, 'fixtures' | 'bodySchema'> {
  return {
    ...(fixtures.length > 0 && {
      fixtures: fixtures.map((fixture, index) => resolveFixture(scope, fixture, index, lifecycle, folder)),
    }),
    ...(bodySchema !== undefined && {
      bodySchema: { name: bodySchema, path: resolvePath(folder, bodySchema) },
    }),
  };
}

function resolveFixture(
  scope: Scope,
  { file, fact, type, schema, ...places }: FixtureConfig,
  index: number,
  lifecycle: Lifecycle,
  folder: string,
): FixtureSettings {
  const facts = Object.keys(lifecycle.facts);
  if (fact !== undefined && !facts.includes(fact))
    throw problem(
      scope,
      ['fixtures', index, 'fact'],
      `is "${fact}", which is no fact of the lifecycle ${lifecycle.id}.`,
      didYouMean(fact, facts),
    );
  const types = typesOf(lifecycle);
  if (type !== undefined && !types.includes(type))
    throw problem(
      scope,
      ['fixtures', index, 'type'],
      `is "${type}", which no event of the lifecycle ${lifecycle.id} has.`,
      didYouMean(type, types),
    );
  return {
    name: file,
    path: resolvePath(folder, file),
    ...(fact !== undefined && { fact }),
    ...(type !== undefined && { type }),
    ...placesOf(places),
    ...(schema !== undefined && { schema: { name: schema, path: resolvePath(folder, schema) } }),
  };
}

function placesOf({
  id,
  object,
  status,
  time,
}: Pick<FixtureConfig, 'id' | 'object' | 'status' | 'time'>): Pick<
  FixtureSettings,
  'id' | 'object' | 'status' | 'time'
> {
  return {
    ...(id !== undefined && { id: listed(id) }),
    ...(object !== undefined && { object: listed(object) }),
    ...(status !== undefined && { status: listed(status) }),
    ...(time !== undefined && { time: listed(time) }),
  };
}

function listed(places: Places | false): readonly string[] {
  return places === false ? [] : [places].flat();
}

/** Every type that an event of the lifecycle may have, each once. */
export function typesOf(lifecycle: Lifecycle): readonly string[] {
  return [...new Set(Object.values(lifecycle.facts).flatMap((rule) => [rule.type, ...(rule.alsoAs ?? [])]))];
}
