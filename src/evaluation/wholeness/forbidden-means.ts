import { posix } from 'node:path';
import { clausesOf } from '../objections/asked-words.ts';
import { callsOn, changedFiles, type Rule, type SeenFile } from '../objections/whole-work.ts';

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.go', '.rs']);
const USING: ReadonlySet<string> = new Set(['use', 'using', 'import', 'importing', 'require', 'requiring', 'call', 'calling']);
const FORBIDDING: ReadonlySet<string> = new Set(['not', "don't", 'never', 'without', 'avoid']);
const MODULES: ReadonlySet<string> = new Set(['module', 'modules', 'library', 'libraries', 'package', 'packages']);
/** Words that may stand before a name. */
const KINDS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'any', 'function', 'functions', 'of', 'called', 'named', ...MODULES]);
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'nor']);
/** Where only a part of the code is meant, the rest may use it. */
const ONLY_THERE: ReadonlySet<string> = new Set(['in', 'for', 'on', 'inside', 'outside', 'to', 'as', 'from', 'more', 'twice', 'again', 'directly', 'anymore', 'yet']);
/** Functions that are forbidden for what they are; of others it may only be said how to call them. */
const CALLED: ReadonlySet<string> = new Set(['eval', 'exec', 'print', 'alert', 'input', 'system', 'popen', 'sleep', 'sorted', 'sort', 'reverse', 'reversed', 'setTimeout']);
const NAMES_MAX = 6;

/** What may not be used, and whether only as something that is imported. */
interface Forbidden {
  readonly name: string;
  readonly isModule: boolean;
}

/** A module or a function that the person forbade is in no code that this run wrote, whatever its checks say. */
export const forbiddenMeans: Rule = (work) => {
  const forbidden = namesForbidden(work.asked);
  if (forbidden.length === 0) return [];
  return changedFiles(work).filter(({ path }) => CODE.has(posix.extname(path))).flatMap((file) => {
    const lines = [...newLines(file)];
    const [modules, called] = [new Set(lines.flatMap(modulesIn)), new Set(lines.flatMap(callsIn))];
    const used = forbidden.find(({ name, isModule }) => modules.has(name) || (!isModule && CALLED.has(name) && called.has(name)));
    return used === undefined ? [] : [{ why: `The work was to do without ${used.name}, and ${file.path} uses it.`, calls: callsOn(work, file.path) }];
  });
};

/** `Do without the module re`, `do not use lodash or moment`, `avoid calling eval`. What is no name of anything that is used does no harm. */
export function namesForbidden(asked: string): Forbidden[] {
  return clausesOf(asked).flatMap(({ words, lower }) => lower.flatMap((word, at) => {
    if (!FORBIDDING.has(word)) return [];
    const using = at + 1 + lower.slice(at + 1, at + 3).findIndex((next) => USING.has(next));
    const isUsing = using > at;
    const first = lower.findIndex((next, nth) => nth > (isUsing ? using : at) && !KINDS.has(next));
    if (first === -1 || (!isUsing && !['without', 'avoid'].includes(word))) return [];
    const isModule = lower.slice(at, first).some((next) => MODULES.has(next)) || MODULES.has(lower[first + 1] ?? '');
    if (!isUsing && !isModule && first !== lower.length - 1) return [];
    const names = [words[first] ?? ''];
    let next = first + 1;
    for (; JOINING.has(lower[next] ?? '') && names.length < NAMES_MAX; next += 2) names.push(words[next + 1] ?? '');
    if (ONLY_THERE.has(lower[next] ?? '')) return [];
    return names.map((name) => name.replace('()', '')).filter(isNameOfCode).map((name) => ({ name, isModule: isModule || !isUsing }));
  }));
}

function isNameOfCode(word: string): boolean {
  return /^[@\w][\w./:-]*$/u.test(word);
}

function newLines({ before, now }: SeenFile): ReadonlySet<string> {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()));
  return new Set((now ?? '').split('\n').map((line) => line.trim()).filter((line) => !known.has(line) && !['#', '//', '*', '/*', '"""'].some((mark) => line.startsWith(mark))));
}

/** Modules that a line imports, by their whole name and by its first part. */
function modulesIn(line: string): string[] {
  const words = line.split(/[\s,;]/u).filter((word) => word !== '');
  const isImport = ['import', 'from', 'use'].includes(words[0] ?? '') || line.includes('require(') || line.includes('import(') || line.includes(' from ');
  const inQuotes = line.split(/['"`]/u).filter((_, at) => at % 2 === 1);
  const names = !isImport ? [] : inQuotes.length > 0 ? inQuotes : words.slice(1, words[0] === 'from' ? 2 : undefined);
  return names.flatMap((name) => [name, name.replace('node:', ''), name.split(/[./:]/u)[0] ?? '']);
}

function callsIn(line: string): string[] {
  return line.split('(').slice(0, -1).map((piece) => piece.split(/[^\w.]/u).at(-1) ?? '');
}
