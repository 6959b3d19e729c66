import { z } from 'zod';
import { Count, ErrorBody, NonEmptyText, Sha256, Timestamp } from '../core/index.ts';
import { CostVector } from '../formulas/index.ts';
import { ModelId } from './model-profile.ts';
import { ModelUsage, StopReason } from './model-response.ts';

/** Why an attempt at a call failed, as far as what to do next depends on it. */
export const ModelFault = z.enum([
  'connect_timeout',
  'first_byte_timeout',
  'idle_timeout',
  'total_timeout',
  'connection_refused',
  'connection_reset',
  'address_unknown',
  'tls',
  'rate_limited',
  'overloaded',
  'server_error',
  'authentication',
  'payment',
  'not_found',
  'bad_request',
  'context_too_long',
  'content_filtered',
  'redirect',
  'wrong_content_type',
  'garbage',
  'truncated',
  'empty',
  'too_large',
  'provider_error',
]);
export type ModelFault = z.infer<typeof ModelFault>;

/** One attempt at a call, on one model with one key. */
export const ModelAttempt = z.strictObject({
  model_id: ModelId,
  started_at: Timestamp,
  duration_ms: z.number().nonnegative(),
  first_byte_ms: z.number().nonnegative().nullable(),
  /** `reused` is an earlier answer to the same request, `not_sent` a try that got no further than here: nobody was asked. */
  outcome: z.enum(['answered', 'reused', 'failed', 'not_sent']),
  fault: ModelFault.nullable(),
  /** Without any key, header or body of ours. */
  detail: z.string().max(2_000),
  waited_ms: z.number().nonnegative(),
});
export type ModelAttempt = z.infer<typeof ModelAttempt>;

/** A call with all its attempts: what it used, what it cost, how it ended. */
export const ModelCallRecord = z.strictObject({
  request_hash: Sha256,
  /** Of the stable head of what was sent. */
  prefix_hash: Sha256,
  model_id: ModelId.nullable(),
  provider_response_id: NonEmptyText.nullable(),
  attempts: z.array(ModelAttempt),
  stop_reason: StopReason.nullable(),
  usage: ModelUsage,
  /** Estimated before the call, after calibration. */
  estimated_input_tokens: Count,
  cost: CostVector,
  is_reused: z.boolean(),
  error: ErrorBody.nullable(),
});
export type ModelCallRecord = z.infer<typeof ModelCallRecord>;

/** A change in the bytes that should have stayed the same, which costs a provider's cache. */
export const PrefixChange = z.strictObject({
  conversation: NonEmptyText,
  before: Sha256,
  after: Sha256,
  changed: z.array(z.enum(['system', 'tools', 'output', 'model', 'history'])).min(1),
  /** Names of the tools or the number of the message, in words. */
  detail: NonEmptyText,
});
export type PrefixChange = z.infer<typeof PrefixChange>;

/** Sums over all calls to a model, from which its tokens are estimated. */
export const TokenCalibration = z.strictObject({
  model_id: ModelId,
  raw_sent: Count,
  provider_reported: Count,
  /** Reported over sent, held between 0.5 and 5. */
  ratio: z.number(),
  /** Tokens billed for each token that tools and output schema were estimated at. */
  schema_overhead: z.number().nonnegative(),
  samples: Count,
});
export type TokenCalibration = z.infer<typeof TokenCalibration>;
