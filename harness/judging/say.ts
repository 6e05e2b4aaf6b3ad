import type { Sentence } from '../../reports/run-report.ts';

/** A sentence from its code, its values and an English text with `{name}` placeholders. */
export function say(
  code: string,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): Sentence {
  return {
    code,
    values,
    text: text.replace(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found)),
  };
}
