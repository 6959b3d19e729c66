import { isIP } from 'node:net';
import { posix } from 'node:path';
import { stemOf } from '../support/words.ts';
import { clausesOf, isFileName, type Clause } from '../objections/asked-words.ts';
import { callsOn, changedFiles, type Rule, type SeenFile } from '../objections/whole-work.ts';

const HIDING: ReadonlySet<string> = new Set(['mask', 'redact', 'anonymise', 'anonymize', 'remove', 'strip', 'replace', 'hide', 'blank', 'delete', 'black', 'scrub', 'obscure'].map(stemOf));
/** Or more than one of them. */
const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all', 'any', 'addresses', 'ips', 'emails', 'e-mails']);
/** With one of these some of them may stay. */
const EXCEPTING: ReadonlySet<string> = new Set(['except', 'but', 'only', 'unless', 'besides', 'other', 'old', 'first', 'last', 'duplicate', 'duplicates', 'not', "don't", 'never', 'without', 'whose', 'external', 'internal', 'private', 'public', 'local', 'like', 'who', 'whom', 'with', 'having', 'ending', 'starting', 'containing', 'belonging']);
/** `Of a line`, `of whatever kind`; what is of somebody or something is not every one. */
const GENERAL: ReadonlySet<string> = new Set(['a', 'the', 'each', 'every', 'any', 'whatever', 'all', 'lines', 'it']);
const BEGINNINGS: ReadonlySet<string> = new Set(['beginning', 'start', 'begin', 'starts', 'front']);

interface Kind {
  readonly told: string;
  /** Whether the words before and with `address` speak of it. */
  isMeant(words: ReadonlySet<string>): boolean;
  holds(word: string): boolean;
}

const KINDS: readonly Kind[] = [
  { told: 'a network address', isMeant: (words) => words.has('ip') || words.has('ips') || (words.has('network') && words.has(stemOf('address'))), holds: isNetworkAddress },
  { told: 'an e-mail address', isMeant: (words) => words.has('email') || words.has(stemOf('emails')) || ((words.has('e-mail') || words.has('mail')) && words.has(stemOf('address'))), holds: (word) => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(word) },
];

/** What was to be masked wherever it stands is looked for in what is left, in every form that its kind has. */
export const leftUnmasked: Rule = (work) =>
  clausesOf(work.asked).flatMap((clause) => meantIn(clause).flatMap(({ told, holds }) => {
    const named = new Set(clause.words.filter(isFileName).map((path) => posix.normalize(path)));
    const isAtStart = clause.lower.some((word) => BEGINNINGS.has(word));
    return changedFiles(work).filter(({ path }) => named.has(path)).flatMap((file) => {
      const left = wordsToLook(file, isAtStart).find((word) => holds(word) && !work.asked.includes(word) && !work.outputs.some((output) => output.includes(word)));
      return left === undefined ? [] : [{ why: `${told} was to be masked wherever it stands in ${file.path}, and ${left} still does.`.replace(/^a/u, 'A'), calls: callsOn(work, file.path) }];
    });
  }));

function meantIn({ lower, isQuestion }: Clause): readonly Kind[] {
  const isOrder = !isQuestion && lower.some((word) => HIDING.has(stemOf(word))) && lower.some((word) => EACH.has(word)) && !lower.some((word, at) => EXCEPTING.has(word) || (word === 'of' && !GENERAL.has(lower[at + 1] ?? '')));
  return isOrder ? KINDS.filter(({ isMeant }) => isMeant(new Set(lower.flatMap((word) => [word, stemOf(word)])))) : [];
}

/** The words of a file, or of each line the first; what the run did not find there is none that it left. */
function wordsToLook({ before, now }: SeenFile, isAtStart: boolean): string[] {
  return (now ?? '').split('\n').flatMap((line) => (isAtStart ? wordsOf(line).slice(0, 1) : wordsOf(line))).filter((word) => before === null || before.includes(word));
}

function wordsOf(line: string): string[] {
  return line.split(/[\s"'`()<>[\]{},;=|]+/u).map((word) => (word.endsWith('.') || word.endsWith(':') ? word.slice(0, -1) : word)).filter((word) => word !== '');
}

/** With its port or its range; a word with two colons in it needs a digit to be one. */
function isNetworkAddress(word: string): boolean {
  const [bare = ''] = word.split('/');
  const withoutPort = bare.split(':').length === 2 ? (bare.split(':')[0] ?? '') : bare;
  return isIP(withoutPort) !== 0 && /\d/.test(withoutPort);
}
