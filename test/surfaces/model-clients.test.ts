import { createOpenResponses } from '@ai-sdk/open-responses';
import { Agent, OpenAIProvider, Runner, tool as agentTool } from '@openai/agents';
import { generateText, isStepCount, streamText, tool as aiTool } from 'ai';
import OpenAI, { AuthenticationError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../requirements/verifies.ts';
import { HOUSE_MODEL, servedModels, type ServedModelsRig } from '../support/served-models.ts';

/** It asks for the weather, and says what it was told. */
const SCENARIO = {
  turns: [
    { when: { tool_result: { contains: 'windy' } }, answer: [{ type: 'reasoning' as const, text: 'Now I know.' }, { type: 'text' as const, text: 'It is windy in Lyme.' }] },
    { when: { tool_offered: 'weather' }, answer: [{ type: 'text' as const, text: 'Let me look.' }, { type: 'tool_call' as const, name: 'weather', arguments: { place: 'Lyme' } }, { type: 'tool_call' as const, name: 'weather', arguments: { place: 'Hull' } }] },
    { answer: [{ type: 'text' as const, text: 'Hello.' }] },
  ],
};
const QUESTION = 'How is the weather in Lyme?';
const ANSWER = 'It is windy in Lyme.';
const parameters = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'], additionalProperties: false };

let rig: ServedModelsRig;
beforeAll(async () => void (rig = await servedModels(SCENARIO)));
afterAll(() => rig[Symbol.asyncDispose]());

describe('the client of OpenAI', () => {
  const client = (): OpenAI => new OpenAI({ baseURL: `${rig.url}/v1`, apiKey: rig.token, maxRetries: 0 });
  const weather: OpenAI.Responses.FunctionTool = { type: 'function', name: 'weather', description: 'How it is', parameters, strict: true };

  it('calls tools by responses that it goes on from', verifies('KEL-RESP-01', 'KEL-RESP-06', 'MAH-1-5'), async () => {
    const { responses } = client();
    const first = await responses.create({ model: HOUSE_MODEL, input: QUESTION, tools: [weather] });
    const calls = first.output.filter((item) => item.type === 'function_call');
    expect(calls.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([['weather', { place: 'Lyme' }], ['weather', { place: 'Hull' }]]);
    const second = await responses.create({ model: HOUSE_MODEL, previous_response_id: first.id, input: calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'windy' })), tools: [weather] });
    expect({ text: second.output_text, previous: second.previous_response_id, usage: (second.usage?.total_tokens ?? 0) > 0 }).toEqual({ text: ANSWER, previous: first.id, usage: true });
    expect((await responses.retrieve(second.id)).output_text).toBe(ANSWER);
    const { data } = await responses.inputItems.list(second.id, { order: 'asc' });
    expect(data.map(({ type }) => type)).toEqual(['function_call_output', 'function_call_output']);
    await responses.delete(second.id);
    await expect(responses.retrieve(second.id)).rejects.toMatchObject({ status: 404, code: 'response.unknown' });
  });

  it('calls tools by a stream, with the whole conversation in each request', verifies('KEL-RESP-01', 'KEL-RESP-02', 'MAH-1-6'), async () => {
    const { responses } = client();
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: QUESTION }];
    const first = await responses.stream({ model: HOUSE_MODEL, input, tools: [weather], store: false }).finalResponse();
    const more = first.output.flatMap((item) => (item.type === 'function_call' ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'windy' }] : []));
    const second = responses.stream({ model: HOUSE_MODEL, input: [...input, ...(first.output as OpenAI.Responses.ResponseInput), ...more], tools: [weather], store: false });
    let [text, thought] = ['', ''];
    for await (const event of second) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.reasoning_summary_text.delta') thought += event.delta;
    }
    expect({ text, thought, calls: more.length, whole: (await second.finalResponse()).output_text }).toEqual({ text: ANSWER, thought: 'Now I know.', calls: 2, whole: ANSWER });
  });

  it('calls tools by chat completions, whole and streamed', verifies('KEL-RESP-03'), async () => {
    const { chat, models } = client();
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters } }];
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'Be short.' }, { role: 'user', content: QUESTION }];
    const streamed = await chat.completions.stream({ model: HOUSE_MODEL, messages, tools, stream_options: { include_usage: true } }).finalChatCompletion();
    const whole = await chat.completions.create({ model: HOUSE_MODEL, messages, tools });
    const callsOf = ({ choices: [choice] }: OpenAI.ChatCompletion): unknown => choice?.message.tool_calls?.map((call) => (call.type === 'function' ? call.function : undefined));
    expect(callsOf(whole)).toMatchObject([{ name: 'weather', arguments: '{"place":"Lyme"}' }, { name: 'weather', arguments: '{"place":"Hull"}' }]);
    expect({ finish: whole.choices[0]?.finish_reason, content: whole.choices[0]?.message.content, tokens: streamed.usage?.total_tokens }).toEqual({ finish: 'tool_calls', content: 'Let me look.', tokens: whole.usage?.total_tokens });
    const asked = streamed.choices[0]?.message;
    const answers: OpenAI.ChatCompletionMessageParam[] = (asked?.tool_calls ?? []).map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'windy' }));
    const told = [...messages, asked as OpenAI.ChatCompletionMessageParam, ...answers];
    expect((await chat.completions.create({ model: HOUSE_MODEL, messages: told, tools })).choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: ANSWER } });
    expect((await chat.completions.stream({ model: HOUSE_MODEL, messages: told, tools }).finalChatCompletion()).choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: ANSWER } });
    expect((await models.list()).data.map(({ id }) => id)).toEqual(['keelson', HOUSE_MODEL]);
    expect(await models.retrieve(HOUSE_MODEL)).toMatchObject({ id: HOUSE_MODEL, owned_by: 'house' });
  });

  it('is told what is wrong by the errors that it knows', verifies('KEL-RESP-04'), async () => {
    const { responses, chat } = client();
    await expect(responses.create({ model: 'none/such', input: QUESTION })).rejects.toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' });
    await expect(responses.create({ model: HOUSE_MODEL, input: QUESTION, previous_response_id: 'resp_none' })).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found', param: 'previous_response_id' });
    await expect(chat.completions.create({ model: HOUSE_MODEL, messages: [] })).rejects.toMatchObject({ status: 400, code: 'input.invalid', param: 'messages' });
    await expect(new OpenAI({ baseURL: `${rig.url}/v1`, apiKey: 'another', maxRetries: 0 }).models.list()).rejects.toBeInstanceOf(AuthenticationError);
  });
});

