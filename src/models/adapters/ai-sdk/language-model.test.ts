import { getEventListeners } from 'node:events';
import { APICallError, type LanguageModelV2, type LanguageModelV3, type LanguageModelV4 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { ModelMessage, ModelStreamEvent } from '../../../contracts/index.ts';
import { hasCode } from '../../../kernel/index.ts';
import { modelRequest, readTool } from '../../../../test/support/model-samples.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { CallFault } from '../../failure/faults.ts';
import type { AiSdkCallOptions } from './call-options.ts';
import { type AiSdkModel, aiSdkPlugin } from './language-model.ts';

const target = { modelId: 'house/model' };

interface Scripted {
  readonly model: AiSdkModel;
  readonly calls: AiSdkCallOptions[];
  isCancelled: boolean;
}

/** A model of another maker that says what it is told to. */
function scripted(parts: readonly unknown[], specificationVersion = 'v4', hangsAtEnd = false): Scripted {
  const played: Scripted = {
    calls: [],
    isCancelled: false,
    model: {
      specificationVersion,
      provider: 'house',
      modelId: 'model-1',
      doStream(options) {
        played.calls.push(options);
        const stream = new ReadableStream<unknown>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            if (!hangsAtEnd) controller.close();
          },
          cancel: () => void (played.isCancelled = true),
        });
        return Promise.resolve({ stream });
      },
    },
  };
  return played;
}
async function eventsOf(model: AiSdkModel, request = modelRequest(), signal = new AbortController().signal): Promise<ModelStreamEvent[]> {
  const events: ModelStreamEvent[] = [];
  for await (const event of aiSdkPlugin(model).stream(request, target, signal)) events.push(event);
  return events;
}
async function responseOf(parts: readonly unknown[], version = 'v4') {
  const last = (await eventsOf(scripted(parts, version).model)).at(-1);
  if (last?.type !== 'finished') throw new Error('the answer did not end');
  return last.response;
}
async function faultOf(parts: readonly unknown[]): Promise<unknown> {
  return eventsOf(scripted(parts).model).then(
    () => 'none',
    (error: unknown) => (error instanceof CallFault ? error.fault : error),
  );
}
const usage = { inputTokens: { total: 10, noCache: 3, cacheRead: 5, cacheWrite: 2 }, outputTokens: { total: 8, text: 6, reasoning: 2 } };
const finish = (unified: string) => ({ type: 'finish', finishReason: { unified, raw: undefined }, usage });

