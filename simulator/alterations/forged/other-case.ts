import type { Alteration } from '../alteration.ts';

export const otherCase: Alteration = {
  id: 'other-case',
  kind: 'forgery',
  group: 'forged',
  title: 'The token is right but for upper and lower case',
  because:
    'A database whose collation knows no case finds the token all the same, and every letter is then easier to guess.',
  requirement: 'must',
  needs: ['token'],
  signing: (signing) => ({ ...signing, forge: { digest: otherwise } }),
};

/** A token without letters gets one. */
function otherwise(token: string): string {
  const lower = token.toLowerCase();
  const changed = lower === token ? token.toUpperCase() : lower;
  return changed === token ? `${token}a` : changed;
}
