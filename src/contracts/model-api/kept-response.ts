import { z } from 'zod';
import { JsonObject, JsonValue, ResponseId, RunId, SessionId } from '../core/index.ts';
import { AssistantMessage } from '../models/message.ts';
import { KeptContent } from '../runs/kept-content.ts';
import { ResponseResource } from './response-resource.ts';

/** Everything that is needed to show a response and to go on from it. */
export const ResponseContent = z.strictObject({
  resource: ResponseResource,
  /** What was sent with it, each item under an id. */
  input: z.array(JsonObject),
  /** What the model said, with what only its maker can read. Null where a run answered, or nobody did. */
  said: AssistantMessage.nullable(),
});
export type ResponseContent = z.infer<typeof ResponseContent>;

/** A response as the log has it: without secrets, in place or, when it is large, in a blob. */
export const KeptResponse = z.strictObject({
  response_id: ResponseId,
  model: z.string(),
  previous_response_id: ResponseId.nullable(),
  /** The run that answered, and the conversation it belongs to. */
  run_id: RunId.nullable(),
  session_id: SessionId.nullable(),
  content: JsonValue,
  content_kept: KeptContent.optional(),
});
export type KeptResponse = z.infer<typeof KeptResponse>;
