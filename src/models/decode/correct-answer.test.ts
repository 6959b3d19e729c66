import { describe, expect, it } from 'vitest';
import { callPart, modelRequest, modelResponse, readTool, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelRequest, ModelResponse } from '../../contracts/index.ts';
import { askUntilReadable } from './correct-answer.ts';

const request = modelRequest({ tools: [readTool] });
const sound = modelResponse([callPart('c', 'read_file', '{"path":"a"}')]);
const wrong = modelResponse([callPart('a', 'read_file', '{}'), callPart('b', 'read_file', '{"path":"b"}')]);

/** Answers in turn, and keeps what it was asked. */
function scripted(...answers: ModelResponse[]): { ask: (request: ModelRequest, attempt: number) => Promise<ModelResponse>; asked: [ModelRequest, number][] } {
  const asked: [ModelRequest, number][] = [];
  return { asked, ask: async (sent, attempt) => (asked.push([sent, attempt]), answers[asked.length - 1] ?? sound) };
}

describe('an answer that cannot be read', () => {
  it('goes back to the model as the observation of its calls, and the turn is made again whole', verifies('KEL-DECODE-05', 'MAH-2A-5'), async () => {
    const { ask, asked } = scripted(wrong, sound);
    const seen: number[] = [];
    const answer = await askUntilReadable(request, ask, ({ problems }) => seen.push(problems.length));
    const result = (call_id: string, text: string) => ({ type: 'tool_result', call_id, name: 'read_file', content: [{ type: 'text', text }], is_error: true });
    const exchange = [
      wrong.message,
      {
        role: 'tool',
        content: [
          result('a', `The arguments for "read_file" do not fit its schema: the value must have required property 'path'.`),
          result('b', 'Not done, because another call of this turn could not be read. Make this call again together with it.'),
        ],
      },
    ];
    expect(answer).toEqual({ calls: [{ callId: 'c', name: 'read_file', arguments: { path: 'a' } }], output: undefined, problems: [], response: sound, corrections: 1, exchange });
    expect(asked).toEqual([
      [request, 1],
      [{ ...request, messages: [...request.messages, ...exchange] }, 2],
    ]);
    expect(seen).toEqual([1, 0]);
  });

  it('goes back as words when it was to be a value', verifies('KEL-DECODE-05'), async () => {
    const output = { name: 'verdict', schema: { type: 'boolean' } };
    const { ask } = scripted(modelResponse([textPart('{}')]), modelResponse([textPart('true')]));
    const answer = await askUntilReadable(modelRequest({ output }), ask);
    expect(answer.output).toBe(true);
    expect(answer.exchange[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'The answer does not fit the schema "verdict": the value must be boolean.' }] });
  });

  it('is corrected twice at most, and is a failure then', verifies('KEL-DECODE-06', 'MAH-2A-5'), async () => {
    const { ask, asked } = scripted(wrong, wrong, wrong, sound);
    await expect(askUntilReadable(request, ask)).rejects.toMatchObject({
      code: 'model.output_undecodable',
      data: { corrections: 2, problems: [`The arguments for "read_file" do not fit its schema: the value must have required property 'path'.`] },
    });
    expect(asked.map(([, attempt]) => attempt)).toEqual([1, 2, 3]);
  });
});
