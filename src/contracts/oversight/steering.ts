import { z } from 'zod';
import { CommandInstanceId, Name, NonEmptyText } from '../core/index.ts';

/** Beyond this a message is a document: it belongs into a file. */
export const STEERING_CHARS_MAX = 16_000;

/** Words that a person sends to a run at work; they are theirs, so they are untainted. */
export const SteeringMessage = z.strictObject({
  message_id: CommandInstanceId,
  text: NonEmptyText.max(STEERING_CHARS_MAX),
  sent_by: Name,
});
export type SteeringMessage = z.infer<typeof SteeringMessage>;
