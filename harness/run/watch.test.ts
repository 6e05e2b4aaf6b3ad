import { expect, it } from 'vitest';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import type { Observer } from '../observers/observer.ts';
import { createRedactor } from '../redact.ts';
import { Watch } from './watch.ts';

const SECRET = 'Bearer of-the-shop-42';

it('keeps rows with labels for ids and without secrets; for learning as they were read', async () => {
  const script = new PlayScript().object('pending', 'paid');
  const ids = { o1: 'obj_1', e1: 'msg_1', e2: 'msg_2' };
  const row = { id: 'obj_1', headers: `{"authorization":"${SECRET}","webhook-id":"msg_2"}`, note: null };
  let reads = 0;
  const tables: Observer = {
    name: 'tables',
    speaks: 'receiver',
    readsEffectsBy: 'object',
    readEffects: async () => {
      reads += 1;
      return [{ kind: 'inbox', row: reads < 3 ? row : { ...row, note: 'new' } }];
    },
    learn: () => ({ stateOf: () => null, ignored: {}, doubts: {}, notes: [] }),
    close: async () => undefined,
  };
  const watch = new Watch({
    plan: script.plan,
    binding: { namespace: 'ns', originMs: 0, ids, fixed: {} },
    history: script.history,
    observers: [tables],
    signal: new AbortController().signal,
    redact: createRedactor([SECRET]),
  });
  script.history.enter('final');
  const headers = '{"authorization":"[secret]","webhook-id":"{e2}"}';
  const kept = { id: '{o1}', headers, note: null };
  for (const shown of [kept, kept, { ...kept, note: 'new' }]) {
    await watch.readEffects(['o1']);
    expect(watch.effects('tables', 'o1')).toEqual([{ kind: 'inbox', row: shown }]);
  }
  expect(JSON.stringify(script.history.entries)).not.toContain(SECRET);
  expect(watch.effectsAsRead('tables', 'o1')?.[0]?.row?.['headers']).toContain(SECRET);
});
