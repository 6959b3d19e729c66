import { z } from 'zod';
import { Name, NonEmptyText, Sha256 } from '../core/index.ts';
import { ToolId } from './tool-id.ts';

/** The definition of a tool from elsewhere, as a person accepted it. Another description under the same name asks again. */
export const ToolPin = z.strictObject({
  tool_id: ToolId,
  server: NonEmptyText,
  definition_hash: Sha256,
  accepted_by: Name,
});
export type ToolPin = z.infer<typeof ToolPin>;
