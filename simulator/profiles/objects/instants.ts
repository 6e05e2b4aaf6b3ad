/** How providers write instants that we have in ISO 8601 with milliseconds. */

const WITH_MILLISECONDS = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z"/g;

/** The JSON text with every instant in whole seconds: `"2026-11-30T12:00:00Z"`. */
export function inWholeSeconds(json: string): string {
  return json.replace(WITH_MILLISECONDS, '"$1Z"');
}
