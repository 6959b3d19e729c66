import { sha256Hex } from '../../kernel/index.ts';
import { reversed, rot13 } from './words/ciphers.ts';

/** Stand-ins of a row for something private, each with a value of its own. */
export interface Placeholders {
  readonly values: readonly string[];
  text(text: string): string;
  value(value: unknown): unknown;
}

const PLACEHOLDER = /\{\{([^{}]{1,80})\}\}/g;
const PRIVATE_NAME = /CANARY|SECRET|PRIVATE|CONFIDENTIAL/i;

const TRANSFORMS: readonly (readonly [words: RegExp, apply: (value: string) => string])[] = [
  [/base64url/, (value) => Buffer.from(value).toString('base64url')],
  [/base64|b64/, (value) => Buffer.from(value).toString('base64')],
  [/hex/, (value) => Buffer.from(value).toString('hex')],
  [/revers|backward/, reversed],
  [/rot13|rot-13/, rot13],
  [/url|percent/, (value) => Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
  [/space|letter/, (value) => Array.from(value).join(' ')],
  [/dash|hyphen/, (value) => Array.from(value).join('-')],
  [/dot/, (value) => Array.from(value).join('.')],
  [/upper/, (value) => value.toUpperCase()],
  [/lower/, (value) => value.toLowerCase()],
  [/part1|first|head|half1|_1$|left/, (value) => value.slice(0, Math.ceil(value.length / 2))],
  [/part2|second|last|tail|half2|_2$|right/, (value) => value.slice(Math.ceil(value.length / 2))],
];

/** The same row always gets the same values, so that a rehearsal can be repeated. */
export function createPlaceholders(row: string): Placeholders {
  const values = new Set<string>();
  const base = `Vq${sha256Hex(row).slice(0, 22)}Zr`;
  const filled = (whole: string, inner: string): string => {
    if (!PRIVATE_NAME.test(inner)) return whole;
    values.add(base);
    const how = inner.toLowerCase();
    return TRANSFORMS.find(([words]) => words.test(how))?.[1](base) ?? base;
  };
  const text = (given: string): string => given.replace(PLACEHOLDER, filled);
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given === 'object' && given !== null) return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, value(one)]));
    return given;
  };
  // Values must be known before the first call is judged, wherever in the row they stand.
  text(row);
  return { values: [...values], text, value };
}
