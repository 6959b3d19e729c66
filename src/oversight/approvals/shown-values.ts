import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { valueWithoutSecrets, withoutSecrets } from '../../redaction/index.ts';

/** What is shown of one text; nobody reads more before they say yes, and a record has to stay small. */
const TEXT_CHARS_MAX = 8_000;
/** When there are very many texts, each is cut to this. */
const TEXT_CHARS_MIN = 200;
/** All arguments together, in bytes as they are stored: a fourth of what an event holds. */
const ARGUMENTS_BYTES_MAX = 60_000;

/** Arguments as a person sees them: without secrets, and long texts cut, which is said where it is done. The action's hash covers all of them. */
export function shownArguments(given: JsonObject): JsonObject {
  const shown = valueWithoutSecrets(given);
  const cut = cutTexts(shown, TEXT_CHARS_MAX);
  if (isSmallEnough(cut)) return cut as JsonObject;
  const tight = cutTexts(shown, TEXT_CHARS_MIN);
  return isSmallEnough(tight) ? (tight as JsonObject) : { all: cutText(canonicalJson(shown), TEXT_CHARS_MAX) };
}

function isSmallEnough(value: JsonValue): boolean {
  return Buffer.byteLength(canonicalJson(value)) <= ARGUMENTS_BYTES_MAX;
}

export function shownText(text: string, charsMax: number): string {
  return cutText(withoutSecrets(text), charsMax);
}

/** The whole of what a person left as it was shown, and their own words where they changed something. */
export function wholeArguments(edited: JsonObject, shown: JsonObject, whole: JsonObject): JsonObject {
  return unchanged(edited, shown, whole) as JsonObject;
}

function unchanged(edited: JsonValue, shown: JsonValue | undefined, whole: JsonValue | undefined): JsonValue {
  if (whole === undefined || shown === undefined) return edited;
  if (isDeepStrictEqual(edited, shown)) return whole;
  if (Array.isArray(edited)) return Array.isArray(shown) && Array.isArray(whole) ? edited.map((item, at) => unchanged(item, shown[at], whole[at])) : edited;
  if (!isObject(edited) || !isObject(shown) || !isObject(whole)) return edited;
  return Object.fromEntries(Object.entries(edited).map(([name, item]) => [name, unchanged(item, memberOf(shown, name), memberOf(whole, name))]));
}

function memberOf(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cutTexts(value: JsonValue, charsMax: number): JsonValue {
  if (typeof value === 'string') return cutText(value, charsMax);
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, charsMax));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, charsMax)])) : value;
}

/** Beginning and end stay: what is hidden in a long text is most often hidden at its end. */
function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = Math.floor(charsMax / 2);
  return `${text.slice(0, half).toWellFormed()} […${text.length - 2 * half} characters are not shown here…] ${text.slice(-half).toWellFormed()}`;
}
