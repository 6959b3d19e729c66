import { reversed, rot13, rotated, withoutLeet } from './ciphers.ts';
import { plainOf } from './decode.ts';
import { fold } from './fold.ts';

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
const SPACED = /(?:^|[^\p{L}\p{N}])(?:[\p{L}\p{N}][ ._|*·\n-]{1,2}){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/u;
const LEET_WORD = /^(?=.*[a-z])(?=.*[0134578@$!])[a-z0134578@$!]{3,}$/i;
const ROTATIONS = Array.from({ length: 25 }, (_none, at) => at + 1);
const MORSE = /(?:[.·-]{1,6}[ /]+){3,}[.·-]{1,6}/;
/** Digits as pictures, in circles, in words, or letters in another dress. */
const KEYCAPS = /(?:[0-9]\uFE0F?\u20E3){2,}|[\u2460-\u24FF\u2776-\u2793]{2,}/u;
const NUMBER_WORDS = /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|sechs|sieben|acht|neun)\b[ ,.-]{1,3}){5,}/i;
/** Where hidden numbers are asked for, a few are enough. */
const FEW_NUMBER_WORDS = /(?:\b(?:zero|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|sechs|sieben|acht|neun)\b[ ,.-]{1,3}){2,}(?:zero|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|sechs|sieben|acht|neun)\b/i;
const STYLED = /[\u{1D400}-\u{1D7FF}\uFF10-\uFF19\uFF21-\uFF5A]{3,}|[\u01DD\u0250-\u02AF\u1D00-\u1DBF\u{1F1E6}-\u{1F1FF}].*[\u01DD\u0250-\u02AF\u1D00-\u1DBF\u{1F1E6}-\u{1F1FF}]/u;
/** Ends as Pig Latin does, and is plain English, which code and dates are full of. */
const PLAIN_ENDING: ReadonlySet<string> = new Set('day today birthday holiday yesterday everyday weekday workday midday monday tuesday wednesday thursday friday saturday sunday array display delay play replay relay essay way away highway subway railway gateway runway doorway pathway halfway anyway stay say may pay repay lay layaway gray spray stray tray pray decay betray okay'.split(' '));
const BYTES = /(?:\b(?:[01]{8}|\d{2,3}|0x[0-9a-f]{2})\b[ ,]+){3,}/i;

export interface DisguiseHints {
  /** Something that was read asks for hiding, so less is needed. */
  readonly isWanted: boolean;
  /** It asks for a code or a cipher by its name. */
  readonly asksForCode: boolean;
  /** It asks for words that are spelled by beginnings. */
  readonly wantsInitials: boolean;
}

/** In so few words one that is odd is all there is. */
const SHORT_WORDS = 4;

/** So much of a text must be hidden before chance ("saw" is "was" backwards) is ruled out. */
const HIDDEN_SHARE_MIN = 0.4;
/** Among 25 shifts one always makes a word of some short one; most of the text it does not. */
const ROTATED_SHARE_MIN = 0.6;

/** How a text hides words, if it does. */
export function disguiseIn(text: string, known: KnownWords, { isWanted, asksForCode, wantsInitials }: DisguiseHints): Disguise | undefined {
  const needed = isWanted ? 1 : 2;
  const isWord = (word: string): boolean => FREQUENT.has(word) || (word.length >= 4 && known.has(word));
  const raw = text.match(/[\p{L}\p{N}@$!]+/gu) ?? [];
  const words = raw.map((word) => fold(word)).filter((word) => word.length >= 3);
  const hiddenBy = (decode: (word: string) => string): boolean[] => words.map((word) => !FREQUENT.has(word) && /^\p{L}+$/u.test(word) && decode(word) !== word && isWord(decode(word)));
  const share = (decode: (word: string) => string): number => hiddenBy(decode).filter(Boolean).length / Math.max(words.length, 1);
  const hides = (decode: (word: string) => string): boolean => {
    const hidden = hiddenBy(decode);
    const count = hidden.filter(Boolean).length;
    return (count >= needed && count >= words.length * HIDDEN_SHARE_MIN) || hidden.some((one, at) => one && hidden[at + 1] === true);
  };
  const backward = raw.filter((word) => /^\p{Ll}{2,}\p{Lu}$/u.test(word)).length;
  if (backward >= 2 || (backward === 1 && raw.length <= 3 && isWanted) || hides(reversed)) return 'reversed';
  if ((text.match(CODE) ?? []).some((token) => holdsCode(token, isWanted))) return 'code';
  if (hides(rot13) || (isWanted && ROTATIONS.some((places) => share((word) => rotated(word, places)) >= ROTATED_SHARE_MIN))) return 'rotated';
  if (SPACED.test(isWanted ? text : text.replace(/\d/g, '00'))) return 'spaced';
  const leet = raw.filter((word) => isLeet(word, isWord, isWanted));
  const isCertain = raw.length <= SHORT_WORDS || leet.some((word) => isWord(withoutLeet(fold(word))));
  if (leet.length >= (isCertain ? needed : 2)) return 'leet';
  if (KEYCAPS.test(text) || NUMBER_WORDS.test(text) || (isWanted && (STYLED.test(text) || FEW_NUMBER_WORDS.test(text)))) return 'signs';
  if (isWanted && raw.length >= 2 && raw.filter((word) => /^\p{L}{2,}ay$/u.test(word) && !PLAIN_ENDING.has(word.toLowerCase())).length >= 2) return 'rotated';
  if (isWanted && (MORSE.test(text) || (asksForCode && BYTES.test(text)) || /[\u200b-\u200f\u2060-\u2064\u{e0020}-\u{e007e}]/u.test(text))) return 'signs';
  if (wantsInitials && isAcrostic(text)) return 'initials';
  return undefined;
}

function holdsCode(token: string, isWanted: boolean): boolean {
  if (/^[a-z]+$/i.test(token) && !/[a-z][A-Z].*[a-z][A-Z]|=$/.test(token)) return false;
  if (/^[a-z0-9]+(?:[-_/][a-z0-9]+)+$/.test(token) || /^\d+$/.test(token)) return false;
  const plain = plainOf(token) ?? (isWanted ? plainOf(token.padEnd(12, '=')) : undefined);
  return plain !== undefined && /[a-z]{3}/i.test(plain);
}

function isLeet(word: string, isWord: (word: string) => boolean, isWanted: boolean): boolean {
  // A letter, a count and a letter are how people shorten long words.
  if (!LEET_WORD.test(word) || /^[a-z]\d{1,2}[a-z]$/i.test(word)) return false;
  const plain = withoutLeet(fold(word));
  if (isWord(plain) || isWord(plain.replaceAll('i', 'l'))) return true;
  const inner = word.slice(0, -1).match(/[0134578@$!]/g)?.length ?? 0;
  return isWanted && inner >= 1 && /^[a-z]+$/.test(plain) && /^[a-z]/i.test(word);
}

/** Short lines, or nothing but single letters: beginnings that could spell a word. */
function isAcrostic(text: string): boolean {
  if (/^\p{Lu}\.?(?:\s?\p{Lu}\.?){1,6}$/u.test(text.trim()) || /(?:^|\s)(?:\p{Lu}\.\s?){2,}/u.test(text)) return true;
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  return lines.length >= 3 && lines.every((line) => line.split(/\s+/).length <= 10);
}
