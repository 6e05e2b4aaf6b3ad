import { changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const replayedNewId: Alteration = {
  id: 'replayed-new-id',
  kind: 'forgery',
  group: 'forged',
  title: 'A captured request comes again under another id',
  because:
    'Whoever wants an event to happen twice gives it an id that nobody has seen; the id is signed, so the signature tells.',
  requirement: 'must',
  needs: ['verifiable-id'],
  afterGenuine: true,
  after: (signed, { profile, captured = signed, dispatch, strangeId }) => {
    const { id: header } = profile.headerNames;
    if (header !== undefined) return changeHeaders(captured, [header], () => strangeId);
    const text = Buffer.from(captured.body).toString('latin1');
    return {
      ...captured,
      body: Buffer.from(text.replaceAll(dispatch.events[0].id, strangeId), 'latin1'),
    };
  },
};
