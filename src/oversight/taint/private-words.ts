import { redact } from '../../redaction/index.ts';
import { PRIVATE_PIECE_CHARS } from './limits.ts';
import type { ReadSource } from './derive.ts';
import { reversed, rot13, withoutLeet } from './words/ciphers.ts';
import { decodedParts } from './words/decode.ts';
import { compact, fold, wordsOf } from './words/fold.ts';
import { shinglesOf, type TextIndex } from './words/text-index.ts';

/** Values that must not leave: secrets of the environment, and whatever else the person told to be private. */
export interface PrivateValues {
  /** Whether any piece of any value stands in the text, in any of the disguises that need no key; what was `said` does not count. */
  standIn(text: string, said?: string): boolean;
}

const WHOLE_CHARS_MIN = 4;
const BASE64_EDGE_CHARS = 2;

export function privateValues(values: readonly string[]): PrivateValues {
  const pieces = new Set<string>();
  for (const value of values) for (const form of formsOf(value)) for (const piece of piecesOf(form)) pieces.add(piece);
  const lengths = [...new Set(Array.from(pieces, (piece) => piece.length))];
  const holds = (bare: string, known: string): boolean => lengths.some((length) => holdsPiece(bare, length, pieces, known));
  return {
    standIn: (text, said = '') => {
      if (pieces.size === 0) return false;
      const known = compact(fold(said));
      return [text, ...decodedParts(text)].some((one) => {
        const bare = compact(fold(one));
        return holds(bare, known) || holds(withoutLeet(fold(one)).replace(/[^a-z0-9]/g, ''), withoutLeet(known));
      });
    },
  };
}

function holdsPiece(bare: string, length: number, pieces: ReadonlySet<string>, known: string): boolean {
  for (let at = 0; at + length <= bare.length; at += 1) {
    const piece = bare.slice(at, at + length);
    if (pieces.has(piece) && !known.includes(piece)) return true;
  }
  return false;
}

function formsOf(value: string): string[] {
  const bare = compact(fold(value));
  if (bare.length < WHOLE_CHARS_MIN) return [];
  const bytes = Buffer.from(value);
  const forms = [bare, reversed(bare), rot13(bare), withoutLeet(bare), bytes.toString('hex'), Buffer.from(reversed(value)).toString('hex')];
  // Base64 of a part of a longer text begins in one of three places.
  for (const shift of [0, 1, 2]) {
    const code = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64').replace(/=+$/, '');
    forms.push(compact(fold(code.slice(shift === 0 ? 0 : shift + 1, code.length - BASE64_EDGE_CHARS))));
  }
  return forms;
}

function piecesOf(form: string): string[] {
  if (form.length <= PRIVATE_PIECE_CHARS) return form.length >= WHOLE_CHARS_MIN ? [form] : [];
  return Array.from({ length: form.length - PRIVATE_PIECE_CHARS + 1 }, (_none, at) => form.slice(at, at + PRIVATE_PIECE_CHARS));
}

/** Personal data that a call may name as its destination; the other kinds are private wherever they stand. */
const NOT_BY_ITSELF = new Set(['EMAIL', 'PHONE', 'IP_ADDRESS', 'MAC_ADDRESS', 'DATE_OF_BIRTH', 'IBAN', 'BANK_ACCOUNT', 'US_ROUTING', 'UK_SORT_CODE']);
const SCANNED_CHARS_MAX = 64 * 1024;

/** Secrets and numbers that name a person, as the detectors know them. */
export function holdsPersonalData(text: string): boolean {
  return redact(text.slice(0, SCANNED_CHARS_MAX), { method: 'mask' }).spans.some(({ type }) => !NOT_BY_ITSELF.has(type));
}

export function holdsSecret(text: string): boolean {
  return redact(text.slice(0, SCANNED_CHARS_MAX), { method: 'mask' }).spans.some(({ type }) => type === 'SECRET');
}

/** Whether the text repeats a run of words of the person's own sources which they did not say themselves. */
export function repeatsOwnSources(text: string, owner: TextIndex, sources: readonly ReadSource[]): boolean {
  const own = sources.filter(({ taintClass }) => taintClass === 'user_trusted_bounded' || taintClass === 'internal_corpus_trusted');
  return [text, ...decodedParts(text), reversed(text)].some((one) =>
    shinglesOf(wordsOf(fold(one))).some(({ hash }) => !owner.shingles.has(hash) && own.some(({ index }) => index.shingles.has(hash))),
  );
}
