import { hash } from 'node:crypto';
import type { Sha256 } from '../contracts/index.ts';
import { KeelsonError } from './errors.ts';
import { CANONICAL_JSON_CHARS_MAX, JSON_DEPTH_MAX } from './limits.ts';

const PLAIN_CHARS_MAX = 64;
const NAMES_IN_PLACE_MAX = 24;
const WRITTEN_NAMES_MAX = 2_000;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_SURROGATE = 0xd800;

/** Where the walk stands: `containers[i]` was entered and its member `steps[i]` is being written. */
interface Walk {
  readonly containers: object[];
  readonly steps: (string | number)[];
}

/**
 * RFC 8785: one spelling for each JSON value, so that equal values have equal hashes.
 * Only null, booleans, finite numbers, strings, plain arrays and plain objects have one. Anything else is refused,
 * `undefined` members included: leaving something out in silence would give two different values one hash.
 */
export function canonicalJson(value: unknown): string {
  return writeValue(value, { containers: [], steps: [] });
}

const texts = new WeakMap<object, string>();

/**
 * The value of a canonical text. Whoever writes the value out again, alone or within another, is given this very text
 * instead of a walk through it; so it must not be changed.
 */
export function parseCanonical(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) texts.set(value, text);
  return value;
}

/**
 * An object whose member `value` stands in a canonical text. The text is read when somebody looks at it, which hardly anybody
 * does; whoever writes the object out is given the text.
 */
export function canonicalValue(text: string): { readonly value: unknown } {
  let read: { readonly value: unknown } | undefined;
  const holder = {
    get value() {
      read ??= { value: parseCanonical(text) };
      return read.value;
    },
  };
  texts.set(holder, `{"value":${text}}`);
  return holder;
}

/**
 * Writes out once what is handed on from turn to turn and never changed, such as a message of a conversation: whoever
 * writes out something with this in it is given its text.
 */
export function keepCanonical(value: object): void {
  if (!texts.has(value)) texts.set(value, canonicalJson(value));
}

/** Lower-case hexadecimal SHA-256 of bytes, or of a text's UTF-8 bytes. */
export function sha256Hex(content: string | Uint8Array): Sha256 {
  return hash('sha256', content, 'hex');
}

/** The identity of a JSON value: SHA-256 over its canonical text. */
export function canonicalHash(value: unknown): Sha256 {
  return sha256Hex(canonicalJson(value));
}

function writeValue(value: unknown, walk: Walk): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, walk);
    case 'number':
      return writeNumber(value, walk);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeContainer(value, walk);
    default:
      throw notSerialisable(typeof value, walk);
  }
}

function writeString(text: string, walk: Walk): string {
  if (isPlain(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw loneSurrogate(walk);
  // For well-formed text the platform's escapes are exactly those of RFC 8785.
  return JSON.stringify(text);
}

/** Most names and values are short and need no escape; seeing that here is faster than a call to the platform. */
function isPlain(text: string): boolean {
  if (text.length > PLAIN_CHARS_MAX) return false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < SPACE || unit === QUOTE || unit === BACKSLASH || unit >= FIRST_SURROGATE) return false;
  }
  return true;
}

function writeNumber(value: number, walk: Walk): string {
  if (!Number.isFinite(value)) throw nonFiniteNumber(value, walk);
  // RFC 8785 takes its number format from ECMAScript; minus zero is written as 0 by both.
  return String(value);
}

function writeContainer(container: object, walk: Walk): string {
  const known = texts.get(container);
  if (known !== undefined) return known;
  const kind = refusedKind(container, walk);
  if (kind !== undefined) throw notSerialisable(kind, walk);
  if (walk.containers.length >= JSON_DEPTH_MAX) throw tooDeep();
  walk.containers.push(container);
  const text = Array.isArray(container) ? writeArray(container, walk) : writeObject(container as Record<string, unknown>, walk);
  walk.containers.pop();
  if (text.length > CANONICAL_JSON_CHARS_MAX) throw tooLarge(text.length);
  return text;
}

