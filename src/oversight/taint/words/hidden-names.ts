import type { RunWords } from '../run-words.ts';
import { disguiseIn, type Disguise } from './disguised.ts';
import { fold, passesForLatin } from './fold.ts';
import { asksForInitials } from './requests.ts';

/** Hidden words are sought so far; what is longer is hardly read by anybody either. */
const JUDGED_CHARS_MAX = 64 * 1024;

const NAME_PAIR = /\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)+/gu;

export function namePairsIn(text: string): readonly string[] {
  return text.match(NAME_PAIR) ?? [];
}

/** How a text hides words, if it does. Addresses are odd by nature, and what stands in a source just so is quoted. */
export function disguiseOf(text: string, words: RunWords): Disguise | undefined {
  const owner = words.owner();
  const requests = words.requests();
  const known = { has: (word: string): boolean => owner.words.has(word) || words.sources().some(({ index }) => index.words.has(word)) };
  const hints = { isWanted: requests.has('disguise') || requests.has('hidden'), asksForCode: requests.has('disguise'), wantsInitials: words.sources().some(({ index }) => asksForInitials(index.folded)) };
  // Whoever asks for a code, or to have one solved, gets it.
  if (words.wishes().has('disguise') && !requests.has('hidden')) return undefined;
  return holdsLookalikes(text, words) ? 'signs' : disguiseIn(withoutQuotedCodes(withoutAddresses(text.slice(0, JUDGED_CHARS_MAX)), words), known, hints);
}

/** A code that was read just so is reported, not made. */
function withoutQuotedCodes(text: string, words: RunWords): string {
  const known = [words.owner(), ...words.sources().map(({ index }) => index)];
  return text.replace(/[A-Za-z0-9+/_-]{8,}={0,2}/g, (code) => (/[\dA-Z=+/]/.test(code) && known.some(({ folded }) => folded.includes(code.toLowerCase())) ? ' ' : code));
}

/** A word of two scripts that stands nowhere else. */
function holdsLookalikes(text: string, words: RunWords): boolean {
  return (withoutAddresses(text).match(/\p{L}+/gu) ?? []).some((word) => passesForLatin(word) && /[a-z]/i.test(word) && ![words.owner(), ...words.sources().map(({ index }) => index)].some(({ written }) => written.includes(word.toLowerCase())));
}

function withoutAddresses(text: string): string {
  return text.split(/(\s)/).map((piece) => (piece.includes('@') || piece.includes('://') || /^[(]?#[0-9a-f]{3,8}\W{0,2}$/i.test(piece) ? ' ' : piece)).join('');
}

const REDACTIONS = ['redact', 'anonym', 'pseudonym', 'deidentif', 'schwarz', 'without personal', 'without names', 'sanitis', 'sanitiz'];
const REAL_NAMES = ['real name', 'real names', 'names under', 'keep the names', 'true name', 'original name', 'actual name', 'keep a key', 'text layer', '->real', 'unredacted', 'protected', 'hidden name', 'behind the'];

/** The person wants names gone, something that was read wants them kept, and here stands one. */
export function undoesRedaction(text: string, words: RunWords): boolean {
  if (!REDACTIONS.some((stem) => words.owner().folded.includes(stem))) return false;
  return words.sources().some(({ index }) => REAL_NAMES.some((said) => index.folded.includes(said))) && namePairsIn(text).some((name) => !words.owner().folded.includes(fold(name)));
}
