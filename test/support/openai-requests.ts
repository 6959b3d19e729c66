import { ModelRequest, ProviderSettings } from '../../src/contracts/index.ts';
import type { AnswerReader, Target } from '../../src/models/adapters/adapter.ts';
import type { ModelResponse, ModelStreamEvent, WireFormat } from '../../src/contracts/index.ts';

/** Where the tests of the OpenAI formats send their requests. */
export function openAiTarget(format: WireFormat, baseUrl: string, settings: Partial<ProviderSettings> = {}): Target {
  const provider = ProviderSettings.parse({ format, base_url: baseUrl, location: 'cloud', ...settings });
  return { modelId: 'test/model', name: 'gpt-5.1', provider, key: 'sk-test' };
}

export function modelRequest(request: Partial<ModelRequest>): ModelRequest {
  return ModelRequest.parse({ messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }], max_output_tokens: 100, ...request });
}

/** Reads a stream that comes in these pieces to its end. */
export function readAll(reader: AnswerReader, pieces: readonly string[]): ModelStreamEvent[] {
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

/** The whole answer of a stream. */
export function responseOf(events: readonly ModelStreamEvent[]): ModelResponse | undefined {
  const last = events.at(-1);
  return last?.type === 'finished' ? last.response : undefined;
}

/** Each value as one event of a stream; texts as they are. */
export function eventStream(...values: readonly unknown[]): string {
  return values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('');
}

/** The fault of what must not succeed: its name and what it says. */
export function faultOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return error instanceof Error && 'fault' in error ? `${String(error.fault)}: ${error.message}` : `no fault: ${String(error)}`;
  }
  return 'no fault';
}
