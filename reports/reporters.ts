/** Every report format. A new one is a file beside this one, and a line here. */
import { json } from './json.ts';
import { junit } from './junit.ts';
import type { Reporter } from './reporter.ts';
import { terminal } from './terminal.ts';

export const reporters: readonly Reporter[] = [json, junit, terminal];
