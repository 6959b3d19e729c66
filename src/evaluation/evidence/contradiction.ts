import type { ExecutionResult } from '../../contracts/index.ts';
import type { MadeCall } from '../work.ts';
import { badEndOf, type BadEnd } from './call-end.ts';
import { natureOf } from './call-nature.ts';

/** The call by which the work stands or falls: the last that acts, else the last that measures, else the last look. */
export function primaryCallOf(calls: readonly MadeCall[]): MadeCall | undefined {
  const last = (nature: string): MadeCall | undefined => calls.findLast((call) => natureOf(call) === nature);
  return last('acts') ?? last('measures') ?? last('looks');
}

/**
 * A result that does not call itself failed, while its primary call did not complete, contradicts itself; so does one
 * whose tests were run after the last act and failed. Where a program merely ended with an error code, a result that
 * repeats the failure in the program's own words or numbers hides nothing ("3 tests fail" may be what was asked).
 */
export function contradictionOf(result: Pick<ExecutionResult, 'status' | 'output'>, calls: readonly MadeCall[]): string | undefined {
  if (result.status === 'failed') return undefined;
  const primary = primaryCallOf(calls);
  if (primary === undefined) return undefined;
  const measured = calls.slice(calls.indexOf(primary) + 1).findLast((call) => natureOf(call) === 'measures');
  for (const call of [primary, ...(measured === undefined ? [] : [measured])]) {
    const end = badEndOf(call);
    if (end === undefined || tells(result.output, call, end)) continue;
    const whatFollowed = calls.slice(calls.indexOf(call) + 1).length > 0 ? ' What was looked at afterwards does not show that it worked.' : '';
    return `The result reads as done, but ${call.decision.tool_id} ${end.how}.${whatFollowed}`;
  }
  return undefined;
}

/** Fewer words than this in a row are repeated by chance. */
const REPEATED_WORDS_MIN = 3;

function tells(output: string, call: MadeCall, { of }: BadEnd): boolean {
  if (of === 'tool') return false;
  const said = wordsOf(output);
  const failed = call.outcome.output?.['tests_failed'];
  if (typeof failed === 'number' && failed > 0 && said.includes(String(failed))) return true;
  const handedIn = runsOf(wordsOf(JSON.stringify(call.decision.arguments)));
  const printed = runsOf(wordsOf(call.outcome.shown.text));
  return [...runsOf(said)].some((run) => printed.has(run) && !handedIn.has(run));
}

function runsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(REPEATED_WORDS_MIN - 1).map((_, at) => words.slice(at, at + REPEATED_WORDS_MIN).join(' ')));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]/u).filter((word) => word !== '');
}
