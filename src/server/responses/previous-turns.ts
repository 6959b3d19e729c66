import { ItemReferenceInput, type ResponseInputItem, type ResponseRequest, type SessionId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { invalidInput } from '../model-api/input-content.ts';
import type { ResponseShelf, ResponseToKeep } from '../model-api/ports.ts';
import { createConversation, type Conversation } from './input-messages.ts';
import { responseOfItem } from './output-events.ts';

/** Turns of one conversation that are gone back to at most; more than any model takes in. */
const TURNS_MAX = 1_000;

/** What a request goes on from. */
export interface Before {
  readonly conversation: Conversation;
  readonly sessionId: SessionId | null;
}

/** Everything that was said up to a response, and then what this request adds. */
export async function readBefore(request: Pick<ResponseRequest, 'previous_response_id'>, input: readonly ResponseInputItem[], read: ResponseShelf['read']): Promise<Before> {
  const turns: ResponseToKeep[] = [];
  let next = request.previous_response_id ?? null;
  while (next !== null && turns.length < TURNS_MAX) {
    const turn = await read(next);
    if (turn === undefined) throw unknownResponse(next);
    const { status } = turn.content.resource;
    if (status === 'queued' || status === 'in_progress') throw invalidInput('previous_response_id', `${next} is not answered yet`);
    turns.push(turn);
    next = turn.previous_response_id;
  }
  const conversation = createConversation();
  for (const { content } of turns.toReversed()) {
    conversation.add(content.input as readonly ResponseInputItem[]);
    if (content.said === null) conversation.add(content.resource.output as unknown as ResponseInputItem[]);
    else conversation.addSaid(content.said);
  }
  conversation.add(await Promise.all(input.map((item, at) => withoutReference(item, `input.${at}`, read))));
  return { conversation, sessionId: turns[0]?.session_id ?? null };
}

/** An item that only names another is that other one. */
async function withoutReference(item: ResponseInputItem, path: string, read: ResponseShelf['read']): Promise<ResponseInputItem> {
  const isReference = item.type === 'item_reference' || ((item.type ?? null) === null && !('role' in item) && 'id' in item);
  if (!isReference) return item;
  const { id } = ItemReferenceInput.parse(item);
  const response = responseOfItem(id);
  const kept = response === undefined ? undefined : await read(response);
  const found = [...(kept?.content.resource.output ?? []), ...(kept?.content.input ?? [])].find((one) => one['id' as keyof typeof one] === id);
  if (found === undefined) throw invalidInput(path, `there is no item ${id} here`);
  return found as unknown as ResponseInputItem;
}

/** What was sent with a request as items, each under an id. */
export function itemsOf(request: Pick<ResponseRequest, 'input'>, responseId: string): ResponseInputItem[] {
  const { input } = request;
  const items: ResponseInputItem[] = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : (input ?? []);
  const body = responseId.slice(responseId.indexOf('_') + 1);
  return items.map((item, at) => {
    if ((item.type ?? 'message') !== 'message' || !('role' in item)) return { id: `in_${body}_${at}`, ...item };
    const kind = item['role'] === 'assistant' ? 'output_text' : 'input_text';
    return { id: `msg_${body}_in${at}`, status: 'completed', ...item, type: 'message', ...(typeof item['content'] === 'string' && { content: [{ type: kind, text: item['content'] }] }) };
  });
}

export function unknownResponse(id: string): KeelsonError<'response.unknown'> {
  return new KeelsonError('response.unknown', { message: `There is no response ${id} here.`, nextStep: 'It was made with store: false, removed, or elsewhere: send the whole conversation as input, without previous_response_id.', data: { response_id: id } });
}
