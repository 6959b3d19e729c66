import { z } from 'zod';
import { FunctionCallId, JsonObject, Name, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { ClientFunctionName, FUNCTION_OUTPUT_BYTES_MAX, jsonBytes } from '../tools/client-function.ts';

/** A call of a client's function that a run waits for. The client knows it by its id. */
export const FunctionCall = z.strictObject({
  call_id: FunctionCallId,
  run_id: RunId,
  /** Where in the run; the same call there is the same call of the client, also after a restart. */
  call: NonEmptyText,
  name: ClientFunctionName,
  /** Without secrets. */
  arguments: JsonObject,
  asked_at: Timestamp,
  /** After this the run goes on without an answer. */
  expires_at: Timestamp,
});
export type FunctionCall = z.infer<typeof FunctionCall>;

/** What a function gave, as its client says. */
export const FunctionOutput = z.string().refine((output) => jsonBytes(output) <= FUNCTION_OUTPUT_BYTES_MAX, `expected at most ${FUNCTION_OUTPUT_BYTES_MAX} bytes`);
export type FunctionOutput = z.infer<typeof FunctionOutput>;

/** What became of a call; kept under `function_call_settlement:{id}`, once. */
export const FunctionCallSettlement = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('client'), answered_by: Name, output: FunctionOutput, settled_at: Timestamp }),
  z.strictObject({ by: z.literal('lapse'), cause: z.enum(['timeout', 'skipped']), reason: NonEmptyText, settled_at: Timestamp }),
]);
export type FunctionCallSettlement = z.infer<typeof FunctionCallSettlement>;
