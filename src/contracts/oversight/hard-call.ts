import { z } from 'zod';
import { HardCallId, JsonObject, Name, NonEmptyText, PositiveCount, ReceiptId, RunId, Sha256, StorageRef, Timestamp } from '../core/index.ts';
import { HardRevisionCallKind, HumanDecisionOption } from '../evaluation/hard-calls.ts';

/** How much stands still until a hard call is answered. */
export const HardCallBlockingScope = z.enum(['entire_run', 'segment', 'artifact', 'outcome', 'module', 'side_effect_only']);
export type HardCallBlockingScope = z.infer<typeof HardCallBlockingScope>;

export const HardCallResponseMode = z.enum(['closed_choice', 'freeform_required', 'closed_choice_with_other']);
export type HardCallResponseMode = z.infer<typeof HardCallResponseMode>;

/** What happens while nobody has answered, and when nobody does. */
export const HardCallPendingPolicy = z.strictObject({
  hard_call_id: HardCallId,
  blocking_scope: HardCallBlockingScope,
  blocked_refs: z.array(NonEmptyText),
  allowed_to_continue_refs: z.array(NonEmptyText),
  context_visible_to_continuing_modules: z.enum(['none', 'hard_call_pending_summary', 'full_context_redacted']),
  on_defer: z.enum(['continue_with_warning', 'pause_scope', 'abort_scope']),
  on_timeout: z.enum(['escalate', 'abort', 'continue_with_warning']),
  timeout_ms: PositiveCount.optional(),
  schema_version: z.literal('1.0'),
});
export type HardCallPendingPolicy = z.infer<typeof HardCallPendingPolicy>;

/** A question only a person can answer. Rules beyond its shape are held at the write boundary, by name. */
export const HardRevisionCall = z.strictObject({
  hard_call_id: HardCallId,
  run_id: RunId,
  /** Where in the run it was raised; the same question raised again there is the same call. */
  raised_at_step: NonEmptyText,
  call_kind: HardRevisionCallKind,
  response_mode: HardCallResponseMode,
  options: z.array(HumanDecisionOption),
  prompt_text: NonEmptyText,
  /** What an answer in the person's own words must look like: a JSON Schema. */
  response_schema: JsonObject.optional(),
  default_if_no_response: HumanDecisionOption.optional(),
  pending_policy: HardCallPendingPolicy,
  /** Over the question with uniform spacing and key order: an answer is used again only for the same hash. */
  question_hash: Sha256,
  created_at: Timestamp,
  schema_version: z.literal('1.1'),
});
export type HardRevisionCall = z.infer<typeof HardRevisionCall>;

/** The only thing that settles a hard call. */
export const HardCallResolutionReceipt = z.strictObject({
  receipt_id: ReceiptId,
  hard_call_id: HardCallId,
  operation_kind: z.literal('hard_call_resolved'),
  dispatcher_actor_ref: Name,
  resolved_by_user_ref: Name,
  selected_option_id: Name.optional(),
  freeform_response_ref: StorageRef.optional(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type HardCallResolutionReceipt = z.infer<typeof HardCallResolutionReceipt>;

/** What a question that nobody answered comes to. */
export const HardCallLapseOutcome = z.enum(['escalate', 'abort', 'continue_with_warning', 'pause_scope', 'abort_scope']);
export type HardCallLapseOutcome = z.infer<typeof HardCallLapseOutcome>;

/** How a hard call was settled; kept under `hard_call_resolution:{id}`, once. */
export const HardCallSettlement = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('person'), receipt: HardCallResolutionReceipt, answer: z.string().nullable(), settled_at: Timestamp }),
  z.strictObject({ by: z.literal('lapse'), cause: z.enum(['timeout', 'deferred']), outcome: HardCallLapseOutcome, reason: NonEmptyText, settled_at: Timestamp }),
]);
export type HardCallSettlement = z.infer<typeof HardCallSettlement>;
