/** The texts by which a secret can be known. Public keys are none of them. */

/** Shorter lines of a private key say too little. */
const LINE_MIN = 16;

/** As it is given, without what stands before every secret of its kind, and a private key without its frame, whole and by lines. */
export function secretForms(secret: string, keyPrefix = ''): readonly string[] {
  if (secret.includes('-----BEGIN ')) {
    const lines = secret.split(/\r?\n/).filter((line) => /^[A-Za-z0-9+/=]+$/.test(line.trim()));
    return [secret, lines.join(''), ...lines.filter((line) => line.length >= LINE_MIN)];
  }
  return [...new Set([secret, bareSecret(secret, keyPrefix)])];
}

export function bareSecret(secret: string, keyPrefix: string): string {
  return secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret;
}