describe('a model of an @ai-sdk provider', () => {
  it('fits in every supported version, as its types say', () => {
    const models = (two: LanguageModelV2, three: LanguageModelV3, four: LanguageModelV4): readonly AiSdkModel[] => [two, three, four];
    expect(models).toHaveLength(3);
    expect(() => aiSdkPlugin(scripted([], 'v9').model)).toThrow(/speaks version v9/);
    try {
      aiSdkPlugin(scripted([], 'v1').model);
    } catch (error) {
      expect(hasCode(error, 'model.plugin_unsupported') && error.data).toEqual({ model_id: 'model-1', version: 'v1' });
    }
  });

  it('is told of as it answers and whole at its end', verifies('KEL-AISDK-01', 'KEL-AISDK-02'), async () => {
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'resp_1', modelId: 'model-1' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'r', providerMetadata: { maker: { signature: 'sig' } } },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Yes' },
      { type: 'text-end', id: 't' },
      { type: 'tool-input-start', id: 'c1', toolName: 'read_file' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"path":' },
      { type: 'tool-input-delta', id: 'c1', delta: '"a"}' },
      { type: 'tool-input-end', id: 'c1' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: '{"path":"a"}' },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'now', input: '{}' },
      finish('tool-calls'),
    ];
    const content = [
      { type: 'reasoning', text: 'Hm.', signature: '{"maker":{"signature":"sig"}}' },
      { type: 'text', text: 'Yes' },
      { type: 'tool_call', call_id: 'c1', name: 'read_file', arguments_text: '{"path":"a"}' },
      { type: 'tool_call', call_id: 'c2', name: 'now', arguments_text: '{}' },
    ];
    const counted = { input_tokens: 10, output_tokens: 8, cached_input_tokens: 5, cache_write_tokens: 2, reasoning_tokens: 2, flags: [] };
    expect(await eventsOf(scripted(parts).model)).toEqual([
      { type: 'started', provider_response_id: 'resp_1' },
      { type: 'reasoning_delta', index: 0, text: 'Hm.' },
      { type: 'text_delta', index: 1, text: 'Yes' },
      { type: 'tool_call_started', index: 2, call_id: 'c1', name: 'read_file' },
      { type: 'tool_call_delta', index: 2, arguments_text: '{"path":' },
      { type: 'tool_call_delta', index: 2, arguments_text: '"a"}' },
      { type: 'tool_call_started', index: 3, call_id: 'c2', name: 'now' },
      { type: 'tool_call_delta', index: 3, arguments_text: '{}' },
      { type: 'finished', response: { model_id: 'house/model', provider_response_id: 'resp_1', message: { role: 'assistant', content }, stop_reason: 'tool_calls', usage: counted, repairs: [] } },
    ]);
  });

  it('finishes in the words of each version', verifies('KEL-AISDK-02'), async () => {
    const flat = { inputTokens: 10, outputTokens: 8, totalTokens: 18, cachedInputTokens: 5, reasoningTokens: 2 };
    const second = await responseOf([{ type: 'text-delta', id: 't', delta: 'x' }, { type: 'finish', finishReason: 'length', usage: flat }], 'v2');
    expect([second.stop_reason, second.usage]).toEqual(['max_tokens', { input_tokens: 10, output_tokens: 8, cached_input_tokens: 5, cache_write_tokens: 0, reasoning_tokens: 2, flags: [] }]);
    const reasons = await Promise.all(['stop', 'length', 'content-filter', 'tool-calls', 'other'].map(async (reason) => (await responseOf([finish(reason)], 'v3')).stop_reason));
    expect(reasons).toEqual(['end_turn', 'max_tokens', 'content_filter', 'tool_calls', 'unknown']);
    expect((await responseOf([{ type: 'finish', finishReason: 'stop' }], 'v2')).usage.flags).toEqual(['absent']);
  });

  it('leaves out what its provider did itself and what has no place in an answer', verifies('KEL-AISDK-01'), async () => {
    const parts = [
      { type: 'tool-input-start', id: 's', toolName: 'search', providerExecuted: true },
      { type: 'tool-input-delta', id: 's', delta: '{}' },
      { type: 'tool-call', toolCallId: 's', toolName: 'search', input: '{}', providerExecuted: true },
      { type: 'tool-result', toolCallId: 's', toolName: 'search', result: {} },
      { type: 'source', sourceType: 'url', id: '1', url: 'https://example.com' },
      { type: 'tool-input-start', id: 'c', toolName: 'run', inputEncoding: 'text' },
      { type: 'tool-input-delta', id: 'c', delta: 'ls -l' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'run', input: '"ls -l"' },
      finish('tool-calls'),
    ];
    const { message, repairs } = await responseOf(parts);
    expect([message.content, repairs]).toEqual([[{ type: 'tool_call', call_id: 'c', name: 'run', arguments_text: '"ls -l"' }], ['unknown_part_ignored']]);
  });

  it('keeps sealed reasoning in its place, with the last seal', verifies('KEL-AISDK-01'), async () => {
    const sealed = (type: string, data: string) => ({ type, id: 'r', providerMetadata: { maker: { data } } });
    const { message } = await responseOf([sealed('reasoning-start', 'a'), sealed('reasoning-delta', 'b'), { type: 'reasoning-start', id: 's' }, { type: 'text-delta', id: 't', delta: 'Yes' }, finish('stop')]);
    expect(message.content).toEqual([{ type: 'reasoning', text: '', signature: '{"maker":{"data":"b"}}' }, { type: 'text', text: 'Yes' }]);
  });

  it('never ends well when it broke off', verifies('KEL-AISDK-01', 'KEL-AISDK-03'), async () => {
    const begun = { type: 'tool-input-start', id: 'c', toolName: 'run' };
    const said = { type: 'text-delta', id: 't', delta: 'So' };
    expect(await Promise.all([faultOf([]), faultOf([said]), faultOf([said, finish('interrupted')]), faultOf([begun, finish('tool-calls')]), faultOf([said, finish('error')]), faultOf([begun, finish('length')]), faultOf([said, finish('stop')])])).toEqual([
      'empty',
      'truncated',
      'truncated',
      'truncated',
      'provider_error',
      'none',
      'none',
    ]);
  });

  it('fails with the fault that its error tells', verifies('KEL-AISDK-01', 'KEL-AISDK-04'), async () => {
    const apiError = (statusCode: number | undefined, message = 'No.') =>
      new APICallError({ message, url: 'https://example.com', requestBodyValues: {}, responseHeaders: { 'Retry-After': '3' }, ...(statusCode !== undefined && { statusCode }) });
    const errors = [apiError(429), apiError(529), apiError(400, 'prompt is too long'), apiError(undefined), 'broken', undefined];
    expect(await Promise.all(errors.map((error) => faultOf([{ type: 'error', error }])))).toEqual(['rate_limited', 'overloaded', 'context_too_long', 'provider_error', 'provider_error', 'provider_error']);
    const words = [['broken', 'broken'], [{ message: 'said' }, 'said'], [undefined, 'no reason given']] as const;
    for (const [error, told] of words) await expect(eventsOf(scripted([{ type: 'error', error }]).model)).rejects.toThrow(`The model failed: ${told}`);
    const refusing: AiSdkModel = { ...scripted([]).model, doStream: () => Promise.reject(apiError(429)) };
    await expect(eventsOf(refusing)).rejects.toMatchObject({ fault: 'rate_limited', message: 'The model failed: No.', retryAfterMs: 3000 });
    const throwing: AiSdkModel = {
      ...scripted([]).model,
      doStream: () => {
        throw new CallFault('bad_request', 'As it is.');
      },
    };
    await expect(eventsOf(throwing)).rejects.toMatchObject({ fault: 'bad_request', message: 'As it is.' });
  });

  it('stops at once when it is cancelled, even a model that takes no notice', verifies('KEL-AISDK-05'), async () => {
    const reason = new Error('enough');
    const played = scripted([{ type: 'text-delta', id: 't', delta: 'So' }], 'v4', true);
    const controller = new AbortController();
    const events = aiSdkPlugin(played.model).stream(modelRequest(), target, controller.signal)[Symbol.asyncIterator]();
    await events.next();
    await events.next();
    const waiting = events.next();
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(played.isCancelled).toBe(true);
    await expect(eventsOf(played.model, modelRequest(), controller.signal)).rejects.toBe(reason);
    expect(played.calls).toHaveLength(1);
    const deaf: AiSdkModel = { ...played.model, doStream: () => Promise.withResolvers<never>().promise };
    const second = new AbortController();
    const never = eventsOf(deaf, modelRequest(), second.signal);
    second.abort(reason);
    await expect(never).rejects.toBe(reason);
  });
});

