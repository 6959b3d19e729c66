/** How half a surrogate pair looks in JSON text, and also a backslash before "ud" in any other text. */
const SURROGATE_ESCAPE = '\\ud';

/**
 * Members in the order given, so the same request gives the same bytes; `undefined` members are left out. Half a
 * surrogate pair, which a cut text may end with, is replaced: servers answer it with an error of their own.
 */
export function requestBody(members: Readonly<Record<string, unknown>>): string {
  const body = JSON.stringify(members);
  if (!body.includes(SURROGATE_ESCAPE)) return body;
  return JSON.stringify(members, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
