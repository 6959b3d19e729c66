import { z } from 'zod';
import { Count, JsonValue, NonEmptyText, PositiveCount } from '../core/index.ts';

/** A timer cannot be longer. */
export const SCENARIO_WAIT_MS_MAX = 2_147_483_647;

const comment = z.string().optional();
const headers = z
  .record(z.string().regex(/^[A-Za-z0-9-]+$/, 'expected letters, digits and -'), z.string().regex(/^[\t\u0020-\u007e]*$/, 'expected printable ASCII'))
  .default({});
const everyMs = Count.max(SCENARIO_WAIT_MS_MAX).default(0);

/** How a body ends: as it should, by closing the connection, or by a reset. */
export const ScenarioEnding = z.enum(['end', 'close', 'reset']);
export type ScenarioEnding = z.infer<typeof ScenarioEnding>;

/** Where an answer breaks off or stops. `before_finish` is after the content, `before_end_marker` after the finish too. */
export const ScenarioPlace = z.enum(['before_headers', 'after_headers', 'mid_body', 'mid_frame', 'mid_tool_call', 'before_finish', 'before_end_marker']);
export type ScenarioPlace = z.infer<typeof ScenarioPlace>;

/** What can be wrong with a tool call. A turn without one gets a call of the first offered tool. */
export const ScenarioCallFault = z.enum([
  'duplicate_id',
  'empty_id',
  'no_id',
  'no_name',
  'unknown_name',
  'same_index',
  'empty_arguments',
  'invalid_arguments',
  'truncated_arguments',
  'non_object_arguments',
  'double_encoded_arguments',
  'deep_arguments',
  'huge_arguments',
]);
export type ScenarioCallFault = z.infer<typeof ScenarioCallFault>;

const fault = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) => z.strictObject({ kind: z.literal(kind), comment, ...shape });

/** One thing that goes wrong with an answer. Several may go wrong at once; those about streams leave a whole answer alone. */
export const ScenarioFault = z.discriminatedUnion('kind', [
  /**
   * Another status. Text goes out as it is, other values as JSON; without a body it is what the provider says with that
   * status. `retry_at_s` sets Retry-After to the date so many seconds from now.
   */
  fault('status', { status: z.int().min(200).max(599), headers, body: JsonValue.optional(), retry_at_s: z.int().optional() }),
  /** Bytes exactly as given, instead of the answer. */
  fault('raw', {
    status: z.int().min(200).max(599).default(200),
    headers,
    chunks: z.array(z.union([z.strictObject({ text: z.string(), wait_ms: everyMs }), z.strictObject({ base64: z.base64(), wait_ms: everyMs })])),
    by: ScenarioEnding.default('end'),
  }),
  /** Breaks off. */
  fault('cut', { at: ScenarioPlace, by: ScenarioEnding.default('close') }),
  /** Stops for a time or, without one, until somebody closes the connection. */
  fault('stall', { at: ScenarioPlace, ms: Count.max(SCENARIO_WAIT_MS_MAX).optional() }),
  /** The body in pieces of so many bytes, wherever that cuts characters; with a wait it drips. */
  fault('byte_pieces', { bytes: PositiveCount.default(1), every_ms: everyMs }),
  /** Nothing but comments, so many or without end. */
  fault('comments_only', { count: Count.optional(), every_ms: everyMs }),
  fault('duplicate_chunk', { of: z.enum(['text', 'tool_call']).default('text') }),
  fault('reorder_chunks', {}),
  fault('invalid_utf8', {}),
  /** One line of so many bytes. */
  fault('huge_frame', { bytes: PositiveCount.max(256 * 1024 * 1024).default(16 * 1024 * 1024) }),
  /** Text without end. */
  fault('endless', { every_ms: everyMs }),
  /** Puts text into the stream as it is, framing and all; into a whole body too. */
  fault('insert', { at: z.enum(['start', 'middle', 'end']).default('middle'), text: z.string() }),
  /** An error in the provider's words after part of a good answer, under status 200. */
  fault('error_in_stream', { type: NonEmptyText.default('overloaded_error'), message: z.string().default('Overloaded') }),
  fault('finish_before_content', {}),
  fault('content_after_finish', {}),
  /** Several answers to choose from, in formats that can have them. */
  fault('many_choices', { count: PositiveCount.max(16).default(2) }),
  fault('content_type', { content_type: z.string().regex(/^[\u0020-\u007e]+$/, 'expected printable ASCII') }),
  /** Compressed although nobody asked for it. */
  fault('gzip', { is_labelled: z.boolean().default(true) }),
  /** Unusual, but the rules of event streams allow it. */
  fault('odd_framing', {
    line_ending: z.enum(['lf', 'crlf', 'cr']).default('lf'),
    space_after_colon: z.boolean().default(true),
    byte_order_mark: z.boolean().default(false),
    event_ids: z.boolean().default(false),
    comments: z.boolean().default(false),
  }),
  fault('whole_for_stream', {}),
  fault('stream_for_whole', {}),
  fault('tool_call', { how: ScenarioCallFault }),
]);
export type ScenarioFault = z.infer<typeof ScenarioFault>;
