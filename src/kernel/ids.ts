/**
 * Identifiers are `prefix_` and a ULID: 48 bits of milliseconds, then 80 random bits, in Crockford's base 32.
 * Invariant: of two ids with one prefix from the same mint, the later one sorts after the earlier one as text,
 * also within one millisecond and also when the wall clock steps back.
 */
import type { z } from 'zod';
import { ID_SCHEMAS, type IdPrefix } from '../contracts/index.ts';
import type { Clock } from './clock.ts';
import { invariant, KeelsonError } from './errors.ts';
import type { Random } from './random.ts';

export type IdOf<Prefix extends IdPrefix> = z.infer<(typeof ID_SCHEMAS)[Prefix]>;

export interface Ids {
  mint<Prefix extends IdPrefix>(prefix: Prefix): IdOf<Prefix>;
}

const CROCKFORD_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;
const TIME_MS_MAX = 2 ** 48 - 1;
const RANDOM_BYTES = 10;

export function createIds({ clock, random }: { clock: Clock; random: Random }): Ids {
  let lastMs = Number.NEGATIVE_INFINITY;
  let writtenMs = Number.NEGATIVE_INFINITY;
  let written = '';
  /** Most ids of a burst share their millisecond. */
  const timeText = (timeMs: number): string => {
    if (timeMs !== writtenMs) written = timeDigits(timeMs);
    writtenMs = timeMs;
    return written;
  };
  let tail: Uint8Array = new Uint8Array(RANDOM_BYTES);
  return {
    mint(prefix) {
      const nowMs = Math.floor(clock.nowMs());
      if (nowMs > lastMs) {
        lastMs = nowMs;
        tail = random.bytes(RANDOM_BYTES);
      } else if (!increment(tail)) {
        // All 2^80 tails of this millisecond are behind us: borrow the next one.
        lastMs += 1;
        tail = random.bytes(RANDOM_BYTES);
      }
      // Right by construction, which the tests compare with the schemas; parsing each id would cost more than making it.
      return `${prefix}_${timeText(lastMs)}${randomDigits(tail)}` as IdOf<typeof prefix>;
    },
  };
}

/** Takes a text for an id of this kind, or refuses it. */
export function parseId<Prefix extends IdPrefix>(prefix: Prefix, text: string): IdOf<Prefix> {
  const parsed = ID_SCHEMAS[prefix].safeParse(text);
  if (parsed.success) return parsed.data as IdOf<Prefix>;
  throw new KeelsonError('id.invalid', {
    message: `"${text}" is not an id of the form ${prefix}_<ULID>.`,
    nextStep: `Copy the whole id, including "${prefix}_", from where it was shown; ids are never typed by hand.`,
    data: { prefix, value: text },
  });
}

/** When an id was minted, in milliseconds since 1970. */
export function idTimeMs(id: IdOf<IdPrefix>): number {
  const body = id.slice(id.indexOf('_') + 1);
  let timeMs = 0;
  for (const digit of body.slice(0, TIME_DIGITS)) timeMs = timeMs * 32 + CROCKFORD_DIGITS.indexOf(digit);
  return timeMs;
}

/** A text that sorts before every id of this kind that was minted at that time or later, and after all others. */
export function idsFrom(prefix: IdPrefix, timeMs: number): string {
  return `${prefix}_${timeDigits(Math.max(0, Math.floor(timeMs)))}`;
}

function timeDigits(timeMs: number): string {
  invariant(timeMs >= 0 && timeMs <= TIME_MS_MAX, 'the clock is outside the 48 bits of an id');
  return base32(timeMs, TIME_DIGITS);
}

/** Five bytes are eight digits, and the number they make is far below what a double holds exactly. */
function randomDigits(bytes: Uint8Array): string {
  return base32(fortyBits(bytes, 0), RANDOM_DIGITS / 2) + base32(fortyBits(bytes, RANDOM_BYTES / 2), RANDOM_DIGITS / 2);
}

function fortyBits(bytes: Uint8Array, from: number): number {
  let number = 0;
  for (let at = from; at < from + RANDOM_BYTES / 2; at += 1) number = number * 256 + (bytes[at] ?? 0);
  return number;
}

function base32(number: number, digits: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < digits; place += 1) {
    text = CROCKFORD_DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Adds one to a big-endian number in place; false when it wrapped round to zero. */
function increment(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const next = (bytes[at] ?? 0) + 1;
    bytes[at] = next;
    if (next <= 0xff) return true;
  }
  return false;
}
