import { describe, expect, it } from 'vitest';
import { FORMATS, providerAt } from '../../../test/support/gateway-rig.ts';
import { modelRequest, readTool } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelMessage, WireFormat } from '../../contracts/index.ts';
import { ADAPTERS } from '../adapters/all.ts';
import { composePrompt } from './compose-prompt.ts';

const TURNS = 200;
const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const listTool = { ...readTool, name: 'list_files' };

/** One turn more of a conversation with tools, and now and then a person who steers. */
function goOn(conversation: ModelMessage[], turn: number): void {
  conversation.push(user(`question ${turn}`));
  if (turn % 3 === 0) {
    conversation.push({ role: 'assistant', content: [{ type: 'tool_call', call_id: `c${turn}`, name: 'read_file', arguments_text: '{"path":"a"}' }] });
    conversation.push({ role: 'tool', content: [{ type: 'tool_result', call_id: `c${turn}`, name: 'read_file', content: [{ type: 'text', text: `line ${turn}` }], is_error: false }] });
  }
  if (turn % 7 === 0) conversation.push(user('a person steers'));
}

/** Everything but the conversation itself, and how it is kept, as bytes. Marks for the cache say where to cut, not what is read. */
function partsOf(format: WireFormat, body: string): { head: string; history: string[] } {
  const { messages, input, ...rest } = JSON.parse(body) as { messages?: unknown[]; input?: unknown[] };
  const history = (messages ?? input ?? []).map((message) => JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)));
  const isHeadInMessages = format === 'openai_chat' || format === 'ollama';
  return { head: JSON.stringify([rest, isHeadInMessages ? history[0] : '']), history };
}

describe.each(FORMATS)('what is sent over %s', (format) => {
  it('keeps every byte of its head, and what was said before, over 200 turns with tools, memory and steering', verifies('KEL-STABLE-03', 'MAH-2D-1'), () => {
    const target = { modelId: 'm', name: 'm', provider: providerAt('http://127.0.0.1:9', format), key: 'k' };
    const conversation: ModelMessage[] = [];
    let before: ReturnType<typeof partsOf> | undefined;
    let kept = 0;
    for (let turn = 1; turn <= TURNS; turn += 1) {
      goOn(conversation, turn);
      const tools = turn % 2 === 0 ? [readTool, listTool] : [listTool, readTool];
      const prompt = composePrompt({ identity: 'You are exact. ', skills: ['cite'], tools, conversation, turn: [`Recalled: memory ${turn}`, 'Today is 2026-11-15.'] });
      const now = partsOf(format, ADAPTERS[format].encode(modelRequest({ messages: [...prompt.messages], tools: [...prompt.tools] }), target).body);
      if (before !== undefined) {
        expect(now.head).toBe(before.head);
        // The last message held the tail of that turn, so it may differ; nothing before it may.
        expect(now.history.slice(0, before.history.length - 1)).toEqual(before.history.slice(0, -1));
        kept += before.history.length - 1;
      }
      before = now;
      conversation.push({ role: 'assistant', content: [{ type: 'text', text: `answer ${turn}` }] });
    }
    expect(kept).toBeGreaterThan(TURNS);
  });
});
