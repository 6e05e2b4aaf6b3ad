/** Python with its standard library, for the example observer: the command that starts it, or what is missing. */
import { spawnSync } from 'node:child_process';
import { leaveOut, type Missing } from './left-out.ts';

export function python(name: string): { readonly command: string } | Missing {
  const probe = spawnSync('python3', ['-c', 'import sqlite3'], { timeout: 30_000 });
  if (probe.status === 0) return { command: 'python3' };
  const missing = {
    missing: 'there is no python3 with sqlite3',
    remedy: 'install it: apt-get install python3',
  };
  leaveOut(`tests of ${name} in Python`, missing);
  return missing;
}
