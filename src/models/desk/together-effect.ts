import { z } from 'zod';
import { Count, ModelCallRecord, ModelId, ModelMessage, ModelResponse, Sha256 } from '../../contracts/index.ts';
import type { EffectContext, EffectDefinition } from '../../ledger/index.ts';
import type { CorrectedAnswer } from '../decode/correct-answer.ts';

/** An answer with every call that was made for it. */
export interface Answered extends CorrectedAnswer {
  readonly records: readonly ModelCallRecord[];
}

const TogetherRequest = z.strictObject({ models: z.array(ModelId).min(2), asked: Sha256 });
type TogetherRequest = z.infer<typeof TogetherRequest>;

const TogetherResult = z.strictObject({ response: ModelResponse, exchange: z.array(ModelMessage), corrections: Count, records: z.array(ModelCallRecord) });

export type TogetherResult = z.infer<typeof TogetherResult>;

/** Kept is what was said; what it means is read from it again. */
export function togetherEffect(settle: (context: EffectContext) => Promise<Answered>): EffectDefinition<TogetherRequest, TogetherResult> {
  return {
    name: 'model.together',
    sideEffect: 'read_only',
    request: TogetherRequest,
    result: TogetherResult,
    async perform(_request, context) {
      const { response, exchange, corrections, records } = await settle(context);
      return { response, exchange: [...exchange], corrections, records: [...records] };
    },
  };
}
