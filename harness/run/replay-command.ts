/** The one command that plays a stored plan again, ready to paste into a shell. */
import type { Settings } from '../config/settings.ts';

export function replayCommand(planPath: string, settings: Settings): string {
  return ['npx', 'lost200', ...(settings.replayVerb ?? ['replay']), planPath, ...settings.replayArguments]
    .map(shellQuote)
    .join(' ');
}

/** For POSIX shells: plain words stay plain; `${NAME}` is left for the shell. */
function shellQuote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
