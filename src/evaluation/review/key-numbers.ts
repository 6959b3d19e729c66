import { AnalysisReport, type KeyNumber } from '../../contracts/index.ts';
import { numbersOf, worldGave } from '../evidence/grounding.ts';
import { refsOf, type MadeCall } from '../work.ts';
import { valuesIn } from './content-walk.ts';
import { blocking, type ReviewedArtifact, type ReviewFinding } from './review-finding.ts';

/** A report's numbers, each held against the code or query it says it comes from. */
export function numberFindings({ type, content }: ReviewedArtifact, calls: readonly MadeCall[]): ReviewFinding[] {
  const report = type === 'AnalysisReport' ? AnalysisReport.safeParse(content) : undefined;
  return untracedNumbers(report?.data?.key_numbers ?? [], calls).map((number) =>
    blocking(`Nothing that was run gave ${number.name} (${number.value}).`, 'Name the call or the query that gives this number, or leave it out.', 'The number stands in what its call or query gave.', refsOf(callsFor(number, calls))),
  );
}

/** The numbers that come out of no completed call of those they name. What a script merely prints of its own text is not given by it. */
export function untracedNumbers(numbers: readonly KeyNumber[], calls: readonly MadeCall[]): KeyNumber[] {
  return numbers.filter((number) => !callsFor(number, calls).some((call) => worldGave(call, (leaves) => numbersOf(leaves).some((given) => isRounded(number.value, given)))));
}

function callsFor({ trace }: KeyNumber, calls: readonly MadeCall[]): readonly MadeCall[] {
  if (trace.by === 'tool_call') return calls.slice(trace.call - 1, trace.call);
  return calls.filter(({ decision }) => [...valuesIn(decision.arguments)].some(({ value }) => typeof value === 'string' && value.includes(trace.query)));
}

/** People report fewer digits than programs give: the number is right when it is what was given, to the digits it shows. */
function isRounded(reported: number, given: number): boolean {
  const digits = Math.min((String(reported).split('.')[1] ?? '').length, 100);
  return reported === given || (!Number.isInteger(given) && Number(given.toFixed(digits)) === reported);
}
