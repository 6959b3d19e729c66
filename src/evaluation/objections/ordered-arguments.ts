import { posix } from 'node:path';
import { clausesOf, isFileName } from './asked-words.ts';
import { isProgram, programRuns } from './program-runs.ts';
import { fileAt, type Rule } from './whole-work.ts';

const PURPOSE: ReadonlySet<string> = new Set(['has', 'have', 'holds', 'contains', 'shows', 'lists', 'gets', 'includes']);

/** `python3 export.py menu.txt site/menu.html`: who writes a command out means it with what stands behind it. */
export const otherArguments: Rule = (work) => {
  const runs = programRuns(work);
  return clausesOf(work.asked).flatMap(({ words }) => words.flatMap((word, at) => {
    const from = at + 1;
    const end = words.findIndex((next, nth) => nth >= from && !isFileName(next));
    const given = isProgram(word) ? words.slice(from, end === -1 ? undefined : end).map(plain) : [];
    const ofProgram = runs.filter(({ program, command }) => program === posix.basename(word) && !command.includes('cd '));
    if (given.length === 0 || isAside(work.asked, word, given[0] ?? '') || given.some(isProgram) || ofProgram.length === 0 || ofProgram.some(({ command }) => given.every((path) => wordsOf(command).includes(path)))) return [];
    return [{ why: `${word} was to be run with ${given.join(' ')}, and this run never did so.`, calls: ofProgram.slice(-1).map(({ call }) => call) }];
  }));
};

/** `Run node move.mjs (old.json to new.json)`: what stands in brackets explains the command and is no part of it. */
function isAside(asked: string, program: string, argument: string): boolean {
  const from = asked.indexOf(program) + program.length;
  return asked.slice(from, asked.indexOf(argument, from)).includes('(');
}

/** `Run it so that results.csv has the new rounds`: what it is for has to have come of it. */
export const missedPurposes: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const path = lower[0] === 'so' && lower[1] === 'that' && PURPOSE.has(lower[3] ?? '') ? words[2] : lower[0] === 'that' && PURPOSE.has(lower[2] ?? '') ? words[1] : undefined;
    const file = path === undefined || !isFileName(path) ? undefined : fileAt(work, path);
    return file === undefined || !file.isThere || file.hasChanged ? [] : [{ why: `The work is for ${file.path}, and that is as it was before.`, calls: [] }];
  });

function wordsOf(command: string): string[] {
  return command.split(/[\s'";&|()<>]/u).map(plain);
}

function plain(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}
