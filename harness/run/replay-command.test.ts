import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../config/settings.ts';
import { replayCommand } from './replay-command.ts';

function command(path: string, ...words: readonly string[]): string {
  return replayCommand(path, { replayArguments: words } as unknown as Settings);
}

describe('the command that plays a plan again', () => {
  it('is plain where all is plain', () => {
    expect(
      command('.lost200/failures/acks-lost-200-1a2b.json', 'http://127.0.0.1:3000/hooks', '--timeout', '2s'),
    ).toBe(
      'npx lost200 replay .lost200/failures/acks-lost-200-1a2b.json http://127.0.0.1:3000/hooks --timeout 2s',
    );
  });

  it('quotes what a shell would read', () => {
    expect(command('p.json', 'http://x/?a=1&b={objectId}', "it's", '')).toBe(
      `npx lost200 replay p.json 'http://x/?a=1&b={objectId}' 'it'\\''s' ''`,
    );
  });

  it('keeps references to the environment for lost200, unread by the shell', () => {
    expect(command('p.json', '--header', 'authorization: ${TOKEN}')).toContain("'authorization: ${TOKEN}'");
  });

  it.skipIf(process.platform === 'win32')('means the same words to a shell, whatever they are', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const line = command('p.json', ...words).replace(/^npx lost200 replay/, `printf '%s\\0'`);
        const told = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
        expect(told.split('\0').slice(0, -1)).toEqual(['p.json', ...words]);
      }),
      { numRuns: 25, seed: 200 },
    );
  });
});
