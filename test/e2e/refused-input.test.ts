/** What cannot be played at all: said at once, with what to do, and nothing left behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from './bundled-receiver.ts';
import { freshFolder, lost200 } from './lost200.ts';
import { expectRefusal } from './refusals.ts';
import { startStub } from './stub-receiver.ts';

const SOMEWHERE = 'http://127.0.0.1:9/webhooks';

describe('where to', () => {
  it('says that nobody listens', async () => {
    const port = await freePort();
    await expectRefusal(['run', `http://127.0.0.1:${port}/webhooks`], {
      exit: 69,
      code: 'LOST200_E_UNREACHABLE',
      says: new RegExp(`127\\.0\\.0\\.1:${port} .*nothing listens there`),
      remedy: /Start the receiver first.*--exec/,
    });
  });

  it('attacks no host of the public internet unasked', async () => {
    await expectRefusal(['run', 'http://8.8.8.8/webhooks'], {
      exit: 64,
      code: 'LOST200_E_HOST_NOT_ALLOWED',
      says: /8\.8\.8\.8 is neither this machine nor in a private network/,
      remedy: /--allow-host 8\.8\.8\.8/,
    });
    await expectRefusal(['run', SOMEWHERE, '--state', 'http://8.8.4.4/objects/{objectId}'], {
      exit: 64,
      code: 'LOST200_E_HOST_NOT_ALLOWED',
      says: /8\.8\.4\.4/,
      remedy: /--allow-host 8\.8\.4\.4/,
    });
  });

  it('knows an address without a scheme, and one too many', async () => {
    await expectRefusal(['run', 'localhost:3000/webhooks'], {
      exit: 64,
      code: 'LOST200_E_USAGE',
      says: /"localhost:3000\/webhooks" is no http:\/\/ or https:\/\/ URL/,
      remedy: /Write it in full: http:\/\//,
    });
    await expectRefusal(['run', SOMEWHERE, 'http://127.0.0.1:10/'], {
      exit: 64,
      code: 'LOST200_E_USAGE',
      says: /Two receivers/,
      remedy: /Give one/,
    });
    await expectRefusal(['run'], {
      exit: 64,
      code: 'LOST200_E_USAGE',
      says: /no receiver to play against/,
      remedy: /URL of a running receiver.*--exec/,
    });
  });
});

describe('words on the command line', () => {
  it.each([
    {
      args: ['run', SOMEWHERE, 'order/revesed'],
      code: 'LOST200_E_UNKNOWN_ID',
      says: /No scenario is called "order\/revesed"/,
      remedy: /Did you mean "order\/reversed"\?/,
    },
    {
      args: ['run', SOMEWHERE, '--sede', '4'],
      code: 'LOST200_E_USAGE',
      says: /Unknown option '--sede'/,
      remedy: /Did you mean --seed\?/,
    },
    {
      args: ['ruin'],
      code: 'LOST200_E_USAGE',
      says: /Unknown command 'ruin'/,
      remedy: /Did you mean run\?/,
    },
    {
      args: ['run', SOMEWHERE, '--timeout', 'soon'],
      code: 'LOST200_E_USAGE',
      says: /--timeout: expected a duration.*"soon"/,
      remedy: /command line/,
    },
    {
      args: ['run', SOMEWHERE, '--lifecycle', 'paiment'],
      code: 'LOST200_E_UNKNOWN_ID',
      says: /--lifecycle is "paiment"/,
      remedy: /Did you mean "payment"\?/,
    },
    {
      args: ['run', SOMEWHERE, '--profile', 'standard-webhook'],
      code: 'LOST200_E_UNKNOWN_ID',
      says: /--profile is "standard-webhook"/,
      remedy: /Did you mean "standard-webhooks"\?/,
    },
    {
      args: ['run', SOMEWHERE, '--reporter', 'junitt'],
      code: 'LOST200_E_UNKNOWN_ID',
      says: /--reporter is "junitt"/,
      remedy: /Did you mean "junit"\?/,
    },
    {
      args: ['list', 'scenaros'],
      code: 'LOST200_E_UNKNOWN_ID',
      says: /Nothing called "scenaros"/,
      remedy: /Did you mean "scenarios"\?/,
    },
  ])('$args', async ({ args, ...refusal }) => {
    await expectRefusal(args, { exit: 64, ...refusal });
  });
});

describe('a secret of the wrong form', () => {
  const refusal = { exit: 64, code: 'LOST200_E_SECRET', remedy: /openssl rand -base64 32/ };

  it.each([
    ['cut off', 'whsec_c2hvcnQtYnV0LXN0aWxsLXNlY3JldA', /--secret .*fewer than 24/],
    ["of another provider's", 'sk_live_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0', /--secret .*begins with "sk_"/],
    ['no base64 at all', 'whsec_correct!horse!battery!staple!twice', /--secret .*not base64/],
  ])('is refused and never shown: %s', async (_, secret, says) => {
    const printed = await expectRefusal(['run', SOMEWHERE, '--secret', secret], { ...refusal, says });
    expect(printed).not.toContain(secret.replace(/^(whsec|sk_live)_/, ''));
  });

  it('is refused and never shown when it comes from the environment', async () => {
    const env = { LOST200_SECRET: 'whsec_c2hvcnQtYnV0LXN0aWxsLXNlY3JldA' };
    const says = /LOST200_SECRET .*fewer than 24/;
    expect(await expectRefusal(['run', SOMEWHERE], { ...refusal, says }, { env })).not.toContain('c2hvcnQ');
  });
});

describe('a malformed config', () => {
  const written = (name: string, text: string): string => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, name), text);
    return cwd;
  };

  it.each([
    ['lost200.config.yaml', `url: ${SOMEWHERE}\nobserve:\n  htttp:\n    state: x\n`],
    ['lost200.config.json', JSON.stringify({ url: SOMEWHERE, observe: { htttp: { state: 'x' } } })],
  ])('names the key and the file: %s', async (name, text) => {
    await expectRefusal(
      ['run'],
      {
        exit: 64,
        code: 'LOST200_E_CONFIG',
        says: new RegExp(`"observe\\.htttp" in ${name} is not a known key`),
        remedy: /Did you mean "http"\?/,
      },
      { cwd: written(name, text) },
    );
  });

  it.each([
    ['lost200.config.yaml', 'url: [unclosed\n'],
    ['lost200.config.json', '{ "url": '],
  ])('says why it cannot be read: %s', async (name, text) => {
    await expectRefusal(
      ['run'],
      {
        exit: 64,
        code: 'LOST200_E_CONFIG',
        says: new RegExp(`${name} cannot be read`),
        remedy: new RegExp(`Correct ${name}`),
      },
      { cwd: written(name, text) },
    );
  });

  it('says what was expected and what was found, and where a variable is missing', async () => {
    const text = `url: ${SOMEWHERE}\nseeds: many\nlifecycle:\n  id: x\n  start: [paid]\n  facts: {paid: {type: p.paid}}\n`;
    await expectRefusal(
      ['run'],
      {
        exit: 64,
        code: 'LOST200_E_CONFIG',
        says: /"lifecycle\.facts\.paid\.state" in lost200\.config\.yaml is missing[\s\S]*"seeds" in lost200\.config\.yaml: expected a whole number.*"many"/,
        remedy: /Correct lost200\.config\.yaml/,
      },
      { cwd: written('lost200.config.yaml', text) },
    );
    await expectRefusal(
      ['run'],
      {
        exit: 64,
        code: 'LOST200_E_CONFIG',
        says: /"headers\.X-Tenant" in lost200\.config\.yaml needs the environment variable TENANT/,
        remedy: /Set TENANT/,
      },
      { cwd: written('lost200.config.yaml', `url: ${SOMEWHERE}\nheaders:\n  X-Tenant: "\${TENANT}"\n`) },
    );
  });
});

describe('a plan to replay', () => {
  const refusal = { exit: 64, code: 'LOST200_E_PLAN' };
  const byHand = JSON.parse(
    readFileSync(new URL('./plans/one-event.json', import.meta.url), 'utf8'),
  ) as object;

  it('that is not there', async () => {
    await expectRefusal(['replay', 'gone.json', SOMEWHERE], {
      ...refusal,
      says: /gone\.json cannot be read/,
      remedy: /\.lost200\/failures/,
    });
  });

  it.each([
    ['that is not JSON', 'not { json', /plan\.json is not JSON/, /plan that lost200 wrote/],
    [
      'of a newer version',
      JSON.stringify({ ...byHand, planVersion: 2 }),
      /no plan of version 1: its planVersion is 2/,
      /update lost200/,
    ],
    [
      'that is something else',
      '[1, 2]',
      /no plan of version 1: it has no planVersion/,
      /plan that this version/,
    ],
    [
      'that was cut',
      JSON.stringify({ ...byHand, events: null }),
      /"events" is missing or not what it should be/,
      /must keep all of its keys/,
    ],
  ])('%s', async (_, text, says, remedy) => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'plan.json'), text);
    await expectRefusal(['replay', 'plan.json', SOMEWHERE], { ...refusal, says, remedy }, { cwd });
  });
});

describe('what this machine does not give', () => {
  it('a port for the provider API', async () => {
    const taken = await startStub();
    const { port } = new URL(taken.base);
    await expectRefusal(['run', taken.url, '--provider-api-port', port], {
      exit: 64,
      code: 'LOST200_E_USAGE',
      says: new RegExp(`API cannot listen on port ${port}: .*EADDRINUSE`),
      remedy: /--provider-api-port/,
    });
  });

  it('a folder for the run', async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'blocked'), 'a file, not a folder');
    await expectRefusal(
      ['run', SOMEWHERE, '--out', 'blocked'],
      { exit: 64, code: 'LOST200_E_USAGE', says: /cannot be kept in blocked/, remedy: /--out/ },
      { cwd },
    );
  });
});

it('shows its help without a command, and fails', async () => {
  const ended = await lost200([]);
  expect(ended).toMatchObject({ code: 64, stdout: '' });
  expect(ended.stderr).toMatch(/Usage: lost200/);
});
