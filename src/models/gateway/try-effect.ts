import { z } from 'zod';
import { ModelId, ModelRequest, type ModelAttempt } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { Gateway, GatewayCall } from './gateway.ts';
import { TryOutcome } from './try-outcome.ts';

const TryRequest = z.strictObject({ request: ModelRequest, candidates: z.array(ModelId).min(1) });
export type TryRequest = z.infer<typeof TryRequest>;

export interface TryPorts {
  /** The request as whoever asks has it. The journal hands on a copy of it, and nobody knows anything yet of the parts of a copy. */
  readonly asked: ModelRequest;
  readonly gateway: Pick<Gateway, 'attempt'>;
  readonly before: readonly ModelAttempt[];
  readonly leftMs: number;
  readonly onEvent: GatewayCall['onEvent'];
  /** Called when it is really made, and not met in the journal. */
  onMade(): void;
}

/**
 * One try at a model as an effect. Which of the candidates was asked is in the result and not in the request: it depends on
 * which was free and well at that moment, and a resumed run must meet its own record all the same.
 */
export function tryEffect({ asked, gateway, before, leftMs, onEvent, onMade }: TryPorts): EffectDefinition<TryRequest, TryOutcome> {
  return {
    name: 'model.call',
    sideEffect: 'read_only',
    request: TryRequest,
    result: TryOutcome,
    async perform({ candidates }, { signal }) {
      onMade();
      const outcome = await gateway.attempt({ request: asked, candidates, before, leftMs, signal, ...(onEvent && { onEvent }) });
      return outcome.kind === 'answered' ? { ...outcome, told: true } : outcome;
    },
  };
}
