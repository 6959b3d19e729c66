import { resolve } from 'node:path';
import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Client } from '../../client/index.ts';
import { approvalAnswer, attentionShow, type ApprovalId, type ApprovalRecord } from '../../contracts/index.ts';
import { tell, type Editor } from './editor.ts';
import type { EventUpdates } from './event-updates.ts';
import { shownCall, text, toolCallId, wouldChange } from './tool-calls.ts';

const ALLOW = 'allow';
const REJECT = 'reject';

/** Each yes counts once and for this very action; whoever wants more says so at a terminal. */
const OPTIONS: readonly PermissionOption[] = [
  { optionId: ALLOW, name: 'Allow once', kind: 'allow_once' },
  { optionId: REJECT, name: 'Reject', kind: 'reject_once' },
];

export interface PermissionPorts {
  readonly client: Client;
  readonly editor: Editor;
  readonly updates: EventUpdates;
  /** Raised when it need not be answered here any more: somebody else did, or the turn is over. */
  readonly withdrawn: AbortSignal;
}

/** Asks the person at the editor, and gives their answer to the very approval that they saw. Without one, it stays open for any terminal. */
export async function askPermission(approvalId: ApprovalId, { client, editor, updates, withdrawn }: PermissionPorts): Promise<void> {
  const found = await client.call(attentionShow, { id: approvalId });
  if (!found.ok || found.value.kind !== 'approval' || found.value.settled !== null) return;
  const { record } = found.value;
  const toolCall = await shownQuestion(record, editor);
  await tell(editor, updates.show(record.call) ? { sessionUpdate: 'tool_call_update', ...toolCall } : { sessionUpdate: 'tool_call', ...toolCall, title: toolCall.title ?? '', kind: toolCall.kind ?? 'other', status: 'pending', content: toolCall.content ?? [], locations: toolCall.locations ?? [] });
  const answer = await answered(editor, toolCall, withdrawn);
  if (answer === undefined) return;
  const { action_hash: hash } = record.question.decision;
  const given = await client.call(approvalAnswer, { approval_id: approvalId, answer, action_hash: hash, remember: 'once', reason: answer === 'denied' ? 'rejected in the editor' : '' }, { idempotencyKey: `${approvalId}:${answer}:editor` });
  // The first answer counts; whoever came second is shown what it was by what happens.
  if (!given.ok) await tell(editor, { sessionUpdate: 'tool_call_update', toolCallId: toolCall.toolCallId, content: [text(`${given.error.message}\n${given.error.next_step}`)] });
}

async function answered({ context, sessionId }: Editor, toolCall: ToolCallUpdate, withdrawn: AbortSignal): Promise<'approved' | 'denied' | undefined> {
  try {
    const { outcome } = await context.request('session/request_permission', { sessionId, toolCall, options: [...OPTIONS] }, { cancellationSignal: withdrawn, stopWaitingOnCancel: true });
    if (outcome.outcome !== 'selected' || withdrawn.aborted) return undefined;
    if (outcome.optionId === ALLOW) return 'approved';
    // Anything but the one yes is none.
    return outcome.optionId === REJECT ? 'denied' : undefined;
  } catch {
    return undefined;
  }
}

async function shownQuestion({ run_id: runId, call, question }: ApprovalRecord, editor: Editor): Promise<ToolCallUpdate> {
  const { decision, reasons, is_undoable: isUndoable } = question;
  const before = await heldNow(decision.workspace, decision.arguments['path'], editor);
  const why = [...reasons, isUndoable ? 'What it changes in the folder can be taken back.' : 'It cannot be taken back.'].join('\n');
  return { toolCallId: toolCallId(runId, call), status: 'pending', ...shownCall(decision), content: [...wouldChange(decision, before), text(why)] };
}

/** What the file holds as the editor sees it; null where there is none, undefined where nobody can tell. */
async function heldNow(workspace: string, path: unknown, { context, capabilities, sessionId }: Editor): Promise<string | null | undefined> {
  if (typeof path !== 'string' || capabilities.fs?.readTextFile !== true) return undefined;
  try {
    return (await context.request('fs/read_text_file', { sessionId, path: resolve(workspace, path) })).content;
  } catch {
    return null;
  }
}
