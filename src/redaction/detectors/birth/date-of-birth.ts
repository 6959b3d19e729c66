import type { Extent, WordDetector } from '../../detector.ts';
import { charKind, CharKind, isLineBreak } from '../../scan/characters.ts';
import { lineBefore } from '../../scan/context.ts';
import { dateEnd } from './read-date.ts';

const BIRTH_WORDS = new Set([
  'dob', 'born', 'birth', 'birthdate', 'birthday', 'birthdays', 'bday', 'dateofbirth', 'geboren', 'geb', 'geburtsdatum', 'geburtstag',
  'geboortedatum', 'né', 'née', 'nee', 'naissance', 'nacido', 'nacida', 'nacimiento', 'nato', 'nata', 'nascita', 'nascido', 'nascida',
  'nascimento', 'født', 'fødselsdato', 'född', 'födelsedatum', 'syntynyt', 'urodzony', 'urodzona', 'urodzenia',
]);
const BIRTH_INITIALS = 'bdfgnsuBDFGNSU';
const COMPOUND_ENDINGS = ['dateofbirth', 'birthdate', 'dob', 'birthday', 'birth_date', 'date_of_birth'];
const WORD_CHARS_MAX = 32;

/** The last two letters of every birth word: most words are dismissed by these alone, without being copied. */
const ENDINGS = new Set([...BIRTH_WORDS, ...COMPOUND_ENDINGS].map((word) => endingOf(word, word.length)));

function endingOf(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) | 0x20) << 16) | (text.charCodeAt(end - 1) | 0x20);
}

/** Words that may stand between the announcement and the date; any other makes it a date of something else. */
const FILLERS = new Set(
  'on the of is was date day at a le la am el il den em dne um and in dd mm yyyy yy dmy mdy recorded as given listed'.split(' '),
);
const GAP_CHARS_MAX = 48;

/** Field names such as `patient_dob` or `birthDate`; `childbirth` is one word and none of them. */
function isBirthWord(word: string): boolean {
  const lower = word.toLowerCase();
  if (BIRTH_WORDS.has(lower)) return true;
  const isCompound = word.includes('_') || word.slice(1) !== lower.slice(1);
  return isCompound && COMPOUND_ENDINGS.some((ending) => lower.endsWith(ending));
}

/** `D.O.B.` is read as three words; the last one asks. `(b. 1984-02-29)` is the genealogist's form. */
function isSpelledOut(text: string, start: number): boolean {
  if (text.charAt(start).toLowerCase() !== 'b') return false;
  return lineBefore(text, start, 4).endsWith('d.o.') || (text.charAt(start - 1) === '(' && text.charAt(start + 1) === '.');
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (charKind(text.charCodeAt(end)) === CharKind.LETTER) end += 1;
  return end;
}

/** A capitalised word names the place: `born in Oslo on 3 May 1985`. */
function mayStandBetween(word: string): boolean {
  return FILLERS.has(word.toLowerCase()) || word.charAt(0) !== word.charAt(0).toLowerCase();
}

function findDateAfter(text: string, from: number): Extent | undefined {
  let at = from;
  while (at < text.length && at - from < GAP_CHARS_MAX) {
    const unit = text.charCodeAt(at);
    const kind = charKind(unit);
    if (kind === CharKind.DIGIT || kind === CharKind.LETTER) {
      const end = dateEnd(text, at);
      if (end >= 0) return { start: at, end };
      const next = wordEnd(text, at);
      if (kind === CharKind.DIGIT || !mayStandBetween(text.slice(at, next))) return undefined;
      at = next;
    } else if (unit === 0x3b || (isLineBreak(unit) && at > from + 2)) {
      return undefined;
    } else {
      at += 1;
    }
  }
  return undefined;
}

function find(text: string, start: number, end: number): Extent | undefined {
  const length = end - start;
  if (length > WORD_CHARS_MAX || (length > 1 && !ENDINGS.has(endingOf(text, end)))) return undefined;
  const isAnnounced = length === 1 ? isSpelledOut(text, start) : isBirthWord(text.slice(start, end));
  return isAnnounced ? findDateAfter(text, end) : undefined;
}

/** Compounds may begin with any letter, so the initials of the plain words are not enough. */
export const dateOfBirthDetector: WordDetector = {
  type: 'DATE_OF_BIRTH',
  severity: 'medium',
  on: 'plain',
  initials: `${BIRTH_INITIALS}pPcCmMeE`,
  find,
};
