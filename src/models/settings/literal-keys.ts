import { checkText } from '../../redaction/index.ts';
import { variableOf, type Environment } from './environment.ts';
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
  if (typeof value === 'string') return isLiteralKey(value, path) ? [{ path: shownPath(path), message: KEY_ADVICE }] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => literalKeys(item, [...path, String(at)]));
  return Object.entries(objectOf(value) ?? {}).flatMap(([key, item]) => {
    const here = isKeyLike(key) ? [{ path: shownPath([...path, key]), message: KEY_ADVICE }] : [];
    return [...here, ...literalKeys(item, [...path, key])];
  });
}

/** A name as it may be shown: a key that somebody wrote where a name belongs is not. */
export function shownName(name: string): string {
  return isKeyLike(name) ? '[key]' : name;
}

/** A place in the file as it may be shown. */
export function shownPath(path: readonly PropertyKey[]): string {
  return path.map((part) => shownName(String(part))).join('.');
}

/** Names of variables that end so hold a key, whoever set them. */
const KEY_ENDINGS = ['_API_KEY', '_TOKEN', '_SECRET', '_PASSWORD'];

/** Whether a text looks like a key, or has the value of a variable that holds one in it. */
export function holdsKey(text: string, environment: Environment): boolean {
  return isKeyLike(text) || Object.keys(environment).some((name) => KEY_ENDINGS.some((end) => name.endsWith(end)) && isWithin(text, variableOf(environment, name)));
}

/** Shorter values are no keys, and would be found in ordinary names. */
const KEY_CHARS_MIN = 8;

function isWithin(text: string, value: string | undefined): boolean {
  return value !== undefined && value.length >= KEY_CHARS_MIN && text.includes(value);
}

function isKeyLike(text: string): boolean {
  return checkText(text).spans.some((span) => span.type === 'SECRET');
}

function isLiteralKey(text: string, path: readonly string[]): boolean {
  const [last = '', holder] = [path.at(-1), path.at(-2)];
  if (holder === 'keys' || (holder === 'headers' && KEY_HEADERS.has(last.toLowerCase()))) return true;
  return isKeyLike(text);
}
