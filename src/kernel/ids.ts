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
      return parseId(prefix, `${prefix}_${timeDigits(lastMs)}${randomDigits(tail)}`);
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

function timeDigits(timeMs: number): string {
  invariant(timeMs >= 0 && timeMs <= TIME_MS_MAX, 'the clock is outside the 48 bits of an id');
  let rest = timeMs;
  let text = '';
  for (let place = 0; place < TIME_DIGITS; place += 1) {
    text = CROCKFORD_DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomDigits(bytes: Uint8Array): string {
  let bits = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  for (let place = 0; place < RANDOM_DIGITS; place += 1) {
    text = CROCKFORD_DIGITS.charAt(Number(bits % 32n)) + text;
    bits /= 32n;
  }
  return text;
}

/** Adds one to a big-endian number in place; false when it wrapped round to zero. */
function increment(bytes: Uint8Array): boolean {
  for (const [index, byte] of [...bytes.entries()].reverse()) {
    bytes[index] = byte + 1;
    if (byte < 0xff) break;
  }
  return bytes.some((byte) => byte !== 0);
}
