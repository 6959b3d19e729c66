import type { KeyNumber, ToolCallDecision, ToolCallOutcome } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';

/** A call of the work, as far as something can be looked up in it. */
export interface TracedCall {
  readonly decision: Pick<ToolCallDecision, 'tool_id' | 'arguments'>;
  readonly outcome: Pick<ToolCallOutcome, 'status' | 'output' | 'shown'>;
}

/** How far a number may stand from what a call gave: people round what they report. */
const RELATIVE_DIFFERENCE_MAX = 0.005;

/** The names of the numbers that no completed call of the work gave, and that no query of it asked for. */
export function untracedNumbers(numbers: readonly KeyNumber[], calls: readonly TracedCall[]): string[] {
  return numbers.filter((number) => !callsFor(number, calls).some((call) => gave(call, number.value))).map(({ name }) => name);
}

function callsFor({ trace }: KeyNumber, calls: readonly TracedCall[]): readonly TracedCall[] {
  const named = trace.by === 'tool_call' ? calls.slice(trace.call - 1, trace.call) : calls.filter(({ decision }) => asked(decision.arguments, trace.query));
  return named.filter(({ outcome }) => outcome.status === 'completed');
}

function asked(value: unknown, query: string): boolean {
  return canonicalJson(value).includes(canonicalJson(query).slice(1, -1));
}

function gave({ outcome }: TracedCall, value: number): boolean {
  return numbersIn(`${canonicalJson(outcome.output ?? {})} ${outcome.shown.text}`).some((one) => Math.abs(one - value) <= Math.abs(value) * RELATIVE_DIFFERENCE_MAX);
}

/** Every number that stands in a text, read character by character. */
function numbersIn(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfNumber(text, at);
    if (end === at) {
      at += 1;
      continue;
    }
    const isNegative = text.charAt(at - 1) === '-';
    found.push(Number(text.slice(at, end).replaceAll(',', '')) * (isNegative ? -1 : 1));
    at = end;
  }
  return found.filter((number) => Number.isFinite(number));
}

/** Digits, with commas between thousands and one point. */
function endOfNumber(text: string, from: number): number {
  let at = from;
  let hasPoint = false;
  while (isDigit(text.charAt(at)) || (at > from && isDigit(text.charAt(at + 1)) && ((text.charAt(at) === '.' && !hasPoint) || (text.charAt(at) === ',' && isThousand(text, at))))) {
    hasPoint ||= text.charAt(at) === '.';
    at += 1;
  }
  return at;
}

function isThousand(text: string, comma: number): boolean {
  return [1, 2, 3].every((step) => isDigit(text.charAt(comma + step))) && !isDigit(text.charAt(comma + 4));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character !== '';
}
