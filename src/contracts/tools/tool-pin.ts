import { z } from 'zod';
import { Name, NonEmptyText, Sha256 } from '../core/index.ts';
import { ToolId } from './tool-id.ts';

/** The parts of a definition that a server can change under a name; a change is told by the part. */
export const ToolPinPart = z.enum(['name', 'description', 'input_schema', 'output_schema', 'annotations']);
export type ToolPinPart = z.infer<typeof ToolPinPart>;

/** The definition of a tool from elsewhere, as a person accepted it. Another description under the same name asks again. */
export const ToolPin = z.strictObject({
  tool_id: ToolId,
  server: NonEmptyText,
  definition_hash: Sha256,
  /** So that a change can be told without keeping the words of before. */
  part_hashes: z.record(ToolPinPart, Sha256),
  accepted_by: Name,
});
export type ToolPin = z.infer<typeof ToolPin>;
