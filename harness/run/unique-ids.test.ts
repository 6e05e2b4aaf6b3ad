import { describe, expect, it } from 'vitest';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import type { Settings } from '../config/settings.ts';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import { uniqueIds } from './unique-ids.ts';

function session(ids: Settings['ids']) {
  const settings = { ids } as unknown as Settings;
  return { profile: standardWebhooks, settings, claimedIds: new Set<string>() };
}

const { plan } = new PlayScript().object('pending', 'paid').object('pending');

describe('the ids of a play', () => {
  it('are none of another play of the run', () => {
    const run = session({ object: '{int:2}' });
    const objects = Array.from({ length: 10 }, (_, play) => {
      const ids = uniqueIds(run, plan, `n/${play}`);
      return [ids['o1'], ids['o2']];
    }).flat();
    expect(new Set(objects).size).toBe(20);
  });

  it('a shape that is too short names its key', () => {
    const run = session({ object: '{int:1}' });
    const plays = () => Array.from({ length: 10 }, (_, play) => uniqueIds(run, plan, `n/${play}`));
    expect(plays).toThrow(
      expect.objectContaining({
        code: 'LOST200_E_CONFIG',
        message: 'ids.object has too few values: no two objects of a run may share an id.',
      }),
    );
    expect(() => uniqueIds(session({ object: '{uuid}', event: 'x' }), plan, 'n')).toThrow(/^ids\.event has/);
  });
});
