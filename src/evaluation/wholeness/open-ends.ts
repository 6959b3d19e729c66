import { posix } from 'node:path';
import { wordsIn } from '../support/words.ts';
import { callsOn, changedFiles, quoted, type Rule } from '../objections/whole-work.ts';

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.go', '.rs', '.java', '.php', '.sh', '.css', '.sql']);
const MARKS = ['TODO', 'FIXME', 'XXX:', 'NotImplementedError', 'not implemented', 'Not implemented', 'unimplemented!('] as const;
/** A result with one of these tells that something is left to do. */
const TELLING = ['todo', 'to do', 'fixme', 'not yet', 'left open', 'left to', 'remains', 'still missing', 'not implemented', 'later', 'placeholder', 'does not', 'not done'] as const;

/** What code itself calls still to be done, in words of the task, is not done, and a result that passes over it tells more than there is. */
export const openEnds: Rule = (work) => {
  const said = [work.asked, ...work.outputs].join('\n').toLowerCase();
  if (TELLING.some((words) => said.includes(words))) return [];
  const wanted = new Set(tellingStems(work.asked));
  return changedFiles(work).filter(({ path }) => CODE.has(posix.extname(path))).flatMap(({ path, before, now }) => {
    const known = new Set((before ?? '').split('\n').map((line) => line.trim()));
    const line = (now ?? '').split('\n').find((one) => !known.has(one.trim()) && MARKS.some((mark) => one.includes(mark)) && tellingStems(one).some((stem) => wanted.has(stem)));
    return line === undefined ? [] : [{ why: `${path} says ${quoted(line)}, and the result does not say that anything is left to do.`, calls: callsOn(work, path) }];
  });
};

/** Shorter words build sentences. */
const TELLING_CHARS_MIN = 4;

function tellingStems(text: string): string[] {
  return wordsIn(text).map(({ stem }) => stem).filter((stem) => stem.length >= TELLING_CHARS_MIN);
}
