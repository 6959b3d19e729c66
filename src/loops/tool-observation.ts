import type { ToolResultPart } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { DeskAnswer } from '../models/index.ts';
import type { ToolCallResult } from '../tools/index.ts';
import { frameToolResult, withoutOurMarkup } from './tool-result-frame.ts';

/** A call that the model made in the way its provider has for it, with arguments that fit. */
export type AskedCall = DeskAnswer['calls'][number];

/**
 * Families of codes that say no to one call and leave the run whole: the model may find another way. Everything else (a
 * spent budget, a stop, a store that fails, a defect) ends or interrupts the run and passes through.
 */
const REFUSALS: readonly string[] = ['tool.', 'path.', 'network.', 'sandbox.', 'approval.', 'policy.', 'hard_call.', 'externalization.'];

/** What the model is told of a call, whether it was made, failed or was refused. */
export async function toolObservation(call: AskedCall, perform: () => Promise<ToolCallResult>): Promise<ToolResultPart> {
  const part = (text: string, isError: boolean): ToolResultPart => ({ type: 'tool_result', call_id: call.callId, name: call.name, content: [{ type: 'text', text }], is_error: isError });
  try {
    const result = await perform();
    return part(framed(result), result.outcome.error !== null);
  } catch (error) {
    if (!(error instanceof KeelsonError) || !REFUSALS.some((family) => error.code.startsWith(family))) throw error;
    return part(withoutOurMarkup(`${error.message} ${error.nextStep}`), true);
  }
}

/** A failure is framed too: what failed may have put words of others into it. */
function framed({ decision, outcome: { status, shown, error, taint_class } }: ToolCallResult): string {
  const text = error === null ? shown.text : [`${error.code}: ${error.message} ${error.next_step}`, shown.text].filter((line) => line !== '').join('\n');
  const subjects = decision.intentions.filter(({ kind }) => kind !== 'words').map(({ subject }) => subject);
  return frameToolResult({ toolId: decision.tool_id, source: subjects.join(', ') || decision.tool_id, taintClass: taint_class, status, text });
}
