/** Colour for terminals, or none. */
import { styleText } from 'node:util';

export type Tone = 'good' | 'bad' | 'doubt' | 'quiet' | 'strong';
export type Paint = (tone: Tone, text: string) => string;

const FORMATS = { good: 'green', bad: 'red', doubt: 'yellow', quiet: 'dim', strong: 'bold' } as const;

/** Whether there is colour is the caller's decision alone: no look at streams or the environment. */
export function painter(colour: boolean): Paint {
  if (!colour) return (_tone, text) => text;
  return (tone, text) => styleText(FORMATS[tone], text, { validateStream: false });
}
