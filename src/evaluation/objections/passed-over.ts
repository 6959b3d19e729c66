import { posix } from 'node:path';
import { badEndOf, hasSucceeded } from '../evidence/call-end.ts';
import { hasDigit, stemOf, wordsIn } from '../support/words.ts';
import { clausesOf } from './asked-words.ts';
import { lastRuns, programRuns } from './program-runs.ts';
import { changedFiles, changedTexts, judgedWords, quoted, type Rule, type WholeWork } from './whole-work.ts';

/** With one of these a person wants to hear of what did not go as it should. */
const ASKING: ReadonlySet<string> = new Set(['doubt', 'doubtful', 'doubts', 'missing', 'problem', 'problems', 'wrong', 'trouble', 'incomplete', 'complete', 'completely', 'warning', 'warnings', 'caveat', 'caveats', 'gap', 'gaps', 'unusual', 'reliable', 'anything', 'skipped', 'lost', 'odd', 'careful', 'concern', 'concerns', 'fail', 'failed', 'fails']);
/** How programs say that they went on with less than they should have had. */
const TROUBLE: ReadonlySet<string> = new Set(['skipped', 'skipping', 'ignored', 'ignoring', 'assumed', 'assuming', 'default', 'fallback', 'missing', 'stopping', 'stopped', 'incomplete', 'partial', 'unknown', 'unmatched', 'unreadable', 'unsupported', 'unresolved', 'warning', 'cannot', 'unable', 'timeout', 'dropped', 'rejected', 'lost', 'stale', 'duplicate', 'guessed', 'estimated', 'truncated', 'expired', 'overdue'].map(stemOf));
const TROUBLE_PHRASES = ['not found', 'could not', 'taken as', 'treated as', 'counted as', 'no answer', 'gave up', 'no such', 'not available', 'falling back', 'left out', 'did not', 'was not', 'were not', 'no longer', 'out of range'] as const;
const NONE: ReadonlySet<string> = new Set(['0', 'no', 'none', 'nothing', 'without', 'zero']);

/**
 * Who is asked whether anything is missing or doubtful has to tell what a program said of it: something of the line has to be found
 * again in the result. A program may end well and have gone on without what it needed.
 */
export const passedOverTrouble: Rule = (work) => {
  if (![work.asked, ...judgedWords(work)].flatMap(clausesOf).some(({ lower }) => lower.some((word) => ASKING.has(word)))) return [];
  const own = new Set(changedFiles(work).filter(({ before }) => before === null).map(({ path }) => posix.basename(path)));
  const told = [...work.outputs, ...changedTexts(work)].join('\n');
  return lastRuns(work).filter(({ program, call }) => !own.has(program) && hasSucceeded(call)).flatMap(({ program, printed, call }) => {
    const line = printed.split('\n').find((one) => isTrouble(one) && !isTold(one, told, work));
    return line === undefined ? [] : [{ why: `${program} said ${quoted(line)}, and the result passes over it. Tell it.`, calls: [call] }];
  });
};

function isTrouble(line: string): boolean {
  const words = wordsIn(line);
  const lower = ` ${words.map(({ raw }) => raw.toLowerCase()).join(' ')} `;
  if (TROUBLE_PHRASES.some((phrase) => lower.includes(` ${phrase} `)) || lower.startsWith(' no ')) return !words.slice(1).some(({ stem }) => stem === 'found' && lower.startsWith(' no '));
  return words.some(({ stem }, at) => TROUBLE.has(stem) && ![words[at - 1], words[at + 1]].some((beside) => NONE.has(beside?.raw.toLowerCase() ?? '')));
}

/** What is peculiar to the line, such as a number or a short name, or else the word that says what went wrong. */
export function isTold(line: string, told: string, { asked }: Pick<WholeWork, 'asked'>): boolean {
  const words = wordsIn(line);
  const toldWords = new Set(wordsIn(told).flatMap(({ raw, stem }) => [raw, stem]));
  const peculiar = words.filter(({ raw, stem }) => raw.length > 1 && !TROUBLE.has(stem) && (hasDigit(raw) || (raw === raw.toUpperCase() && raw !== raw.toLowerCase())) && !asked.includes(raw));
  if (peculiar.length > 0) return peculiar.some(({ raw }) => toldWords.has(raw) || told.includes(raw));
  const telling = words.filter(({ stem, raw }) => stem.length > 3 || TROUBLE.has(stem) || hasDigit(raw));
  return telling.filter(({ stem }) => toldWords.has(stem)).length * 2 >= telling.length || telling.some(({ stem }) => TROUBLE.has(stem) && toldWords.has(stem));
}

const REPEATED: ReadonlySet<string> = new Set(['times', 'twice', 'thrice', 'each', 'every']);
const ADMITTING: ReadonlySet<string> = new Set(['no', 'not', 'none', 'nothing', 'never', 'fail', 'failed', 'fails', 'failure', 'failing', 'error', 'errors', 'without', 'except', 'but', 'only', 'refused', 'wrong', 'broken', 'crashed', 'timeout', 'missing', 'unanswered', "didn't", 'cannot', 'could', 'exit', 'code']);

/** Of a program that was to be run several times, each run counts: one that failed is told, whatever the others did. */
export const passedOverRuns: Rule = (work) => {
  if (!clausesOf(work.asked).some(({ lower }) => lower.some((word) => REPEATED.has(word)))) return [];
  if (work.outputs.some((output) => wordsIn(output).some(({ raw }) => ADMITTING.has(raw.toLowerCase())))) return [];
  const failed = programRuns(work).filter(({ program, call }, at, all) => work.asked.includes(program) && badEndOf(call)?.of === 'program' && all.slice(0, at).concat(all.slice(at + 1)).some((other) => other.program === program && other.command === all[at]?.command) && !wasMendedSince(call, work));
  return failed.slice(0, 1).map(({ program, call }) => ({ why: `${program} was to be run several times, one run ${badEndOf(call)?.how ?? 'failed'}, and the result does not say so.`, calls: [call] }));
};

/** Where something was changed after a failure, the runs before belong to the work and not to the answer. */
function wasMendedSince(failed: WholeWork['calls'][number], { calls }: WholeWork): boolean {
  return calls.slice(calls.indexOf(failed) + 1).some(({ decision, outcome }) => decision.tool_id !== 'shell' && outcome.changes.length > 0);
}
