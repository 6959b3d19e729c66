import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, filesToWrite } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Objection, type Rule, type WholeWork } from '../objections/whole-work.ts';

/** Things of a file that are asked for by their names. */
const NAMED_THINGS: ReadonlySet<string> = new Set(['function', 'method', 'field', 'key', 'column', 'section', 'heading', 'command', 'option', 'constant', 'class', 'endpoint', 'route'].map(stemOf));
/** With one of these inside it, a row of words is no row of names. */
const NO_NAMES: ReadonlySet<string> = new Set(['for', 'of', 'in', 'to', 'with', 'from', 'by', 'on', 'as', 'are', 'is', 'it', 'its', 'the', 'a', 'an', 'not', 'or', 'all', 'both', 'should', 'must', 'can', 'will', 'needed', 'you', 'we', 'i']);
/** Where something is taken away, its names need not stand there any more. */
const TAKING_AWAY: ReadonlySet<string> = new Set(['remove', 'removed', 'delete', 'deleted', 'drop', 'dropped', 'rename', 'renamed', 'replace', 'replaced', 'without', 'not', 'no', 'never', 'deprecated', 'instead']);
const NAMES_MAX = 8;

/** Each of several named things that a file is to have stands in it: `give calc.js the functions add, subtract and multiply`. */
export const namedParts: Rule = (work) =>
  clausesOf(work.asked).flatMap((clause) => {
    if (clause.isQuestion || clause.lower.some((word) => TAKING_AWAY.has(word))) return [];
    const files = filesToWrite(clause.words.join(' '));
    return clause.lower.flatMap((word, at) => (NAMED_THINGS.has(stemOf(word)) && word.endsWith('s') ? namesFrom(clause.words.slice(at + 1)) : [])).flatMap((name) => missing(name, files, work));
  });

/** The names before and behind the first `and`; none when the words in between are a sentence. */
function namesFrom(words: readonly string[]): readonly string[] {
  const last = words.findIndex((word) => word.toLowerCase() === 'and');
  const behind = words[last + 1];
  if (last < 1 || last > NAMES_MAX || behind === undefined) return [];
  const names = [...words.slice(0, last), behind];
  return names.every((name) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) && !NO_NAMES.has(name.toLowerCase())) ? names : [];
}

function missing(name: string, files: readonly string[], work: WholeWork): Objection[] {
  const seen = files.flatMap((path) => fileAt(work, path) ?? []).filter(({ now }) => now !== null);
  if (seen.length === 0 || seen.some(({ now }) => holds(now ?? '', name))) return [];
  return seen.slice(0, 1).map(({ path }) => ({ why: `${path} was to have ${name}, and it stands nowhere in it.`, calls: callsOn(work, path) }));
}

/** By itself, or inside a longer name such as `addItem` for add. */
function holds(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase()) || wordsIn(text).some(({ stem }) => stem === stemOf(name));
}
