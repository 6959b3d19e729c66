/** Longer ones are data, such as hashes and encoded pictures, and nobody asks for them. */
const WORD_CHARS_MAX = 64;

/** Scripts that are written without blanks between words; two characters in a row stand for a word there. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const CAPITAL_INSIDE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
const ACCENTS = /[\u0300-\u036f]/gu;

/**
 * The words of a text as they are indexed and asked for: in small letters, without accents. A name such as `openGate` is
 * given whole and in its parts; scripts without blanks are given in pairs of characters.
 */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(RUN)) words.push(...wordsOfRun(run));
  return words;
}

function wordsOfRun(run: string): string[] {
  if (run.length > WORD_CHARS_MAX && !UNSPACED.test(run)) return [];
  if (UNSPACED.test(run)) return pairsOf(folded(run));
  const parts = run.split(CAPITAL_INSIDE);
  return parts.length === 1 ? [folded(run)] : [run, ...parts].map(folded);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function folded(run: string): string {
  return run.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
}
