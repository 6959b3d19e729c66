import { hasCode, KeelsonError } from '../../kernel/index.ts';
import type { Unjudged } from '../engine.ts';

/**
 * What a judge came to, or that it came to nothing: a model that failed, could not be reached or could not be read leaves
 * the question open and never answers it. A stop, a spent budget, a store that fails are no answers and pass through.
 */
export async function unlessUnanswered<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | Unjudged> {
  try {
    return await ask();
  } catch (error) {
    const isOfTheModel = error instanceof KeelsonError && error.code.startsWith('model.') && !hasCode(error, 'model.cancelled');
    if (!isOfTheModel || signal.aborted) throw error;
    return { unresolved: `${error.code}: ${error.message}` };
  }
}
