import type { JsonValue } from '../../contracts/index.ts';

/** What a JSON Pointer (RFC 6901) names inside a value; undefined when there is nothing. */
export function pointedAt(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let at: JsonValue | undefined = value;
  for (const part of pointer.slice(1).split('/')) at = memberOf(at, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return at;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return String(Number(name)) === name ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
