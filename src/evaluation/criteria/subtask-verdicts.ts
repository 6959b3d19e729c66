import type { Criterion, CriterionVerdict, SubtaskJudgement } from '../../contracts/index.ts';
import { badEndOf, hasCompleted } from '../evidence/call-end.ts';
import { classifyFailure } from '../evidence/failure-class.ts';
import { isHollowLook } from '../evidence/targets.ts';
import { refsOf, type MadeCall } from '../work.ts';
import { inventedQuote } from './quoted-evidence.ts';
import { failVerdict, passVerdict, readJudgement, unresolvedVerdict, type NotJudged } from './read-judgement.ts';

type Said = SubtaskJudgement['verdicts'][number];

/** What the judge was shown: the calls, what was handed over, and what was asked of it. */
export interface JudgedWork {
  readonly calls: readonly MadeCall[];
  readonly said?: readonly string[];
}

/**
 * A judge's words held against the calls it was shown, numbered from 1 in this order. What it calls met must rest on a
 * call that exists and completed and that shows more than what was there anyway; what cannot be read stays unresolved, and
 * so does what rests on a quotation of something that was never there.
 */
export function verdictsOfJudgement(criteria: readonly Criterion[], judgement: SubtaskJudgement | NotJudged, work: JudgedWork): CriterionVerdict[] {
  return readJudgement(criteria, judgement).flatMap((said, at) => {
    const criterion = criteria[at];
    if (criterion === undefined) return [];
    return [typeof said === 'string' ? unresolvedVerdict(criterion, said) : verdictOf(criterion, said, { ...work, said: [...(work.said ?? []), ...criteria.map((one) => one.criterion)] })];
  });
}

function verdictOf(criterion: Criterion, said: readonly [Said, ...Said[]], { calls, said: shown }: Required<JudgedWork>): CriterionVerdict {
  const [{ verdict, evidence, failure_class: failureClass }] = said;
  const numbers = [...new Set(said.flatMap(({ tool_calls }) => tool_calls))];
  const named = numbers.flatMap((number) => calls[number - 1] ?? []);
  if (verdict === 'unmet') return failVerdict(criterion, evidence, failureClass ?? classifyFailure({ calls }), refsOf(named));
  const fault = ungrounded(numbers, named, calls);
  if (fault !== undefined) return failVerdict(criterion, `${fault} The judge's words were: ${evidence}`, classifyFailure({ calls: named }), refsOf(named));
  const invented = inventedQuote(evidence, { calls, said: shown });
  if (invented !== undefined) return unresolvedVerdict(criterion, `The judge quotes “${invented}”, and that stands in nothing it was shown.`);
  return passVerdict(criterion, evidence, refsOf(named.filter(hasCompleted)));
}

/** Why the calls that a judge names do not carry a `met`. */
function ungrounded(numbers: readonly number[], named: readonly MadeCall[], calls: readonly MadeCall[]): string | undefined {
  if (numbers.length === 0) return 'It was called met without naming a call that shows it.';
  if (named.length < numbers.length) return `It was called met on a call that was never made: there are ${calls.length}.`;
  const failed = named.find((call) => !hasCompleted(call));
  if (failed !== undefined && !named.some(hasCompleted)) return `It was called met on a call that did not complete: ${failed.decision.tool_id} ${badEndOf(failed)?.how ?? ''}.`;
  return named.every((call) => !hasCompleted(call) || isHollowLook(call, calls)) ? 'It was called met on a look at what was there anyway: the act before it had failed, or it only printed its own words.' : undefined;
}
