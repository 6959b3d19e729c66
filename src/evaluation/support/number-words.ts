import { wordsIn } from './words.ts';

/** The numbers of a language in words, with words by which the language is known. Those that mean other things too are left out. */
export interface NumberWords {
  readonly known: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
}

const numbered = (from: number, step: number, words: string): (readonly [string, number])[] => words.split(' ').flatMap((word, at) => (word === '-' ? [] : [[word, from + at * step] as const]));
/** `einundzwanzig`, `eenentwintig`: the units stand before the tens, in one word. */
const joined = (units: readonly (readonly [string, number])[], and: string, tens: readonly (readonly [string, number])[]): (readonly [string, number])[] => tens.flatMap(([ten, more]) => units.map(([unit, value]) => [`${unit}${and}${ten}`, value + more] as const));

const GERMAN_TENS = numbered(20, 10, 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig');
const DUTCH_TENS = numbered(20, 10, 'twintig dertig veertig vijftig zestig zeventig tachtig negentig');
const ENGLISH_TENS = numbered(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety');

const LANGUAGES: readonly NumberWords[] = [
  { known: new Set('the of and is are to with from was not'.split(' ')), numbers: new Map([...numbered(2, 1, 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'), ...ENGLISH_TENS, ...ENGLISH_TENS.flatMap(([ten, more]) => numbered(1, 1, 'one two three four five six seven eight nine').map(([unit, value]) => [`${ten}-${unit}`, more + value] as const))]) },
  { known: new Set('der die das und ist sind nicht mit von dem den ein eine'.split(' ')), numbers: new Map([...numbered(2, 1, 'zwei drei vier fünf sechs sieben - neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'), ...GERMAN_TENS, ...joined(numbered(1, 1, 'ein zwei drei vier fünf sechs sieben acht neun'), 'und', GERMAN_TENS), ['hundert', 100], ['tausend', 1_000]]) },
  { known: new Set('het een van en niet met zijn voor op aan'.split(' ')), numbers: new Map([...numbered(2, 1, 'twee drie vier vijf zes zeven - negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'), ...DUTCH_TENS, ...joined(numbered(1, 1, 'een twee drie vier vijf zes zeven acht negen'), 'en', DUTCH_TENS)]) },
  { known: new Set('le la les et est sont une des du dans pas avec'.split(' ')), numbers: new Map([...numbered(2, 1, 'deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'), ...numbered(20, 10, 'vingt trente quarante cinquante soixante'), ['cent', 100], ['mille', 1_000]]) },
  { known: new Set('el la los las y es son una del con por'.split(' ')), numbers: new Map([...numbered(2, 1, 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'), ...numbered(20, 10, 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'), ['cien', 100], ['mil', 1_000]]) },
  { known: new Set('il lo gli e è sono una della con per non'.split(' ')), numbers: new Map([...numbered(2, 1, 'due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'), ...numbered(20, 10, 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'), ['cento', 100], ['mille', 1_000]]) },
];

/** Parts, collections and hours are counted in other ways in every language. */
const COUNTED_OTHERWISE: ReadonlySet<string> = new Set('half quarter dozen score pair twice once hundred thousand million halb halbe halben viertel dutzend uhr paar million millionen demi demie quart douzaine quinzaine vingtaine heure heures midi minuit quatre-vingt quatre-vingts media medio docena hora horas cuarto mezzo mezza dozzina kwart halve dozijn uur'.split(' '));
/** Behind a number these make another one of it, or an hour. */
const GOING_ON: ReadonlySet<string> = new Set(['y', 'e', 'et', 'am', 'pm', "o'clock", 'o’clock']);

/** Whole numbers from 2 on that a text has, in digits or in the words of its language; undefined where it counts in other ways. */
export function wholeNumbersIn(text: string, language: NumberWords | undefined): ReadonlySet<number> | undefined {
  const words = wordsIn(text).map(({ raw }) => raw.toLowerCase());
  const numbers = words.map((word) => (/^\d+$/u.test(word) ? Number(word) : language?.numbers.get(word)));
  const isOtherwise = words.some((word, at) => COUNTED_OTHERWISE.has(word) || (GOING_ON.has(word) && numbers[at - 1] !== undefined) || (/\d/u.test(word) && numbers[at] === undefined));
  return isOtherwise ? undefined : new Set(numbers.filter((number) => number !== undefined && number > 1).map(Number));
}

/** The language whose small words a text has most of. */
export function numberWordsOf(text: string): NumberWords | undefined {
  const words = wordsIn(text).map(({ raw }) => raw.toLowerCase());
  const often = LANGUAGES.map((language) => ({ language, hits: words.filter((word) => language.known.has(word)).length })).toSorted((one, other) => other.hits - one.hits);
  return often[0] !== undefined && often[0].hits > 0 && often[0].hits > (often[1]?.hits ?? 0) ? often[0].language : undefined;
}