/** What makes an object unfit for JSON; undefined for a plain object or array. */
function refusedKind(container: object, walk: Walk): string | undefined {
  if (walk.containers.includes(container)) return 'cycle';
  const prototype: unknown = Object.getPrototypeOf(container);
  const isPlain = Array.isArray(container) ? prototype === Array.prototype : prototype === Object.prototype || prototype === null;
  if (!isPlain) return className(container);
  return Object.getOwnPropertySymbols(container).length > 0 ? 'symbol key' : undefined;
}

function writeArray(items: readonly unknown[], walk: Walk): string {
  const depth = walk.containers.length - 1;
  let text = '';
  for (let index = 0; index < items.length; index += 1) {
    walk.steps[depth] = index;
    if (index > 0) text += ',';
    text += writeValue(items[index], walk);
  }
  return `[${text}]`;
}

function writeObject(members: Readonly<Record<string, unknown>>, walk: Walk): string {
  const depth = walk.containers.length - 1;
  const names = inOrder(Object.keys(members));
  let text = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    walk.steps[depth] = name;
    text += index === 0 ? `{${writeName(name, walk)}` : `,${writeName(name, walk)}`;
    text += writeValue(members[name], walk);
  }
  return text === '' ? '{}' : `${text}}`;
}

/**
 * By UTF-16 code units, which is the order RFC 8785 asks for. Most objects have few members and are made in order or nearly so:
 * that is seen and put right in place, where a sort would copy all names first.
 */
function inOrder(names: string[]): string[] {
  if (names.length > NAMES_IN_PLACE_MAX) return names.sort();
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] as string;
    let before = index - 1;
    for (; before >= 0 && (names[before] as string) > name; before -= 1) names[before + 1] = names[before] as string;
    names[before + 1] = name;
  }
  return names;
}

/** Names as they stand in a text, with the colon. The same few hundred come again and again; those that are made up are not kept. */
const writtenNames = new Map<string, string>();

function writeName(name: string, walk: Walk): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const text = `${writeString(name, walk)}:`;
  if (writtenNames.size < WRITTEN_NAMES_MAX && name.length <= PLAIN_CHARS_MAX) writtenNames.set(name, text);
  return text;
}

/** The place of the value being written, as a JSON pointer; the root is the empty text. */
function pointer(walk: Walk): string {
  return walk.steps
    .slice(0, walk.containers.length)
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
    .toWellFormed();
}

function className(value: object): string {
  const constructor: unknown = value.constructor;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'object';
}

function place(path: string): string {
  return path === '' ? 'The value' : `The value at ${path}`;
}

function notSerialisable(type: string, walk: Walk): KeelsonError {
  const path = pointer(walk);
  return new KeelsonError('json.not_serialisable', {
    message: `${place(path)} has no JSON form (${type}).`,
    nextStep: 'Pass only null, booleans, numbers, strings, arrays and plain objects; leave absent members out.',
    data: { path, type },
  });
}

function nonFiniteNumber(value: number, walk: Walk): KeelsonError {
  const path = pointer(walk);
  return new KeelsonError('json.non_finite_number', {
    message: `${place(path)} is ${value}, which JSON cannot express.`,
    nextStep: 'Decide what the missing number means before storing it: leave the member out or write null.',
    data: { path, value: String(value) },
  });
}

function loneSurrogate(walk: Walk): KeelsonError {
  const path = pointer(walk);
  return new KeelsonError('json.lone_surrogate', {
    message: `${place(path)} holds or is named by half of a surrogate pair, which has no UTF-8 form.`,
    nextStep: 'Cut texts between whole characters, or repair this one with toWellFormed().',
    data: { path },
  });
}

function tooDeep(): KeelsonError {
  return new KeelsonError('json.too_deep', {
    message: `The value nests deeper than ${JSON_DEPTH_MAX} levels.`,
    nextStep: 'Flatten the value, or store its inner parts separately and refer to them.',
    data: { limit: JSON_DEPTH_MAX },
  });
}

function tooLarge(size: number): KeelsonError {
  return new KeelsonError('json.too_large', {
    message: `The canonical text has at least ${size} characters; at most ${CANONICAL_JSON_CHARS_MAX} are allowed.`,
    nextStep: 'Store the large part as a blob and refer to it by hash.',
    data: { limit: CANONICAL_JSON_CHARS_MAX, size },
  });
}
