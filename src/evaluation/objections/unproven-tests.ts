import { hasCompleted, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { hidesItsEnd } from '../evidence/hidden-end.ts';
import type { MadeCall } from '../work.ts';
import { clausesOf } from './asked-words.ts';
import { judgedWords, type Rule, type WholeWork } from './whole-work.ts';

const TESTS: ReadonlySet<string> = new Set(['test', 'tests', 'suite', 'unittest', 'pytest']);
const PASS: ReadonlySet<string> = new Set(['pass', 'passes', 'green', 'succeed', 'succeeds', 'failure']);
const REPORTING = ['how many pass', 'how many fail', 'how many tests', 'which tests', 'which pass', 'which fail', 'whether'] as const;
/** Options that leave tests out of a run. */
const NARROWING = ['--test-name-pattern', '--grep', '--testNamePattern', '--filter', ' -g ', ' -k ', ' -t ', ' -run '] as const;

/** Tests that have to pass must have been run by this run after its last change, all of them; a question about them needs a run too. */
export const unprovenTests: Rule = (work) => {
  const said = [...judgedWords(work), work.asked].flatMap(sayingsOfTests);
  if (said.length === 0) return [];
  const wholeRuns = work.criteria.filter(({ check, required }) => check?.kind === 'tests_pass' && required && !isNarrow(check.command ?? '', work));
  if (wholeRuns.length > 0) return [];
  const lastChange = work.calls.findLastIndex(({ outcome }) => outcome.changes.some(({ path }) => isCode(path)));
  const runs = work.calls.slice(lastChange + 1).filter((call) => hasCompleted(call) && runsTests(call) && !isNarrow(commandOf(call), work));
  const last = runs.at(-1);
  if (last === undefined) return [{ why: 'Something is said of the tests, and this run did not run all of them after its last change.', calls: [] }];
  return said.every(({ isQuestion }) => isQuestion) || hasSucceeded(last) ? [] : [{ why: 'The tests have to pass, and they failed when they were last run.', calls: [last] }];
};

function sayingsOfTests(words: string): { readonly isQuestion: boolean }[] {
  const clauses = clausesOf(words);
  // Who wants to know how many fail, or says that some may, does not order that they pass.
  const isQuestion = clauses.some((clause) => clause.isQuestion || REPORTING.some((phrase) => clause.lower.join(' ').includes(phrase)) || clause.lower.join(' ').startsWith('if some fail'));
  return clauses.filter(({ lower }) => lower.some((word) => TESTS.has(word)) && lower.some((word) => PASS.has(word))).map(() => ({ isQuestion }));
}

function runsTests(call: MadeCall): boolean {
  if (call.decision.tool_id === 'run_tests') return true;
  const command = commandOf(call);
  return command.includes('test') && ['acts', 'measures'].includes(natureOf(call)) && !hidesItsEnd(command, 'test');
}

function commandOf({ decision }: MadeCall): string {
  const command = decision.arguments[decision.tool_id === 'run_tests' ? 'test_command' : 'command'];
  return typeof command === 'string' ? command : '';
}

function isNarrow(command: string, { asked }: WholeWork): boolean {
  return NARROWING.some((option) => command.includes(option) && !asked.includes(option.trim()));
}

/** Words, tables and pictures do not change how tests end. */
function isCode(path: string): boolean {
  return !['.md', '.txt', '.csv', '.log', '.png', '.svg', '.rst'].some((ending) => path.endsWith(ending));
}
