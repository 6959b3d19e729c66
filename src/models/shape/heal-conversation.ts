import type { AssistantMessage, AssistantPart, ModelMessage, ToolCallPart, ToolMessage, ToolResultPart } from '../../contracts/index.ts';
import { createCallIds } from './call-ids.ts';

export type Healing =
  | 'call_without_result'
  | 'result_without_call'
  | 'second_result'
  | 'result_out_of_place'
  | 'call_without_name'
  | 'second_call'
  | 'call_id_replaced'
  | 'empty_message';

export interface HealedConversation {
  readonly messages: readonly ModelMessage[];
  /** What was wrong, in the order of the conversation; empty for one that was sound. */
  readonly healed: readonly { readonly what: Healing; readonly at: number; readonly callId?: string }[];
}

/** Said to the model in place of a result that never came; nothing is known about the tool's effect. */
const NO_RESULT = 'No result was recorded for this call. It was interrupted, and whether it took effect is not known.';

/**
 * Makes a conversation that every provider accepts: each call is answered once, right after the turn that made it, and
 * nothing is answered that was not asked. A sound conversation comes back as it is.
 */
export function healConversation(messages: readonly ModelMessage[]): HealedConversation {
  const healed: { what: Healing; at: number; callId?: string }[] = [];
  const sound: ModelMessage[] = [];
  const nextId = createCallIds();

  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message === undefined) continue;
    if (message.role === 'tool') {
      for (const { call_id: callId } of message.content) healed.push({ what: 'result_without_call', at, callId });
    } else if (message.role !== 'assistant') {
      if (isEmpty(message)) healed.push({ what: 'empty_message', at });
      else sound.push(message);
    } else {
      const end = nextTurn(messages, at + 1);
      healTurn(message, messages.slice(at + 1, end), at);
      at = end - 1;
    }
  }
  return { messages: sound, healed };

  /** A turn is an assistant's message with everything up to the next one. */
  function healTurn(asked: AssistantMessage, following: readonly ModelMessage[], at: number): void {
    const seen = new Set<string>();
    const own = asked.content.filter((part) => isSendable(part, seen, at));
    if (own.length === 0) healed.push({ what: 'empty_message', at });
    const calls = own.filter((part) => part.type === 'tool_call');
    const results = resultsFor(calls, following, at);
    const ids = new Map(calls.map(({ call_id }) => [call_id, renamed(call_id, at)]));
    const withId = <Part extends ToolCallPart | ToolResultPart>(part: Part): Part => {
      const id = ids.get(part.call_id) ?? part.call_id;
      return id === part.call_id ? part : { ...part, call_id: id };
    };
    if (own.length > 0) {
      sound.push(own.length === asked.content.length && [...ids].every(([before, after]) => before === after) ? asked : { role: 'assistant', content: own.map((part) => (part.type === 'tool_call' ? withId(part) : part)) });
    }
    if (results.length > 0) sound.push(toolMessage(results.map(withId), following));
    for (const [offset, message] of following.entries()) {
      if (message.role === 'tool') continue;
      if (isEmpty(message)) healed.push({ what: 'empty_message', at: at + 1 + offset });
      else sound.push(message);
    }
  }

  function isSendable(part: AssistantPart, seen: Set<string>, at: number): boolean {
    if (part.type !== 'tool_call') return part.type !== 'text' || part.text !== '';
    const isSound = part.name !== '' && !seen.has(part.call_id);
    if (!isSound) healed.push({ what: part.name === '' ? 'call_without_name' : 'second_call', at, callId: part.call_id });
    seen.add(part.call_id);
    return isSound;
  }

  function renamed(id: string, at: number): string {
    const unique = nextId(id);
    if (unique !== id) healed.push({ what: 'call_id_replaced', at, callId: id });
    return unique;
  }

  /** One for each call, in the order of the calls. */
  function resultsFor(calls: readonly ToolCallPart[], following: readonly ModelMessage[], at: number): ToolResultPart[] {
    const names = new Map(calls.map(({ call_id, name }) => [call_id, name]));
    const found = new Map<string, ToolResultPart>();
    let hasPersonSpoken = false;
    for (const [offset, message] of following.entries()) {
      if (message.role !== 'tool') {
        hasPersonSpoken = true;
        continue;
      }
      for (const result of message.content) {
        const place = { at: at + 1 + offset, callId: result.call_id };
        if (!names.has(result.call_id)) healed.push({ what: 'result_without_call', ...place });
        else if (found.has(result.call_id)) healed.push({ what: 'second_result', ...place });
        else {
          found.set(result.call_id, result);
          if (hasPersonSpoken) healed.push({ what: 'result_out_of_place', ...place });
        }
      }
    }
    return calls.map(({ call_id, name }) => {
      const result = found.get(call_id);
      if (result !== undefined) return result;
      healed.push({ what: 'call_without_result', at, callId: call_id });
      return { type: 'tool_result', call_id, name, content: [{ type: 'text', text: NO_RESULT }], is_error: true };
    });
  }
}

/** The message that was there when it already holds just these. */
function toolMessage(results: readonly ToolResultPart[], following: readonly ModelMessage[]): ToolMessage {
  const [first] = following;
  const isThere = first?.role === 'tool' && first.content.length === results.length && first.content.every((result, at) => result === results[at]);
  return isThere ? first : { role: 'tool', content: [...results] };
}

function nextTurn(messages: readonly ModelMessage[], from: number): number {
  const next = messages.findIndex(({ role }, at) => at >= from && role === 'assistant');
  return next === -1 ? messages.length : next;
}

function isEmpty(message: ModelMessage): boolean {
  return message.role === 'system' ? message.text === '' : message.content.every((part) => part.type === 'text' && part.text === '');
}
