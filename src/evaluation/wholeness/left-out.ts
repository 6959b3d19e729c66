import { posix } from 'node:path';
import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, filesNamedIn, filesToWrite, isFileName } from '../objections/asked-words.ts';
import { callsOn, fileAt, quoted, type Objection, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';

const LISTING: ReadonlySet<string> = new Set(['list', 'collect', 'copy', 'gather', 'carry']);
const SUMMING_UP: ReadonlySet<string> = new Set(['sum', 'summarise', 'summarize', 'summary', 'condense', 'shorten', 'digest']);
/** With one of these only some of it is meant. */
const CHOOSING: ReadonlySet<string> = new Set(['only', 'except', 'without', 'whose', 'where', 'which', 'names', 'numbers', 'headings', 'functions', 'words', 'dates', 'files', 'errors', 'warnings', 'lines', 'todos']);
const PAGES: ReadonlySet<string> = new Set(['.txt', '.md']);
/** How a sentence says that something must not be done, or cannot. */
const FORBIDDING = ['ot to be used', 'ot to be opened', 'ot to be touched', 'must not ', 'not safe', 'unsafe', 'forbidden', 'prohibited', 'Do not ', 'Never '] as const;
/** Longer pages are not gone through line by line. */
const LINES_MAX = 60;
const SHARE_MIN = 0.25;
/** Words shorter than this build sentences. */
const TELLING_CHARS_MIN = 3;

/** `List all the terms of offer.txt in terms.md`: each line of the one leaves something in the other that is its own. */
export const leftOutLines: Rule = (work) =>
  madeFrom(work, (lower) => LISTING.has(lower[0] ?? '') && lower.includes('all') && !lower.some((word) => CHOOSING.has(word)) && lower.some((word, at) => word === 'of' && isFileName(lower[at + 1] ?? ''))).flatMap(({ source, target }) => leftOut(source, target, linesOf(source), work));

/** What a page forbids is not lost where the page is summed up: somebody will act on the summary. */
export const leftOutWarnings: Rule = (work) =>
  madeFrom(work, (lower) => lower.some((word) => SUMMING_UP.has(word))).flatMap(({ source, target }) => leftOut(source, target, linesOf(source).filter((line) => FORBIDDING.some((mark) => line.includes(mark))), work));

interface Made {
  readonly source: SeenFile;
  readonly target: SeenFile;
}

/** One page that is made from one other, in a sentence that fits. */
function madeFrom(work: WholeWork, fits: (lower: readonly string[]) => boolean): Made[] {
  return clausesOf(work.asked).filter(({ lower, isQuestion }) => !isQuestion && fits(lower)).flatMap(({ words, lower }) => {
    const named = filesNamedIn(words.join(' '));
    const [made, ...others] = named.filter((path) => filesToWrite(work.asked).includes(path) || lower[words.indexOf(path) - 1] === 'in');
    const [from, ...more] = named.filter((path) => path !== made);
    const [source, target] = [from === undefined ? undefined : fileAt(work, from), made === undefined ? undefined : fileAt(work, made)];
    return source === undefined || target === undefined || source.now === null || target.now === null || source.hasChanged || !target.hasChanged || others.length + more.length > 0 || ![source, target].every(({ path }) => PAGES.has(posix.extname(path))) ? [] : [{ source, target }];
  });
}

function linesOf({ now }: SeenFile): string[] {
  const lines = (now ?? '').split('\n').filter((line) => tellingWords(line).length > 1 && !line.startsWith('#'));
  return lines.length > LINES_MAX ? [] : lines;
}

/** A line of which nothing is told that no other line says as well. */
function leftOut(source: SeenFile, target: SeenFile, lines: readonly string[], work: WholeWork): Objection[] {
  const all = (source.now ?? '').split('\n');
  const told = new Set([target.now ?? '', ...work.outputs].flatMap(tellingWords));
  const isLost = (one: string): boolean => {
    const others = new Set(all.filter((other) => other !== one).flatMap(tellingWords));
    const own = tellingWords(one).filter((word) => !others.has(word));
    return own.length > 1 && own.filter((word) => told.has(word)).length < own.length * SHARE_MIN;
  };
  const line = lines.find(isLost);
  // Where nothing at all is found again, it is told in other words or in another language.
  const isToldOtherwise = linesOf(source).every(isLost);
  return line === undefined || isToldOtherwise ? [] : [{ why: `${source.path} says ${quoted(line)}, and ${target.path} leaves it out.`, calls: callsOn(work, target.path) }];
}

function tellingWords(text: string): string[] {
  return [...new Set(wordsIn(text).map(({ raw }) => stemOf(raw)).filter((stem) => stem.length >= TELLING_CHARS_MIN || /\d/u.test(stem)))];
}
