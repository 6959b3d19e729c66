import { z } from 'zod';
import { ModelId, ModelMessage, ModelRequest, OfferedTool, type ModelAttempt } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { fitOnce } from './fit-once.ts';
import type { Gateway, GatewayCall } from './gateway.ts';
import { TryOutcome } from './try-outcome.ts';

/** The whole request, of whose messages and tools those that were asked with before are not looked at again. */
const GrowingRequest = ModelRequest.extend({ messages: z.array(fitOnce(ModelMessage)).min(1), tools: z.array(fitOnce(OfferedTool)).default([]) });
const TryRequest = z.strictObject({ request: GrowingRequest, candidates: z.array(ModelId).min(1) });
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
