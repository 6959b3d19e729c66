import { z } from 'zod';
import { NonEmptyText, PositiveCount, ResponseId } from '../core/index.ts';
import { CostVector } from '../formulas/index.ts';
import { KeptResponse } from '../model-api/kept-response.ts';
import { ModelId, ModelUsage, StopReason } from '../models/index.ts';
import { defineEvent } from './define-event.ts';

/** A model was asked on behalf of a client, outside every run: what it used and cost. Nothing that was said stands here. */
export const responseAnswered = defineEvent({
  type: 'response.answered',
  version: 1,
  payload: z.strictObject({ response_id: ResponseId, model_id: ModelId, provider_response_id: NonEmptyText.nullable(), tries: PositiveCount, stop_reason: StopReason, usage: ModelUsage, cost: CostVector }),
});

/** As it stands from now on: an answer of a run may be kept more than once, while it waits and when it has ended. */
export const responseKept = defineEvent({ type: 'response.kept', version: 1, payload: z.strictObject({ kept: KeptResponse }) });

/** At a client's word; what was kept is erased with it. */
export const responseRemoved = defineEvent({
  type: 'response.removed',
  version: 1,
  payload: z.strictObject({ response_id: ResponseId, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

export const RESPONSE_EVENTS = [responseAnswered, responseKept, responseRemoved] as const;
