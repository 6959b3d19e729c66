import { z } from 'zod';
import { Count, JsonObject, JsonValue, NonEmptyText, PositiveCount } from '../core/index.ts';
import { StopReason } from './model-response.ts';
import { WireFormat } from './model-settings.ts';
import { SCENARIO_WAIT_MS_MAX, ScenarioFault } from './scenario-fault.ts';

/** Plain JSON has no comments, so whatever a person may want to explain can carry one; nothing reads it. */
const comment = z.string().optional();

/** What must be true of a request for a turn to answer it. All that is named must hold. */
export const ScenarioCondition = z.strictObject({
  comment,
  /** What the person said last. */
  last_user_contains: NonEmptyText.optional(),
  last_user_equals: z.string().optional(),
  system_contains: NonEmptyText.optional(),
  /** The name of a tool among those the request offers. */
  tool_offered: NonEmptyText.optional(),
  /** A result that came back since the model last spoke: of this tool, holding these words; `{}` is any result. */
  tool_result: z.strictObject({ name: NonEmptyText.optional(), contains: NonEmptyText.optional() }).optional(),
  model: NonEmptyText.optional(),
  /** Counts the requests to the server, the first being 1. */
  request_number: PositiveCount.optional(),
  /** Whether the answer is to fit a JSON schema, or the name of the schema where the format tells one. */
  output_schema: z.union([z.boolean(), NonEmptyText]).optional(),
  header: z.strictObject({ name: NonEmptyText, equals: z.string().optional() }).optional(),
  streaming: z.boolean().optional(),
  format: WireFormat.optional(),
});
export type ScenarioCondition = z.infer<typeof ScenarioCondition>;

/** A call as a model could make it, down to what no model should: without a name, without an id, with any text as arguments. */
export const ScenarioToolCall = z
  .strictObject({
    type: z.literal('tool_call'),
    /** Null leaves it out. */
    name: z.string().nullable(),
    /** Null leaves it out; where it is not given one is made. */
    call_id: z.string().nullable().optional(),
    arguments: JsonObject.optional(),
    /** Sent exactly as it is; need not be JSON. */
    arguments_text: z.string().optional(),
  })
  .refine((call) => call.arguments === undefined || call.arguments_text === undefined, 'give arguments or arguments_text, not both');
export type ScenarioToolCall = z.infer<typeof ScenarioToolCall>;

export const ScenarioPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), signature: NonEmptyText.optional(), redacted: NonEmptyText.optional() }),
  z.strictObject({ type: z.literal('refusal'), text: z.string() }),
  ScenarioToolCall,
]);
export type ScenarioPart = z.infer<typeof ScenarioPart>;

/** Figures in our words, each any JSON value at all: what cannot be believed must be sendable too. */
export const ScenarioFigures = z.strictObject({
  input_tokens: JsonValue.optional(),
  output_tokens: JsonValue.optional(),
  cached_input_tokens: JsonValue.optional(),
  cache_write_tokens: JsonValue.optional(),
  reasoning_tokens: JsonValue.optional(),
  total_tokens: JsonValue.optional(),
});
export type ScenarioFigures = z.infer<typeof ScenarioFigures>;

/** `as_sent` goes out word for word where the wire format has its usage; null leaves usage out. */
export const ScenarioUsage = z.union([ScenarioFigures, z.strictObject({ as_sent: JsonValue }), z.null()]);
export type ScenarioUsage = z.infer<typeof ScenarioUsage>;

/**
 * One answer. A turn with conditions answers every request that meets them; one without answers once, in the order of the
 * file; `times` changes how often.
 */
export const ScenarioTurn = z.strictObject({
  comment,
  /** How the turn is called in what is shown of a request. */
  name: NonEmptyText.optional(),
  when: ScenarioCondition.optional(),
  times: PositiveCount.optional(),
  answer: z.array(ScenarioPart).default([]),
  /** What the parts suggest, unless it is given. */
  stop_reason: StopReason.optional(),
  /** Estimated from the lengths of texts, unless it is given. */
  usage: ScenarioUsage.optional(),
  latency_ms: z
    .strictObject({ first_byte: Count.max(SCENARIO_WAIT_MS_MAX).default(0), between_chunks: Count.max(SCENARIO_WAIT_MS_MAX).default(0) })
    .default({ first_byte: 0, between_chunks: 0 }),
  /** Characters of text or arguments in one chunk of a stream. */
  chunk_chars: PositiveCount.default(16),
  faults: z.array(ScenarioFault).default([]),
});
export type ScenarioTurn = z.infer<typeof ScenarioTurn>;

/** What a scripted model server answers. */
export const Scenario = z.strictObject({
  comment,
  name: NonEmptyText.optional(),
  /** Names that the server lists; it answers to any name. */
  models: z.array(NonEmptyText).min(1).default(['mock-model']),
  /** The same seed makes the same choices where a fault could fall in several places. */
  seed: z.int().default(1),
  /** What happens when no turn is left: the last one without conditions answers again, or the request fails. */
  on_exhausted: z.enum(['repeat_last', 'fail']).default('repeat_last'),
  turns: z.array(ScenarioTurn).min(1),
});
export type Scenario = z.infer<typeof Scenario>;
