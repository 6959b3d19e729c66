import type { ModelId, ModelResponse } from '../../contracts/index.ts';
import type { ModelPlugin } from '../adapters/plugin.ts';
import { CallFault } from '../failure/faults.ts';
import type { AnswerPort } from './answer-port.ts';

/** Models that speak for themselves answer for themselves, within the same limit of time; all others as before. */
export function withPlugins(answers: AnswerPort, plugins: ReadonlyMap<ModelId, ModelPlugin>): AnswerPort {
  return async (order) => {
    const plugin = plugins.get(order.target.modelId);
    if (plugin === undefined) return answers(order);
    const { request, target, limits, signal, onEvent } = order;
    const late = AbortSignal.timeout(limits.totalMs);
    let response: ModelResponse | undefined;
    try {
      for await (const event of plugin.stream(request, target, AbortSignal.any([signal, late]))) {
        if (event.type === 'finished') response = event.response;
        onEvent?.(event);
      }
    } catch (error) {
      if (late.aborted && !signal.aborted) throw new CallFault('total_timeout', `the answer was not whole after ${limits.totalMs} ms`);
      throw error;
    }
    if (response === undefined) throw new CallFault('truncated', 'The answer ended before it was complete.');
    return response;
  };
}
