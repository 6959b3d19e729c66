import { checkText } from '../../redaction/index.ts';
import { objectOf } from '../adapters/wire-values.ts';

export interface ConfigIssue {
  readonly path: string;
  readonly message: string;
}

export const KEY_ADVICE =
  'keys are never written into this file; name where the key is: {"env": "NAME"}, {"command": ["program", "argument"]} or {"keychain": "NAME"}';

/** Headers that carry a key; keys go into `keys`, which nothing shows. */
const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'cookie']);

/** Deep enough for every section there is; what lies deeper is refused by the schema anyway. */
const DEPTH_MAX = 12;

/** Every place where a key stands in the file as it is. Says where, never what. */
export function literalKeys(value: unknown, path: readonly string[] = []): ConfigIssue[] {
  if (path.length > DEPTH_MAX) return [];
  if (typeof value === 'string') return isLiteralKey(value, path) ? [{ path: path.join('.'), message: KEY_ADVICE }] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => literalKeys(item, [...path, String(at)]));
  return Object.entries(objectOf(value) ?? {}).flatMap(([key, item]) => literalKeys(item, [...path, key]));
}

function isLiteralKey(text: string, path: readonly string[]): boolean {
  const [last = '', holder] = [path.at(-1), path.at(-2)];
  if (holder === 'keys' || (holder === 'headers' && KEY_HEADERS.has(last.toLowerCase()))) return true;
  return checkText(text).spans.some((span) => span.type === 'SECRET');
}
