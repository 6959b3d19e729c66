import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';
import { ToolId } from '../tools/tool-id.ts';
import { CodePatch } from './code-patch.ts';
import { TestResults } from './test-results.ts';

/** A tool that was made or changed, with the proof that it does what it should. */
export const ToolPatch = z
  .strictObject({ tool_id: ToolId, patch: CodePatch, tests: TestResults })
  .refine(({ tests }) => tests.exit_code === 0, { path: ['tests', 'exit_code'], message: 'a tool is handed over when its tests pass' });
export type ToolPatch = z.infer<typeof ToolPatch>;

/** The tools that there are after the work. */
export const ToolCatalog = z.strictObject({
  tools: z.array(z.strictObject({ tool_id: ToolId, description: NonEmptyText, is_registered: z.boolean() })).min(1),
});
export type ToolCatalog = z.infer<typeof ToolCatalog>;
