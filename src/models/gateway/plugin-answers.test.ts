import { describe, expect, it } from 'vitest';
import { modelAt } from '../../../test/support/gateway-rig.ts';
import { modelRequest, modelResponse, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelStreamEvent } from '../../contracts/index.ts';
import type { ModelPlugin } from '../adapters/plugin.ts';
import type { AnswerOrder } from './answer-port.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { withPlugins } from './plugin-answers.ts';

const finished: ModelStreamEvent = { type: 'finished', response: modelResponse([textPart('from the plug-in')]) };
const order = (modelId: string, changes: Partial<AnswerOrder> = {}): AnswerOrder => ({
  request: modelRequest(),
  target: { modelId, name: modelId, provider: modelAt('http://127.0.0.1:9', 'openai_chat').provider, key: undefined },
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  ...changes,
});
const answersOf = (stream: ModelPlugin['stream']) => withPlugins(async () => modelResponse([textPart('over HTTP')]), new Map([['p', { modelId: 'p', stream }]]));

/** Says nothing until it is stopped. */
async function* silent(_request: unknown, _target: unknown, signal: AbortSignal): AsyncGenerator<ModelStreamEvent> {
  await new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  yield finished;
}

describe('a plug-in', () => {
  it('answers for its own model only', verifies('KEL-GATEWAY-14'), async () => {
    const answers = answersOf(async function* () {
      yield { type: 'started', provider_response_id: null };
      yield finished;
    });
    const seen: string[] = [];
    expect((await answers(order('p', { onEvent: ({ type }) => seen.push(type) }))).message.content).toEqual([textPart('from the plug-in')]);
    expect(seen).toEqual(['started', 'finished']);
    expect((await answers(order('other'))).message.content).toEqual([textPart('over HTTP')]);
  });

  it('that ends too early or never is a failure, and one that is stopped is stopped', verifies('KEL-GATEWAY-14'), async () => {
    await expect(answersOf(async function* () {})(order('p'))).rejects.toMatchObject({ fault: 'truncated' });
    await expect(answersOf(silent)(order('p', { limits: { ...DEFAULT_LIMITS, totalMs: 20 } }))).rejects.toMatchObject({ fault: 'total_timeout' });
    const stop = new AbortController();
    const stopped = answersOf(silent)(order('p', { signal: stop.signal }));
    stop.abort(new RangeError('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
  });
});
