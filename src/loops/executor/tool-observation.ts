import type { ToolResultPart } from '../../contracts/index.ts';
import { withoutOurMarkup } from '../../context/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import type { DeskAnswer } from '../../models/index.ts';
import { headTail, type ToolCallResult } from '../../tools/index.ts';
import { frameToolResult } from './tool-result-frame.ts';

/** A call that the model made in the way its provider has for it, with arguments that fit. */
export type AskedCall = DeskAnswer['calls'][number];

/**
 * Families of codes that say no to one call and leave the run whole: the model may find another way. Everything else (a
 * spent budget, a stop, a store that fails, a defect) ends or interrupts the run and passes through.
 */
const REFUSALS: readonly string[] = ['tool.', 'pattern.', 'path.', 'network.', 'sandbox.', 'approval.', 'policy.', 'hard_call.', 'externalization.', 'role.share_used_up'];

/** The codes with which a person, or whoever decides in their place, said no. */
const APPROVALS: readonly string[] = ['tool.approval_denied', 'tool.left_in_doubt', 'approval.', 'hard_call.'];
const NAMED_CHARS_MAX = 400;

/** What came of a call: what the model is told, and either what was really done or why it was not. */
export interface Observation {
  readonly part: ToolResultPart;
  readonly result?: ToolCallResult;
  readonly refusal?: string;
  /** That somebody approved it or refused it. */
  readonly settled?: string;
}

/** Makes the call. Of a long result only so many characters are shown, its beginning and its end. */
export async function observeCall(call: AskedCall, perform: () => Promise<ToolCallResult>, charsMax = Infinity): Promise<Observation> {
  try {
    const result = await perform();
    const approval = result.decision.approval_id;
    return { part: resultPart(call, framed(result, charsMax), result.outcome.error !== null), result, ...(approval !== null && { settled: `Approved once, as ${approval}: ${named(call)}` }) };
  } catch (error) {
    if (!(error instanceof KeelsonError) || !REFUSALS.some((family) => error.code.startsWith(family))) throw error;
    const refusal = withoutOurMarkup(`${error.message} ${error.nextStep}`);
    return { part: resultPart(call, refusal, true), refusal, ...(APPROVALS.some((family) => error.code.startsWith(family)) && { settled: `Refused: ${named(call)}: ${refusal}` }) };
  }
}

/** The same call is recognised by it, however it is written. */
function named({ name, arguments: given }: AskedCall): string {
  return headTail(`${name} ${withoutOurMarkup(canonicalJson(given))}`, NAMED_CHARS_MAX, () => '…');
}

export function resultPart({ callId, name }: Pick<AskedCall, 'callId' | 'name'>, text: string, isError: boolean): ToolResultPart {
  return { type: 'tool_result', call_id: callId, name, content: [{ type: 'text', text }], is_error: isError };
}

/** A failure is framed too: what failed may have put words of others into it. */
function framed({ decision, outcome: { status, shown, error, taint_class } }: ToolCallResult, charsMax: number): string {
  const text = error === null ? shown.text : [`${error.code}: ${error.message} ${error.next_step}`, shown.text].filter((line) => line !== '').join('\n');
  const subjects = decision.intentions.filter(({ kind }) => kind !== 'words').map(({ subject }) => subject);
  return frameToolResult({ toolId: decision.tool_id, source: subjects.join(', ') || decision.tool_id, taintClass: taint_class, status, text: headTail(text, charsMax, leftOutNote) });
}

function leftOutNote(leftOut: number): string {
  return `\n[… ${leftOut} characters left out, for there is little room left …]\n`;
}
