import { z } from 'zod';
import { ModelAttempt, ModelId, ModelRequest, ModelResponse } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { AttemptAnswer } from './attempt.ts';
import type { Gateway, GatewayCall } from './gateway.ts';

const TryRequest = z.strictObject({ request: ModelRequest, candidates: z.array(ModelId).min(1) });
export type TryRequest = z.infer<typeof TryRequest>;

/** Mutable, as it is read back from the journal. */
const TryResult = z.strictObject({ response: ModelResponse, attempt: ModelAttempt });
export type TryResult = z.infer<typeof TryResult>;

/**
 * One try at a model as an effect. Which of the candidates was asked is in the result and not in the request: it depends on
 * which was free and well at that moment, and a resumed run must meet its own record all the same.
 */
export function tryEffect(gateway: Pick<Gateway, 'attempt'>, leftMs: number, onEvent: GatewayCall['onEvent']): EffectDefinition<TryRequest, TryResult> {
  return {
    name: 'model.call',
    sideEffect: 'read_only',
    request: TryRequest,
    result: TryResult,
    perform: ({ request, candidates }, { signal }): Promise<AttemptAnswer> => gateway.attempt({ request, candidates, leftMs, signal, ...(onEvent && { onEvent }) }),
  };
}
