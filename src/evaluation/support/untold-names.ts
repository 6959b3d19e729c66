import { isUnit } from './quantities.ts';
import { hasDigit, wordsIn, withoutPossessive, type SaidWord } from './words.ts';

/** Only where sentences are built with these, a capital letter inside one shows a name. */
const ENGLISH = new Set(['the', 'of', 'and', 'is', 'are', 'to', 'by', 'with', 'from', 'at']);
const SENTENCE_BEGINS_AFTER = new Set(['.', '!', '?', ':', '"', '“', '‘', '«', '(', '•', '*', '#']);
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
/** Has one name each, which everybody knows. */
const DATES = new Set([...MONTHS, 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
/** Words of one family begin alike: Athens and Athenian. */
const FAMILY_CHARS_MIN = 4;
/** Spanish, Chinese, Italian, French: what is said of a place may follow from its name. */
const OF_A_PLACE = ['ish', 'ese', 'ian', 'ch'];

/** A name of a claim in whose place its text has another; undefined when there is none, or when the language does not show names. */
export function untoldName(claim: string, text: string): string | undefined {
  const [said, told] = [wordsIn(claim), wordsIn(text)];
  if (![said, told].every((words) => words.some(({ raw }) => ENGLISH.has(raw.toLowerCase())))) return undefined;
  const known = new Set(told.flatMap(({ raw }) => [raw, ...raw.split('-'), ...raw.split('_')]).map(plain));
  return namesIn(said).find((name) => {
    const isThere = [name.raw, ...name.raw.split('-')].some((part) => isKnown(plain(part), known)) || isShortFor(name.raw, told) || isSpeltOut(name, said, known) || isMonthOf(name.raw, told);
    return !isThere && (DATES.has(plain(name.raw)) || hasRival(name, said, told));
  })?.raw;
}

/** Persons and places have one name. What is written in capitals or with digits often has several. */
function isPlainName(name: string): boolean {
  return !hasDigit(name) && [...name].slice(1).every((letter) => letter === letter.toLowerCase());
}

/**
 * Another name in the same place: before or behind the same word; for what has several names only the same letters with other
 * digits. Without one, a name may well be what its readers know the thing by.
 */
function hasRival(name: SaidWord, said: readonly SaidWord[], told: readonly SaidWord[]): boolean {
  const at = said.indexOf(name);
  const letters = lettersOf(name.raw);
  const claimed = new Set(said.map(({ raw }) => plain(raw)));
  const isSame = (one: SaidWord | undefined, other: SaidWord | undefined): boolean => one !== undefined && one.stem === other?.stem;
  return told.some(({ raw, before }, nth) => {
    if (!isPlainName(name.raw)) return hasDigit(name.raw) && hasDigit(raw) && lettersOf(raw) === letters;
    const isName = isCapital(raw) && !SENTENCE_BEGINS_AFTER.has(before) && nth > 0 && !claimed.has(plain(raw));
    return isName && (isSame(wordBefore(said, at), wordBefore(told, nth)) || isSame(said[at + 1], told[nth + 1]));
  });
}

/** Past an article. */
function wordBefore(words: readonly SaidWord[], at: number): SaidWord | undefined {
  const before = words[at - 1];
  return before !== undefined && ['the', 'a', 'an'].includes(before.stem) ? words[at - 2] : before;
}

function lettersOf(word: string): string {
  return [...word.toLowerCase()].filter((letter) => /\p{L}/u.test(letter)).join('');
}

/**
 * The subject of a claim, when what is quoted for it says the same of somebody else: all other words stand there, and the
 * subject stands only elsewhere in the source.
 */
export function swappedSubject(claim: string, text: string, quotes: readonly string[]): string | undefined {
  const [subject, ...rest] = wordsIn(claim);
  const isTelling = ({ raw, stem }: SaidWord): boolean => !ENGLISH.has(raw.toLowerCase()) && stem.length > 2;
  if (subject === undefined || !isNameLike(subject) || !wordsIn(text).some(({ raw }) => raw === subject.raw)) return undefined;
  const said = rest.filter(isTelling);
  const isOfOther = quotes.some((quote) => {
    const words = wordsIn(quote);
    const stems = new Set(words.map(({ stem }) => stem));
    const [other] = words;
    return other !== undefined && isNameLike(other) && !stems.has(subject.stem) && !said.some(({ stem }) => stem === other.stem) && said.length > 1 && said.every(({ stem }) => stems.has(stem));
  });
  return isOfOther && !quotes.some((quote) => wordsIn(quote).some(({ stem }) => stem === subject.stem)) ? subject.raw : undefined;
}

const NO_SUBJECTS = new Set(['the', 'a', 'an', 'it', 'its', 'he', 'she', 'they', 'this', 'that', 'these', 'those', 'we', 'i', 'you', 'in', 'on', 'at', 'by', 'from', 'for', 'all', 'both', 'each', 'no', 'not', 'there', 'here', 'then', 'when', 'if', 'as', 'after', 'before', 'since', 'until', 'during', 'while', 'his', 'her', 'their', 'our', 'some', 'many', 'most', 'every']);

function isNameLike({ raw }: SaidWord): boolean {
  return isCapital(raw) && !NO_SUBJECTS.has(raw.toLowerCase());
}

/** A capital letter inside a sentence, or digits inside a word. The first word of a sentence has its capital from that. */
export function namesIn(words: readonly SaidWord[]): SaidWord[] {
  return words.filter(({ raw, before }, at) => {
    if (hasDigit(raw)) return /^\p{L}/u.test(raw);
    return at > 0 && !SENTENCE_BEGINS_AFTER.has(before) && isCapital(raw) && [...raw].length > 1 && !isUnit(raw) && !OF_A_PLACE.some((ending) => raw.endsWith(ending));
  });
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function plain(word: string): string {
  return withoutPossessive(word).replaceAll('.', '').toLowerCase();
}

function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name) || known.has(`${name}s`) || (name.endsWith('s') && known.has(name.slice(0, -1)))) return true;
  if (hasDigit(name)) return false;
  if (known.has(name.charAt(0)) && !['a', 'i'].includes(name.charAt(0))) return true;
  return [...known].some((word) => (word.length >= FAMILY_CHARS_MIN && name.length >= FAMILY_CHARS_MIN && word.slice(0, FAMILY_CHARS_MIN) === name.slice(0, FAMILY_CHARS_MIN)) || (name.length === 3 && word.startsWith(name)));
}

/** WHO for the World Health Organization. */
function isShortFor(name: string, told: readonly SaidWord[]): boolean {
  const letters = plain(name);
  const initials = told.filter(({ raw }) => !ENGLISH.has(raw.toLowerCase())).map(({ raw }) => raw.charAt(0).toLowerCase()).join('');
  return name === name.toUpperCase() && letters.length > 1 && initials.includes(letters);
}

/** The World Health Organization for WHO. */
function isSpeltOut(name: SaidWord, said: readonly SaidWord[], known: ReadonlySet<string>): boolean {
  const at = said.indexOf(name);
  let from = at;
  while (from > 0 && isCapital(said[from - 1]?.raw ?? '')) from -= 1;
  let to = at;
  while (isCapital(said[to + 1]?.raw ?? '')) to += 1;
  const run = said.slice(from, to + 1).map(({ raw }) => raw.charAt(0).toLowerCase());
  return run.some((_, start) => run.length - start > 1 && known.has(run.slice(start).join('')));
}

function isMonthOf(name: string, told: readonly SaidWord[]): boolean {
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month > 0 && told.some(({ raw }) => raw.split('-').flatMap((part) => part.split('/')).some((part) => hasDigit(part) && Number(part) === month));
}
