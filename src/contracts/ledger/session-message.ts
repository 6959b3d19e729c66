import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';
import { StreamId } from './stream.ts';

/** One message of a conversation, kept so that it can be found again by its words. */
export const SessionMessage = z.strictObject({
  session_id: StreamId,
  role: z.enum(['person', 'assistant', 'tool']),
  text: NonEmptyText,
});
export type SessionMessage = z.infer<typeof SessionMessage>;
