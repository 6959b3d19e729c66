import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { numbersIn } from '../evidence/numbers-in.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { clausesOf } from './asked-words.ts';
import { isProgram } from './program-runs.ts';
import { callsOn, changedFiles, type Rule, type WholeWork } from './whole-work.ts';

const MENDING: ReadonlySet<string> = new Set(['fix', 'mend', 'repair', 'correct', 'debug']);
const GIVING: ReadonlySet<string> = new Set(['give', 'return', 'print', 'yield', 'show', 'be', 'say', 'output']);
const ORDERING: ReadonlySet<string> = new Set(['should', 'must', 'shall']);
/** What a person mends in words and not in code. */
const OF_WORDS: ReadonlySet<string> = new Set(['comment', 'comments', 'docstring', 'docstrings', 'typo', 'typos', 'spelling', 'wording', 'documentation', 'docs', 'header', 'licence', 'license']);

/** A program that gives one number and should give another has been mended when, after its last change, something ran that shows it. */
export const unshownResults: Rule = (work) => {
  const clauses = clausesOf(work.asked);
  if (!clauses.some(({ lower }) => lower.some((word) => MENDING.has(word))) || isMeasured(work)) return [];
  const code = changedFiles(work).filter(({ path, before }) => before !== null && isProgram(path));
  const lastChange = work.calls.findLastIndex(({ outcome }) => outcome.changes.some(({ path }) => code.some((file) => file.path === path)));
  if (lastChange === -1) return [];
  const ran = work.calls.slice(lastChange).filter((call) => hasSucceeded(call) && !WRITING_TOOLS.has(call.decision.tool_id) && ['acts', 'measures'].includes(natureOf(call)));
  if (ran.some((call) => natureOf(call) === 'measures')) return [];
  return clauses.flatMap(({ lower }) => {
    const at = lower.findIndex((word, nth) => ORDERING.has(word) && GIVING.has(lower[nth + 1] ?? ''));
    const wanted = at === -1 || lower[at + 2] === undefined ? NaN : Number(lower[at + 2]);
    if (Number.isNaN(wanted) || ran.some(({ outcome }) => numbersIn(outcome.shown.text).includes(wanted))) return [];
    return [{ why: `${lower[at + 2] ?? ''} is what should come out, and nothing that ran after the last change shows it. Run it and look.`, calls: work.calls.slice(lastChange, lastChange + 1) }];
  });
};

/** Code in which comments alone were changed does what it did before. */
export const mendedInComments: Rule = (work) => {
  const isToBeMended = clausesOf(work.asked).some(({ lower, isQuestion }) => !isQuestion && lower.some((word) => MENDING.has(word)) && !lower.some((word) => OF_WORDS.has(word)));
  const code = changedFiles(work).filter(({ path, before }) => before !== null && isProgram(path));
  if (!isToBeMended || code.length === 0 || changedFiles(work).length > code.length || !code.every(({ path, before, now }) => now !== null && bareCode(path, before ?? '') === bareCode(path, now))) return [];
  return code.slice(0, 1).map(({ path }) => ({ why: `${path} was to be mended, and nothing but comments and blank lines was changed in it.`, calls: callsOn(work, path) }));
};

function isMeasured({ criteria }: WholeWork): boolean {
  return criteria.some(({ check, required }) => required && (check?.kind === 'exit_code' || check?.kind === 'tests_pass'));
}

/** The lines that do something. */
function bareCode(path: string, text: string): string {
  const marks = ['.py', '.sh', '.rb', '.pl'].includes(posix.extname(path)) ? ['#'] : ['//', '/*', '*'];
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !marks.some((mark) => line.startsWith(mark))).join('\n');
}
