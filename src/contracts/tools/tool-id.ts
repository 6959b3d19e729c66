import { z } from 'zod';

/**
 * A tool as a model calls it. Names are not ours alone: a tool of an MCP server is `mcp__server__tool`, spelt as
 * the server spells it, so capitals count; a dot or a colon is refused because models and document keys refuse it.
 */
export const ToolId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, 'expected letters, digits, dash or underscore (at most 128)');
export type ToolId = z.infer<typeof ToolId>;

/** What names of servers that another program brought begin with: none of the settings passes for one, and it is told apart at once. */
export const BROUGHT_SERVER_PREFIX = 'editor-';