describe('the agents of OpenAI', () => {
  const weather = agentTool({ name: 'weather', description: 'How it is', parameters: z.object({ place: z.string() }), execute: async () => 'windy' });
  const agent = (): Agent => new Agent({ name: 'weather', instructions: 'Be short.', model: HOUSE_MODEL, tools: [weather] });
  const runner = (useResponses: boolean): Runner => new Runner({ modelProvider: new OpenAIProvider({ baseURL: `${rig.url}/v1`, apiKey: rig.token, useResponses }), tracingDisabled: true });

  it.each([true, false])('work by what is served, whole and streamed (responses: %s)', verifies('KEL-RESP-05'), async (useResponses) => {
    expect((await runner(useResponses).run(agent(), QUESTION)).finalOutput).toBe(ANSWER);
    const streamed = await runner(useResponses).run(agent(), QUESTION, { stream: true });
    await streamed.completed;
    expect(streamed.finalOutput).toBe(ANSWER);
  });
});

describe('the AI SDK', () => {
  const model = () => createOpenResponses({ name: 'keelson', url: `${rig.url}/v1/responses`, apiKey: rig.token })(HOUSE_MODEL);
  const tools = { weather: aiTool({ description: 'How it is', inputSchema: z.object({ place: z.string() }), execute: async () => 'windy' }) };

  it('works by what is served, whole and streamed', verifies('KEL-RESP-05'), async () => {
    const whole = await generateText({ model: model(), prompt: QUESTION, tools, stopWhen: isStepCount(4) });
    expect({ text: whole.text, steps: whole.steps.length, calls: whole.steps[0]?.toolCalls.map(({ input }) => input) }).toEqual({ text: ANSWER, steps: 2, calls: [{ place: 'Lyme' }, { place: 'Hull' }] });
    const streamed = streamText({ model: model(), prompt: QUESTION, tools, stopWhen: isStepCount(4) });
    let text = '';
    for await (const delta of streamed.textStream) text += delta;
    expect(text).toBe(`Let me look.${ANSWER}`);
  });
});
