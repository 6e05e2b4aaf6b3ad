import type { Alteration } from '../alteration.ts';

export const appendedSpace: Alteration = {
  id: 'appended-space',
  kind: 'forgery',
  group: 'forged',
  title: 'A space follows the body that was signed',
  because:
    'It says the same, but these are not the bytes that were signed: a receiver that takes them verifies what it parsed and not what it got (bug list P1).',
  // The content is the one that was signed: nothing is lost.
  requirement: 'should',
  needs: ['signed-body', 'signature-header', 'json-body'],
  after: (signed) => ({ ...signed, body: Buffer.concat([signed.body, Buffer.from(' ')]) }),
};
