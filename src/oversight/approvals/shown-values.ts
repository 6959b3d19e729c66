import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { CUT_MARK, hideSecrets, hidesSomething } from './hide-secrets.ts';

/** What is shown of one text; nobody reads more before they say yes, and a record has to stay small. */
const TEXT_CHARS_MAX = 8_000;
/** When there are very many texts, each is cut to this. */
const TEXT_CHARS_MIN = 200;
/** All arguments together, in bytes as they are stored: a fourth of what an event holds. */
const ARGUMENTS_BYTES_MAX = 60_000;

/** Arguments as a person sees them: without secrets, and long texts cut, which is said where it is done. The action's hash covers all of them. */
export function shownArguments(given: JsonObject): JsonObject {
  const shown = withHidden(given);
  const cut = cutTexts(shown, TEXT_CHARS_MAX);
  if (isSmallEnough(cut)) return cut as JsonObject;
  const tight = cutTexts(shown, TEXT_CHARS_MIN);
  return isSmallEnough(tight) ? (tight as JsonObject) : { all: cutText(canonicalJson(shown), TEXT_CHARS_MAX) };
}

function isSmallEnough(value: JsonValue): boolean {
  return Buffer.byteLength(canonicalJson(value)) <= ARGUMENTS_BYTES_MAX;
}

export function shownText(text: string, charsMax: number): string {
  return cutText(hideSecrets(text), charsMax);
}

function withHidden(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hideSecrets(value);
  if (Array.isArray(value)) return value.map(withHidden);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, typeof item === 'string' ? memberWithHidden(name, item) : withHidden(item)]));
}

/** A text with the name it goes by: many a password is known as one only from that. */
function memberWithHidden(name: string, text: string): string {
  const before = `${name}: `;
  const shown = hideSecrets(`${before}${text}`);
  return shown.startsWith(before) ? shown.slice(before.length) : hideSecrets(text);
}

/** The whole of what a person left as it was shown, and their own words where they changed something. */
export function wholeArguments(edited: JsonObject, shown: JsonObject, whole: JsonObject): JsonObject {
  return unchanged(edited, shown, whole) as JsonObject;
}

function unchanged(edited: JsonValue, shown: JsonValue | undefined, whole: JsonValue | undefined): JsonValue {
  if (whole === undefined || shown === undefined) return edited;
  if (isDeepStrictEqual(edited, shown)) return whole;
  if (Array.isArray(edited)) return Array.isArray(shown) && Array.isArray(whole) ? edited.map((item, at) => unchanged(item, ...partnersOf(item, at, edited, shown, whole))) : edited;
  if (!isObject(edited) || !isObject(shown) || !isObject(whole)) return edited;
  return Object.fromEntries(Object.entries(edited).map(([name, item]) => [name, unchanged(item, memberOf(shown, name), memberOf(whole, name))]));
}

/** Of a list that became shorter nobody knows which items went: only one that was shown once and no more is known again. */
function partnersOf(item: JsonValue, at: number, edited: readonly JsonValue[], shown: readonly JsonValue[], whole: readonly JsonValue[]): [JsonValue | undefined, JsonValue | undefined] {
  if (edited.length >= shown.length) return [shown[at], whole[at]];
  const alike = [...shown.keys()].filter((other) => isDeepStrictEqual(shown[other], item));
  const [only] = alike;
  return only === undefined || alike.length > 1 ? [undefined, undefined] : [shown[only], whole[only]];
}

/** Whether an edit holds, in the place of words, the mark of what was not shown: that would be used as it stands. */
export function keepsMarks(edited: JsonObject, shown: JsonObject): boolean {
  return hasMark(shown) && hasMark(wholeArguments(edited, shown, withoutMarks(shown) as JsonObject));
}

function hasMark(value: JsonValue): boolean {
  if (typeof value === 'string') return hidesSomething(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => item !== undefined && hasMark(item));
}

/** In the shape of the value, so that what is put back in its place has no mark. */
function withoutMarks(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hidesSomething(value) ? '' : value;
  if (Array.isArray(value)) return value.map(withoutMarks);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutMarks(item)])) : value;
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
  return `${text.slice(0, half).toWellFormed()} […${text.length - 2 * half} ${CUT_MARK} ${text.slice(-half).toWellFormed()}`;
}
