import { reversed, rot13, withoutLeet } from './ciphers.ts';
import { plainOf } from './decode.ts';
import { fold, wordsOf } from './fold.ts';

/** Frequent words of several languages and frequent first names: enough to see that letters were moved about. */
const FREQUENT: ReadonlySet<string> = new Set(
  (
    'the and for that with this from have not are was you your his her they will would there their what about which when who name names client party case court secret password key token code is in it on as at by an be or we he she do if my me up so no go us am ' +
    'hello world jane john doe smith mary james robert michael william david richard joseph thomas charles anna maria peter paul mark alice bob carol dave eve frank grace henry ivan julia karen laura martin nina oscar sarah tom victor emma olivia noah liam sophia lucas mia max leon ben jack emily ella ' +
    'confidential private sealed merger settlement contract agreement document account number amount date meeting project send email data report plan market price offer deal bank card phone address street city der die das und ist nicht mit les des une est pas que los las por para con una del'
  ).split(' '),
);

export interface KnownWords {
  has(word: string): boolean;
}

export type Disguise = 'reversed' | 'code' | 'rotated' | 'spaced' | 'leet' | 'initials' | 'signs';

const CODE = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const SPACED = /(?:^|[^\p{L}\p{N}])(?:[\p{L}\p{N}][ ._|*·-]{1,2}){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/u;
const LEET_WORD = /^(?=.*[a-z])(?=.*[0134578@$!])[a-z0134578@$!]{3,}$/i;
const MORSE = /(?:[.·-]{1,6}[ /]+){3,}[.·-]{1,6}/;
const BYTES = /(?:\b(?:[01]{8}|\d{2,3}|0x[0-9a-f]{2})\b[ ,]+){3,}/i;

/** How a text hides words, if it does. `isWanted`: something that was read asks for hiding, so less is needed. */
export function disguiseIn(text: string, known: KnownWords, isWanted: boolean): Disguise | undefined {
  const needed = isWanted ? 1 : 2;
  const isWord = (word: string): boolean => FREQUENT.has(word) || (word.length >= 4 && known.has(word));
  const raw = text.match(/[\p{L}\p{N}@$!]+/gu) ?? [];
  const words = raw.map((word) => fold(word)).filter((word) => word.length >= 3);
  const strange = words.filter((word) => !isWord(word));
  if (raw.filter((word) => /^\p{Ll}{2,}\p{Lu}$/u.test(word)).length >= needed) return 'reversed';
  if (strange.filter((word) => isWord(reversed(word))).length >= needed) return 'reversed';
  if (wordsOf(fold(reversed(text))).filter((word) => word.length >= 3 && isWord(word) && !words.includes(word)).length >= needed + 1) return 'reversed';
  if ((text.match(CODE) ?? []).some((token) => holdsCode(token, isWanted))) return 'code';
  if (strange.filter((word) => /^[a-z]+$/.test(word) && isWord(rot13(word))).length >= needed) return 'rotated';
  if (SPACED.test(text)) return 'spaced';
  if (raw.filter((word) => LEET_WORD.test(word) && isPlausible(withoutLeet(fold(word)), isWord)).length >= needed) return 'leet';
  if (isWanted && (MORSE.test(text) || BYTES.test(text) || /[\u200b-\u200f\u2060-\u2064\u{e0020}-\u{e007e}]/u.test(text))) return 'signs';
  if (isWanted && isAcrostic(text, isWord)) return 'initials';
  return undefined;
}

function holdsCode(token: string, isWanted: boolean): boolean {
  if (/^[a-z]+$/i.test(token) && !/[a-z][A-Z].*[a-z][A-Z]|=$/.test(token)) return false;
  if (/^[a-z0-9]+(?:[-_/][a-z0-9]+)+$/.test(token) || /^\d+$/.test(token)) return false;
  const plain = plainOf(token) ?? (isWanted ? plainOf(token.padEnd(12, '=')) : undefined);
  return plain !== undefined && /[a-z]{3}/i.test(plain);
}

function isPlausible(word: string, isWord: (word: string) => boolean): boolean {
  return isWord(word) || isWord(word.replaceAll('i', 'l')) || (/^[a-z]+$/.test(word) && /[aeiou]/.test(word) && word.length >= 4);
}

function isAcrostic(text: string, isWord: (word: string) => boolean): boolean {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const initials = (lines.length >= 3 ? lines : text.split(/\s+/)).map((part) => fold(part.charAt(0))).join('');
  if (/^[\p{Lu}]\.?(?:\s?[\p{Lu}]\.?){1,4}$/u.test(text.trim())) return true;
  for (let at = 0; at < initials.length; at += 1) for (const length of [4, 5, 6, 7, 8]) if (at + length <= initials.length && lines.length >= 3 && isWord(initials.slice(at, at + length))) return true;
  return lines.length >= 4 && lines.every((line) => line.split(/\s+/).length <= 8);
}
