import { posix } from 'node:path';
import { stemOf } from '../support/words.ts';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Rule, type SeenFile } from '../objections/whole-work.ts';

const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all']);
const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method'].map(stemOf));
const DESCRIBED: ReadonlySet<string> = new Set(['docstring', 'jsdoc', 'tsdoc'].map(stemOf));
const HINTED: ReadonlySet<string> = new Set(['hint', 'annotation'].map(stemOf));
/** With one of these only some are meant. */
const EXCEPTING: ReadonlySet<string> = new Set(['except', 'but', 'only', 'longer', 'where', 'if', 'whose', 'missing', 'remove', 'delete']);
const SCRIPTS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx']);
const NAMED_MAX = 5;

/** What every function of a file is to have is looked for at each of them, also at those inside of others. */
export const everyFunction: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower, isQuestion }) => {
    const stems = lower.map(stemOf);
    const isAsked = !isQuestion && lower.some((word) => EACH.has(word)) && stems.some((word) => FUNCTIONS.has(word)) && !lower.some((word) => EXCEPTING.has(word));
    if (!isAsked) return [];
    return words.filter(isFileName).flatMap((path) => {
      const file = fileAt(work, path);
      if (file === undefined || !file.hasChanged || file.now === null) return [];
      const isMeant = (name: string, line: string): boolean => (!lower.includes('public') || !name.startsWith('_')) && (!lower.includes('exported') || line.trimStart().startsWith('export'));
      const without = lackingIn(file, stems).filter(({ name, line }) => isMeant(name, line)).map(({ name }) => name);
      return without.length === 0 ? [] : [{ why: `Every function of ${path} was meant, and ${without.slice(0, NAMED_MAX).join(', ')} has none.`, calls: callsOn(work, file.path) }];
    });
  });

interface Declared {
  readonly name: string;
  readonly line: string;
}

function lackingIn({ path, now }: SeenFile, stems: readonly string[]): Declared[] {
  const lines = (now ?? '').split('\n');
  const ending = posix.extname(path);
  if (stems.some((word) => DESCRIBED.has(word))) return ending === '.py' ? definitions(lines).filter(({ body }) => !beginsWithText(body)) : SCRIPTS.has(ending) ? functionsOf(lines).filter(({ above }) => !above.endsWith('*/')) : [];
  return ending === '.py' && stems.some((word) => HINTED.has(word)) ? definitions(lines).filter(({ head }) => head.startsWith('def ') && !head.includes('->')) : [];
}

/** Every `def` of Python, with its whole head and the first line behind it. One that is told in a single line has no room for more. */
function definitions(lines: readonly string[]): (Declared & { readonly head: string; readonly body: string })[] {
  return lines.flatMap((line, at) => {
    const start = line.trimStart().replace(/^async /u, '');
    const behind = (start.split('):')[1] ?? '').trim();
    if (!start.startsWith('def ') || (behind !== '' && !behind.startsWith('#'))) return [];
    const end = lines.findIndex((one, nth) => nth >= at && withoutComment(one).endsWith(':'));
    const body = lines.slice(end + 1).find((one) => one.trim() !== '') ?? '';
    return end === -1 ? [] : [{ name: start.slice('def '.length).split('(')[0] ?? '', line, head: [start, ...lines.slice(at + 1, end + 1)].join(' '), body: body.trim() }];
  });
}

function withoutComment(line: string): string {
  return (line.split('  #')[0] ?? '').trimEnd();
}

function beginsWithText(body: string): boolean {
  return ['"', "'", 'r"', "r'"].some((mark) => body.startsWith(mark));
}

/** Functions of JavaScript that are declared by that word, with the line above. */
function functionsOf(lines: readonly string[]): (Declared & { readonly above: string })[] {
  return lines.flatMap((line, at) => {
    const words = line.trimStart().split(/[\s(*]/u).filter((word) => !['export', 'default', 'async', ''].includes(word));
    return words[0] === 'function' && words[1] !== undefined ? [{ name: words[1], line, above: (lines[at - 1] ?? '').trimEnd() }] : [];
  });
}
