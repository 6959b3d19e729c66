import { numbersIn } from '../evidence/numbers-in.ts';
import { quantitiesIn } from '../support/quantities.ts';
import { stemOf } from '../support/words.ts';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { callsOn, changedFiles, changedTexts, type Rule } from '../objections/whole-work.ts';
import { countsIn } from './figures-given.ts';

type Measure = (text: string) => number;

/** What the size of a file is given in. */
const MEASURES: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  [stemOf('bytes'), (text) => Buffer.byteLength(text)],
  [stemOf('characters'), (text) => [...text].length],
  [stemOf('words'), (text) => text.split(/\s/u).filter((word) => word !== '').length],
  [stemOf('lines'), (text) => text.split('\n').filter((line) => line.trim() !== '').length],
]);
/** With one of these near it, the bound is that of a part and not of the file. */
const PARTS: ReadonlySet<string> = new Set(['each', 'every', 'per', 'any', 'line', 'lines', 'title', 'titles', 'function', 'functions', 'method', 'methods', 'sentence', 'sentences', 'paragraph', 'paragraphs', 'heading', 'headings', 'section', 'sections', 'row', 'rows', 'column', 'columns', 'item', 'items', 'bullet', 'bullets', 'message', 'messages', 'name', 'names', 'key', 'keys', 'field', 'fields', 'first', 'last', 'wrap', 'subject']);
const DEMANDING: ReadonlySet<string> = new Set(['must', 'should', 'has', 'have', 'needs', 'shall']);
/** How far before a number the word stands that makes it a demand, and how far behind one that makes it a bound. */
const [WORDS_BEFORE, WORDS_BEHIND] = [8, 3];

/** A file that the person gave a size to has it: `page.html may have 40 bytes at most`. */
export const missedSizes: Rule = (work) => {
  const words = clausesOf(work.asked).flatMap((clause) => clause.words);
  const lower = words.map((word) => word.toLowerCase());
  const [file, ...others] = changedFiles(work).filter(({ path }) => words.some((word) => isFileName(word) && (word === path || `./${path}` === word)));
  if (file === undefined || file.now === null || others.length > 0) return [];
  const text = file.now;
  return lower.flatMap((word, at) => {
    const measure = MEASURES.get(stemOf(word));
    const bound = quantitiesIn(lower[at - 1] ?? '')[0]?.values[0];
    const end = measure === undefined || bound === undefined ? undefined : endOf(lower.slice(Math.max(0, at - 5), at - 1), lower.slice(at + 1, at + 1 + WORDS_BEHIND));
    const near = lower.slice(Math.max(0, at - 1 - WORDS_BEFORE), at + 1 + WORDS_BEFORE);
    const isOfFile = near.some((one) => one.endsWith(file.path.toLowerCase())) && !near.some((one, nth) => PARTS.has(one) && nth !== near.indexOf(word));
    if (measure === undefined || bound === undefined || end === undefined || !isOfFile) return [];
    const size = measure(text);
    return (end === 'most' ? size <= bound : size >= bound) ? [] : [{ why: `${file.path} was to have ${bound} ${word} at ${end}, and has ${size}.`, calls: callsOn(work, file.path) }];
  });
};

function endOf(before: readonly string[], behind: readonly string[]): 'most' | 'least' | undefined {
  const last = before.at(-1) ?? '';
  if (behind.slice(0, 2).join(' ') === 'at most' || behind[0] === 'maximum' || (last === 'most' && before.at(-2) === 'at') || (last === 'to' && before.at(-2) === 'up')) return 'most';
  if (behind.slice(0, 2).join(' ') === 'at least' || behind[0] === 'minimum' || (last === 'least' && before.at(-2) === 'at')) return 'least';
  if (last !== 'than' || !['no', 'not'].includes(before.at(-3) ?? '')) return undefined;
  return ['more', 'longer', 'larger'].includes(before.at(-2) ?? '') ? 'most' : ['less', 'fewer', 'shorter'].includes(before.at(-2) ?? '') ? 'least' : undefined;
}

/** Where something must lie between two numbers, the result has a number that does: as it stands there, or as a count of what is there. */
export const missedRanges: Rule = (work) => {
  const lower = clausesOf(work.asked).flatMap((clause) => clause.lower);
  const texts = [...work.outputs, ...changedTexts(work)];
  const told = texts.flatMap((text) => [...numbersIn(text), ...countsIn(text)]);
  return lower.flatMap((word, at) => {
    const [from, to] = [Number(lower[at + 1]?.replaceAll(',', '')), Number(lower[at + 3]?.replaceAll(',', ''))];
    const isRange = word === 'between' && lower[at + 2] === 'and' && from < to && lower.slice(Math.max(0, at - WORDS_BEFORE), at).some((one) => DEMANDING.has(one));
    return !isRange || told.length === 0 || told.some((number) => number >= from && number <= to) ? [] : [{ why: `It was to lie between ${from} and ${to}, and no number of the result does.`, calls: [] }];
  });
};
