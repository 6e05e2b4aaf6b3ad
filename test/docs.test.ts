/** The documentation says what there is: no more, no less, and its configs load. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CHECK_OPTIONS, DEMO_OPTIONS, OUTPUT_OPTIONS, SETTING_OPTIONS } from '../harness/cli/options.ts';
import { configJsonSchema } from '../harness/config/json-schema.ts';
import { loadConfig } from '../harness/config/load.ts';
import { resolveSettings } from '../harness/config/resolve.ts';
import { ERROR_CODES } from '../harness/errors.ts';
import { invariants } from '../harness/invariants/index.ts';
import { observerChecks } from '../harness/observers/check/checks.ts';
import { reporters } from '../reports/reporters.ts';
import { catalogue } from '../scenarios/catalogue.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { faultKinds } from '../simulator/faults/index.ts';
import { hazards } from '../simulator/hazards/index.ts';
import type { JsonObject } from '../simulator/json.ts';
import { lifecycles } from '../simulator/lifecycles/index.ts';
import { profiles } from '../simulator/profiles/index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const names = [
  'README.md',
  'docs/observing.md',
  'docs/providers.md',
  'docs/how-it-judges.md',
  'docs/extending.md',
];
const pages = names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
const everything = pages.map((page) => page.text).join('\n');

/** What stands in backticks in the first column of the table that follows `<!-- registry: name -->`. */
function namedIn(registry: string): readonly string[] {
  const [, ...rest] = everything.split(`<!-- registry: ${registry} -->`);
  expect(rest, `one table marked "registry: ${registry}"`).toHaveLength(1);
  const lines = (rest[0] ?? '').trimStart().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const cells = lines.slice(2, end).map((line) => line.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
}

const idsOf = (things: readonly { readonly id: string }[]): readonly string[] =>
  things.map((thing) => thing.id);

/** `order/reversed`, or a whole group: `forged/*`. */
function scenariosOf(name: string): readonly Scenario[] {
  const found = catalogue.filter(({ id }) => id === name || id.replace(/\/.*/, '/*') === name);
  expect(found.length, name).toBeGreaterThan(0);
  return found;
}

describe('every table names exactly what is registered, in its order', () => {
  it.each([
    ['invariants', idsOf(invariants)],
    ['hazards', idsOf(hazards)],
    ['faults', Object.keys(faultKinds)],
    ['profiles', idsOf(profiles)],
    ['lifecycles', idsOf(lifecycles)],
    ['reporters', reporters.map((reporter) => reporter.name)],
    ['observer-checks', idsOf(observerChecks)],
  ])('%s', (registry, registered) => {
    expect(namedIn(registry)).toEqual(registered);
  });

  it('scenarios, those of a group under its name', () => {
    const covered = namedIn('scenarios').flatMap(scenariosOf);
    expect(new Set(covered).size).toBe(covered.length);
    expect(catalogue.filter((scenario) => !covered.includes(scenario))).toEqual([]);
    const alone = namedIn('scenarios').filter((name) => !name.endsWith('/*'));
    expect(alone).toEqual(idsOf(catalogue).filter((id) => alone.includes(id)));
  });

  it('says of each scenario or group which hazards it is for', () => {
    for (const name of namedIn('scenarios')) {
      const row = everything.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
      const hazardCell = row.split('|')[3] ?? '';
      const said = [...hazardCell.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
      expect(said, name).toEqual([...new Set(scenariosOf(name).flatMap((scenario) => scenario.hazards))]);
    }
  });

  it('config keys', () => {
    const said = namedIn('config');
    // Hooks have one shape: `arrange.http` stands for the three.
    const isSaidOfArrange = (key: string): boolean => /^(cleanup|drain)\./.test(key);
    const known = keysOf(configJsonSchema()).filter((key) => !isSaidOfArrange(key));
    expect([...said].sort()).toEqual([...new Set(known)].sort());
  });
});

/** Dotted paths of every key that a config may have. */
function keysOf(schema: JsonObject, path = ''): readonly string[] {
  const shapes = [schema, ...((schema['anyOf'] ?? []) as readonly JsonObject[])];
  return shapes.flatMap((shape) =>
    Object.entries((shape['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
      ([key, value]) => [path + key, ...keysOf(value, `${path}${key}.`)],
    ),
  );
}

/** Text outside of code blocks that are not about lost200 itself (a CI file has options of other programs). */
const aboutUs = everything.replace(/```yaml\n# \.github[\s\S]*?```/g, (block) =>
  block
    .split('\n')
    .filter((line) => line.includes('lost200'))
    .join('\n'),
);

describe('what is named exists, and what exists is named', () => {
  it('options of the command line', () => {
    const known = [...SETTING_OPTIONS, ...DEMO_OPTIONS, ...CHECK_OPTIONS, ...OUTPUT_OPTIONS].flatMap(
      (row) => /--[a-z-]+/.exec(row.flags)?.[0] ?? [],
    );
    const ofOthers = ['--save-dev', '--silent', '--sight', '--quick'];
    const said = [...new Set([...aboutUs.matchAll(/(?<![\w<!-])--[a-z][a-z-]+/g)].map((match) => match[0]))];
    expect(said.filter((option) => !known.includes(option) && !ofOthers.includes(option))).toEqual([]);
    expect(known.filter((option) => !said.includes(option))).toEqual([]);
  });

  it('error codes', () => {
    const known = [...Object.keys(ERROR_CODES), 'LOST200_E_INTERNAL'].sort();
    const said = [...new Set(everything.match(/LOST200_E_\w+/g))].sort();
    expect(said).toEqual(known);
  });

  it('scenarios and cases anywhere in the text', () => {
    const groups = [...new Set(catalogue.map((scenario) => scenario.id.split('/')[0] ?? ''))].join('|');
    const invented = ['duplicates/twice'];
    const pattern = new RegExp(`(?<![\\w./-])(?:${groups})/([a-z0-9*-]+)(?:#([a-z*-]+))?(?![\\w.-])`, 'g');
    for (const [whole, scenario, invariant] of everything.matchAll(pattern)) {
      const [id = ''] = whole.split('#');
      if (scenario !== '*' && !invented.includes(id)) expect(idsOf(catalogue), whole).toContain(id);
      if (invariant !== undefined && invariant !== '*') expect(idsOf(invariants), whole).toContain(invariant);
    }
  });

  it.each(pages)('links of $name lead somewhere', ({ name, text }) => {
    for (const [, target = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const file = target === '' ? join(root, name) : join(root, dirname(name), target);
      const linked = readFileSync(file, 'utf8');
      if (anchor !== undefined) expect(anchorsOf(linked), `${target}#${anchor}`).toContain(anchor);
    }
  });
});

function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('configs in the text', () => {
  const blocks = [...everything.matchAll(/```\w+\n(?:#|\/\/) (lost200\.config\.\w+)\n([\s\S]*?)```/g)];
  mkdirSync(join(root, '.lost200'), { recursive: true });
  const folder = mkdtempSync(join(root, '.lost200', 'docs-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('there is one for YAML and one for TypeScript', () => {
    expect(blocks.map((block) => block[1])).toEqual(['lost200.config.yaml', 'lost200.config.ts']);
  });

  const parts = [...everything.matchAll(/```yaml\n# in lost200\.config\.yaml\n([\s\S]*?)```/g)];

  it.each(parts.map(([, text = ''], index) => ({ number: index + 1, text })))(
    'part $number of one means something',
    async ({ text }) => {
      const path = join(folder, 'part.yaml');
      writeFileSync(path, text);
      const cli = { url: 'http://127.0.0.1:3000/' };
      const settings = await resolveSettings({
        ...{ cwd: folder, configPath: path, cli, env: {} },
        ...{ lifecycles, profiles, reporters: [] },
      });
      expect(settings.ownProfile ?? settings.fixtures).toBeDefined();
    },
  );

  it.each(blocks.map((block) => ({ name: block[1] ?? '', text: block[2] ?? '' })))(
    '$name loads and means something',
    async ({ name, text }) => {
      // The package's name is for users; here it is the source beside us.
      const source = join(root, 'harness/config/user-config.ts');
      const path = join(folder, name);
      writeFileSync(path, text.replace("from 'lost200'", `from '${source}'`));
      expect(await loadConfig(folder, path)).toBeDefined();
      const secret = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';
      const settings = await resolveSettings({
        cwd: folder,
        configPath: path,
        cli: {},
        env: {
          TEST_DATABASE_URL: 'postgres://app:app@127.0.0.1/app',
          TEST_TOKEN: 'token',
          WEBHOOK_SECRET: secret,
        },
        lifecycles,
        profiles,
        reporters: reporters.map((reporter) => reporter.name),
      });
      expect(settings.exec?.command).not.toBe('');
      expect(Object.keys(settings.observe)).toHaveLength(1);
    },
  );
});
