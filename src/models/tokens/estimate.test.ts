import { describe, expect, it } from 'vitest';
import { ModelRequest, type ModelMessage } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { uncalibrated } from './calibration.ts';
import { estimateRequest, estimateTokens } from './estimate.ts';
import { FACTOR_BY_FAMILY, familyOf } from './families.ts';

const ten = 'one two three four five six seven eight nine ten';
const request = (rest: Partial<ModelRequest> = {}): ModelRequest => ModelRequest.parse({ messages: [{ role: 'user', content: [{ type: 'text', text: ten }] }], max_output_tokens: 100, ...rest });
const rawOf = (...messages: ModelMessage[]): number => estimateRequest(request({ messages }), 'gpt-5').raw;
const tool = { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', properties: { path: { type: 'string' } } } };

describe('the family of a model', () => {
  it('is told by its name', verifies('KEL-TOKENS-03'), () => {
    const names = ['openai/gpt-5.4-nano', 'claude-sonnet-5', 'google/gemini-3.5-flash', 'gemma3:4b', 'llama3.2', 'Qwen2.5:14b', 'qwq:32b', 'mixtral-8x7b', 'codestral', 'mistral-large', 'openai/o9', 'anthropic/x', 'z-ai/glm-5.2', 'deepseek-r1-distill-qwen'];
    expect(names.map(familyOf)).toEqual(['openai', 'anthropic', 'google', 'google', 'llama', 'qwen', 'qwen', 'mistral', 'mistral', 'mistral', 'openai', 'anthropic', 'other', 'deepseek']);
  });

  it('scales what o200k counts, and never down', verifies('KEL-TOKENS-03'), () => {
    expect([estimateTokens(ten, 'openai'), estimateTokens(ten, 'anthropic'), estimateTokens(ten, 'google', () => 1)]).toEqual([10, 13, 2]);
    expect(Object.values(FACTOR_BY_FAMILY).filter((factor) => factor < 1)).toEqual([]);
  });
});

describe('the estimate of a request', () => {
  it('is the same however often and for whom its parts were counted before', verifies('KEL-FAST-05'), () => {
    const shared = request({ tools: [tool], messages: [{ role: 'system', text: ten }, { role: 'user', content: [{ type: 'text', text: ten }] }] });
    const counted: string[] = [];
    const counter = (text: string): number => counted.push(text);
    const fresh = (modelId: string) => estimateRequest(structuredClone(shared), modelId);
    for (const modelId of ['gpt-5', 'claude-sonnet-5', 'gpt-5']) expect(estimateRequest(shared, modelId)).toEqual(fresh(modelId));
    expect(estimateRequest(shared, 'gpt-5').raw).not.toBe(estimateRequest(shared, 'claude-sonnet-5').raw);
    // Whoever counts exactly is asked for every text, each time.
    for (const round of [1, 2]) {
      estimateRequest(shared, 'gpt-5', { counter });
      expect(counted).toHaveLength(5 * round);
    }
  });

  it('measures a picture for each model anew, wherever it stands', verifies('KEL-FAST-05'), () => {
    const picture = { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } } as const;
    const shown: ModelMessage[] = [{ role: 'user', content: [picture] }, { role: 'tool', content: [{ type: 'tool_result', call_id: 'c', name: 'look', content: [picture], is_error: false }] }];
    for (const message of shown) {
      const shared = request({ messages: [message] });
      const [first, second] = ['gpt-5', 'gpt-4o-mini'].map((modelId) => estimateRequest(shared, modelId).raw);
      expect([first === second, second]).toEqual([false, estimateRequest(structuredClone(shared), 'gpt-4o-mini').raw]);
    }
  });

  it('counts messages with their framing, calls, results, reasoning and pictures', verifies('KEL-TOKENS-03'), () => {
    const text = { type: 'text', text: ten } as const;
    const picture = { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } } as const;
    expect(rawOf({ role: 'system', text: ten })).toBe(3 + 4 + 10);
    expect(rawOf({ role: 'user', content: [text, text] })).toBe(3 + 4 + 20);
    expect(rawOf({ role: 'user', content: [picture] })).toBe(3 + 4 + 1_445);
    expect(rawOf({ role: 'assistant', content: [text, { type: 'tool_call', call_id: 'c', name: 'read', arguments_text: '{}' }] })).toBe(3 + 4 + 10 + 12 + 2);
    expect(rawOf({ role: 'assistant', content: [{ type: 'reasoning', text: ten, redacted: 'sealed' }, { type: 'refusal', text: 'no' }] })).toBe(3 + 4 + 10 + 1 + 1);
    expect(rawOf({ role: 'assistant', content: [{ type: 'reasoning', text: ten }] })).toBe(3 + 4 + 10);
    expect(rawOf({ role: 'tool', content: [{ type: 'tool_result', call_id: 'c', name: 'read', content: [text, picture], is_error: false }] })).toBe(3 + 4 + 12 + 1 + 10 + 1_445);
  });

  it('counts tools and the output schema apart from the messages', verifies('KEL-TOKENS-03', 'MAH-2F-1'), () => {
    const counter = (): number => 10;
    const estimated = (rest: Partial<ModelRequest>) => estimateRequest(request(rest), 'gpt-5', { counter });
    expect(estimated({})).toEqual({ raw: 17, schemaRaw: 0, schemaOverhead: 0, calibrated: 17 });
    expect(estimated({ tools: [tool, { ...tool, name: 'other' }] })).toEqual({ raw: 17, schemaRaw: 76, schemaOverhead: 76, calibrated: 93 });
    expect(estimated({ output: { name: 'verdict', schema: { type: 'object' } } })).toEqual({ raw: 17, schemaRaw: 28, schemaOverhead: 28, calibrated: 45 });
    const anthropic = (tools: (typeof tool)[]) => estimateRequest(request({ tools }), 'claude-x').schemaRaw;
    expect(anthropic([])).toBe(0);
    expect(anthropic([tool, tool]) - anthropic([tool])).toBe(anthropic([tool]) - 346);
  });

  it('is scaled by what is known of the model, and counted exactly where a counter is given', verifies('KEL-TOKENS-03', 'MAH-2F-1'), () => {
    const calibration = { ...uncalibrated('gpt-5'), ratio: 1.5, schema_overhead: 2 };
    const counter = (): number => 10;
    expect(estimateRequest(request({ tools: [tool] }), 'gpt-5', { calibration, counter })).toEqual({ raw: 17, schemaRaw: 38, schemaOverhead: 76, calibrated: 140 });
  });
});