describe('what a model of an @ai-sdk provider is asked', () => {
  it('has every setting, and none that was not made', verifies('KEL-AISDK-06'), async () => {
    const { model, calls } = scripted([finish('stop')]);
    const { signal } = new AbortController();
    const output = { name: 'city', schema: { type: 'object' } };
    await eventsOf(model, modelRequest({ tools: [readTool, { ...readTool, name: 'act' }], tool_choice: { name: 'act' }, output, temperature: 0.1, top_p: 0.9, stop: ['END'], seed: 7, reasoning_effort: 'low' }), signal);
    await eventsOf(model, modelRequest({ tools: [readTool], tool_choice: 'required' }), signal);
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'What is in notes.txt?' }] }];
    const tool = { type: 'function', name: 'read_file', description: readTool.description, inputSchema: readTool.parameters };
    expect(calls).toEqual([
      {
        prompt,
        maxOutputTokens: 1000,
        temperature: 0.1,
        topP: 0.9,
        stopSequences: ['END'],
        seed: 7,
        responseFormat: { type: 'json', name: 'city', schema: { type: 'object' } },
        tools: [{ ...tool, name: 'act' }, tool],
        toolChoice: { type: 'tool', toolName: 'act' },
        reasoning: 'low',
        abortSignal: signal,
      },
      { prompt, maxOutputTokens: 1000, tools: [tool], toolChoice: { type: 'required' }, abortSignal: signal },
    ]);
  });

  it('is the conversation in the words of its version', verifies('KEL-AISDK-07'), async () => {
    const image = (kind: 'base64' | 'url') => ({ type: 'image' as const, source: kind === 'url' ? { kind, url: 'https://example.com/a.png' } : { kind, media_type: 'image/png' as const, data: 'AAAA' } });
    const result = (call_id: string, content: object[], is_error = false) => ({ type: 'tool_result', call_id, name: 'look', content, is_error });
    const messages = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Look' }, { type: 'text', text: '' }, image('base64'), image('url')] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', signature: '{"maker":{"s":1}}' }, { type: 'reasoning', text: '' }, { type: 'text', text: 'So' }, { type: 'tool_call', call_id: 'a', name: 'look', arguments_text: '{"at":1}' }] },
      { role: 'tool', content: [result('a', [image('base64'), image('url'), { type: 'text', text: 'seen' }]), result('b', [{ type: 'text', text: 'gone' }], true), result('c', [{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }])] },
      { role: 'system', text: 'Be quick.' },
      { role: 'assistant', content: [] },
    ] as ModelMessage[];
    const promptFor = async (version: string) => {
      const { model, calls } = scripted([finish('stop')], version);
      await eventsOf(model, modelRequest({ messages, reasoning_effort: 'high' }));
      expect(calls[0]?.reasoning).toBe(version === 'v4' ? 'high' : undefined);
      return calls[0]?.prompt;
    };
    const url = new URL('https://example.com/a.png');
    const expected = (files: object[], inResult: object[]) => [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Look' }, ...files] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', providerOptions: { maker: { s: 1 } } }, { type: 'text', text: 'So' }, { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 1 } }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'content', value: [...inResult, { type: 'text', text: 'seen' }] } },
          { type: 'tool-result', toolCallId: 'b', toolName: 'look', output: { type: 'error-text', value: 'gone' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'one\ntwo' } },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: '<system_notice>\nBe quick.\n</system_notice>' }] },
    ];
    const old = [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }, { type: 'file', mediaType: 'image/*', data: url }];
    const now = [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } }, { type: 'file', mediaType: 'image', data: { type: 'url', url } }];
    expect(await promptFor('v2')).toEqual(expected(old, [{ type: 'media', mediaType: 'image/png', data: 'AAAA' }, { type: 'text', text: 'https://example.com/a.png' }]));
    expect(await promptFor('v3')).toEqual(expected(old, [{ type: 'image-data', mediaType: 'image/png', data: 'AAAA' }, { type: 'image-url', url: 'https://example.com/a.png' }]));
    expect(await promptFor('v4')).toEqual(expected(now, now));
  });
});
