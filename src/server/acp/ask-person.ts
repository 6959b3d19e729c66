import type { CreateElicitationResponse, PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Client } from '../../client/index.ts';
import { attentionShow, hardCallAnswer, type HardCallId, type HardRevisionCall } from '../../contracts/index.ts';
import { say, type Editor } from './editor.ts';
import { text } from './tool-calls.ts';

export interface AskPersonPorts {
  readonly client: Client;
  readonly editor: Editor;
  readonly withdrawn: AbortSignal;
}

type Given = { readonly option_id: string } | { readonly words: string };

const ANSWER = 'answer';

/** Asks the person at the editor a question of the run: in a form where the editor has one, else as a choice, else by telling where to answer. */
export async function askPerson(callId: HardCallId, { client, editor, withdrawn }: AskPersonPorts): Promise<void> {
  const found = await client.call(attentionShow, { id: callId });
  if (!found.ok || found.value.kind !== 'hard_call' || found.value.settled !== null) return;
  const { call } = found.value;
  const hasForms = editor.capabilities.elicitation?.form !== undefined && editor.capabilities.elicitation.form !== null;
  if (!hasForms && call.options.length === 0) return say(editor, `${call.prompt_text}\n\nAnswer it in a terminal: keelson answer ${callId}\n`);
  const given = await (hasForms ? inForm(call, editor, withdrawn) : asChoice(call, editor, withdrawn)).catch(() => undefined);
  if (given === undefined || withdrawn.aborted) return;
  const answered = await client.call(hardCallAnswer, { hard_call_id: callId, ...given }, { idempotencyKey: `${callId}:editor` });
  if (!answered.ok) await say(editor, `${answered.error.message} ${answered.error.next_step}\n`);
}

async function inForm({ prompt_text: prompt, options, response_mode: mode }: HardRevisionCall, { context, sessionId }: Editor, withdrawn: AbortSignal): Promise<Given | undefined> {
  const takesWords = mode !== 'closed_choice';
  const labels = options.map(({ label, consequence }) => `${label}: ${consequence}`).join('\n');
  const field = takesWords ? { type: 'string' as const, title: 'Answer', ...(labels !== '' && { description: labels }) } : { type: 'string' as const, title: 'Answer', oneOf: options.map(({ option_id: value, label }) => ({ const: value, title: label })) };
  const response: CreateElicitationResponse = await context.request('elicitation/create', { mode: 'form', sessionId, message: prompt, requestedSchema: { type: 'object', properties: { [ANSWER]: field }, required: [ANSWER] } }, { cancellationSignal: withdrawn, stopWaitingOnCancel: true });
  if (response.action !== 'accept' || !('content' in response)) return undefined;
  const said = (response.content as Record<string, unknown> | null | undefined)?.[ANSWER];
  if (typeof said !== 'string' || said.trim() === '') return undefined;
  const chosen = options.find(({ option_id: id, label }) => id === said || label === said.trim());
  return chosen === undefined ? { words: said.trim() } : { option_id: chosen.option_id };
}

async function asChoice({ hard_call_id: id, prompt_text: prompt, options }: HardRevisionCall, { context, sessionId }: Editor, withdrawn: AbortSignal): Promise<Given | undefined> {
  const toolCall: ToolCallUpdate = { toolCallId: id, title: prompt, kind: 'think', status: 'pending', content: options.map(({ label, consequence }) => text(`${label}: ${consequence}`)) };
  const choices: PermissionOption[] = options.map(({ option_id: optionId, label }) => ({ optionId, name: label, kind: 'allow_once' }));
  const { outcome } = await context.request('session/request_permission', { sessionId, toolCall, options: choices }, { cancellationSignal: withdrawn, stopWaitingOnCancel: true });
  return outcome.outcome === 'selected' && options.some(({ option_id: optionId }) => optionId === outcome.optionId) ? { option_id: outcome.optionId } : undefined;
}
