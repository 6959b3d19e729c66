import * as fc from 'fast-check';
import type { AssistantPart, ImagePart, ModelMessage, TextPart } from '../../src/contracts/index.ts';

const text: fc.Arbitrary<TextPart> = fc.record({ type: fc.constant('text' as const), text: fc.oneof(fc.constant(''), fc.string({ maxLength: 12, unit: 'grapheme' })) });
const image: fc.Arbitrary<ImagePart> = fc.constant({ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } });
/** Few ids, so that calls and results meet, miss and repeat each other. */
const callId = fc.constantFrom('a', 'b', 'c', 'call:4', 'd'.repeat(50));
const toolName = fc.constantFrom('read', 'write', 'mcp__files__list', '');

const assistantPart: fc.Arbitrary<AssistantPart> = fc.oneof(
  text,
  fc.record({ type: fc.constant('tool_call' as const), call_id: callId, name: toolName, arguments_text: fc.constantFrom('{}', '{"path":"a"}', '{"broken') }),
  fc.record({ type: fc.constant('reasoning' as const), text: fc.string({ maxLength: 8 }), signature: fc.constant('sig') }),
  fc.record({ type: fc.constant('refusal' as const), text: fc.constant('no') }),
);

const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant('system' as const), text: fc.constantFrom('', 'Be exact.', 'Today is 2026-11-15.') }),
  fc.record({ role: fc.constant('user' as const), content: fc.array(fc.oneof({ arbitrary: text, weight: 4 }, image), { maxLength: 3 }) }),
  { arbitrary: fc.record({ role: fc.constant('assistant' as const), content: fc.array(assistantPart, { maxLength: 4 }) }), weight: 2 },
  {
    arbitrary: fc.record({
      role: fc.constant('tool' as const),
      content: fc.array(
        fc.record({ type: fc.constant('tool_result' as const), call_id: callId, name: toolName, content: fc.array(fc.oneof(text, image), { maxLength: 2 }), is_error: fc.boolean() }),
        { maxLength: 3 },
      ),
    }),
    weight: 2,
  },
);

/** Conversations of every kind, most of them broken in one way or another. */
export const anyConversation = (): fc.Arbitrary<ModelMessage[]> => fc.array(message, { maxLength: 12 });
