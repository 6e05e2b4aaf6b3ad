import { expect, it } from 'vitest';
import type { SinkSettings } from '../../config/settings.ts';
import { sinkNotices } from './notices.ts';

const NONE = { calls: 0, named: 0, unnamed: [] };
const nothing: SinkSettings = { env: [], keys: [], ignore: [], judge: [], routes: [] };

it.each<[string, Partial<SinkSettings>]>([
  ['LEDGER_URL', { env: [{ name: 'LEDGER_URL', path: '' }] }],
  ['SMTP_URL, SMTP_HOST, SMTP_PORT', { smtp: {} }],
  ['MAIL_HOST', { smtp: { env: { host: 'MAIL_HOST' } } }],
  ['HTTP_PROXY', { proxy: { allow: [] } }],
])('a sink that was never called names the variables that lead to it: %s', (names, settings) => {
  const [notice] = sinkNotices({ ...nothing, ...settings }, NONE, new Map());
  expect(notice?.sentence.code).toBe('sink-unused');
  expect(notice?.remedy?.text).toContain(`(${names})`);
});
