/** The receiver for which a webhook is only a knock on the door: it asks the provider's API what is true. */
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../systems/postgres.ts';
import { programOf, sightOf, startBundled, freePort } from './bundled-receiver.ts';
import { lost200, reportOf } from './lost200.ts';

const database = await freshDatabase('e2e_truth');
const FILE = 'build/test/receivers/right/fetches-truth.js';

describe.skipIf('missing' in database)('a receiver that fetches the truth', () => {
  const databaseUrl = 'url' in database ? database.url : '';

  it('passes when lost200 starts it', async () => {
    const ended = await lost200(
      [
        ...['run', '--exec', `exec "${process.execPath}" "${programOf(FILE)}"`],
        ...[...sightOf('http://127.0.0.1:{port}', 'object={objectId}'), '--settle', '5s', '--json'],
      ],
      { env: { DATABASE_URL: databaseUrl } },
    );
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const report = reportOf(ended);
    expect(report.summary).toMatchObject({ outcome: 'pass', fail: 0, unknown: 0 });
    expect(report.receiver.capabilities).toContain('provider-api');
  }, 60_000);

  it('passes when it runs already, and knows the address of the API beforehand', async () => {
    const [port, token] = [await freePort(), 'a-token-of-sixteen-or-more'];
    const receiver = await startBundled(FILE, databaseUrl, {
      LOST200_PROVIDER_API: `http://127.0.0.1:${port}/${token}`,
    });
    const ended = await lost200([
      ...['run', receiver.url, 'order/*', ...sightOf(new URL(receiver.url).origin, 'object={objectId}')],
      ...['--provider-api-port', String(port), '--provider-api-token', token, '--settle', '5s', '--json'],
    ]);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expect(reportOf(ended).summary).toMatchObject({ outcome: 'pass', fail: 0, unknown: 0 });
  }, 60_000);
});
