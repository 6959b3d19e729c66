import { z } from 'zod';
import { JsonObject, ToolId, type McpServerSettings, type SideEffect } from '../../contracts/index.ts';
import { compileJsonSchema, KeelsonError } from '../../kernel/index.ts';
import { hiddenInValue } from './hidden-characters.ts';
import { MCP_DESCRIPTION_CHARS_MAX } from './limits.ts';

/** A tool as a server lists it. What else a server says of it is passed over. */
export const ListedTool = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
  annotations: JsonObject.optional(),
  execution: z.object({ taskSupport: z.string().optional() }).optional(),
});
export type ListedTool = z.infer<typeof ListedTool>;

export type JudgedTool = { readonly isUsable: true; readonly toolId: ToolId; readonly listed: ListedTool } | { readonly isUsable: false; readonly name: string; readonly reason: string };

/** Judges what a server lists, one tool at a time: a bad one leaves the others as they are. */
export function judgeListedTools(server: string, raw: readonly unknown[], allow: McpServerSettings['allow']): readonly JudgedTool[] {
  const judged = raw.map((one) => judgeListedTool(server, one, allow));
  const ids = judged.flatMap((one) => (one.isUsable ? [one.toolId] : []));
  const isDouble = (id: string): boolean => ids.indexOf(id) !== ids.lastIndexOf(id);
  // Nobody can say which of two with one name is meant, so neither is taken.
  return judged.map((one) => (one.isUsable && isDouble(one.toolId) ? leftOut(one.listed.name, 'the server lists more than one tool of this name') : one));
}

function judgeListedTool(server: string, raw: unknown, allow: McpServerSettings['allow']): JudgedTool {
  const parsed = ListedTool.safeParse(raw);
  if (!parsed.success) return leftOut(nameOf(raw), 'its definition has not the agreed shape');
  const listed = parsed.data;
  const name = nameOf(raw);
  const toolId = ToolId.safeParse(`mcp__${server}__${listed.name}`);
  if (!toolId.success || listed.name === '') return leftOut(name, 'its name has characters or a length that models refuse');
  if (!allow.includes('*') && !allow.includes(listed.name)) return leftOut(name, 'the configuration does not allow it');
  const reason = faultOf(listed);
  return reason === undefined ? { isUsable: true, toolId: toolId.data, listed } : leftOut(name, reason);
}

function faultOf(listed: ListedTool): string | undefined {
  if (listed.execution?.taskSupport === 'required') return 'it only works as a task, which is not supported';
  if ((listed.description ?? '').length > MCP_DESCRIPTION_CHARS_MAX) return `its description has more than ${MCP_DESCRIPTION_CHARS_MAX} characters`;
  const hidden = hiddenInValue(listed);
  if (hidden !== undefined) return `its definition holds ${hidden}`;
  if (listed.inputSchema['type'] !== 'object') return 'its input is not described as an object';
  return schemaFault('input', listed.inputSchema) ?? (listed.outputSchema && schemaFault('output', listed.outputSchema));
}

function schemaFault(of: 'input' | 'output', schema: JsonObject): string | undefined {
  try {
    compileJsonSchema(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return `the schema of its ${of} cannot be used: ${error.message}`;
  }
}

const NAME_CHARS_SHOWN = 128;

/** A name for the person who reads the list of what was left out; never longer than a line, nothing hidden in it. */
function nameOf(raw: unknown): string {
  const name = typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string' ? raw.name : '';
  return name === '' ? '(no name)' : hiddenInValue(name) === undefined ? name.slice(0, NAME_CHARS_SHOWN) : '(a name that cannot be shown)';
}

function leftOut(name: string, reason: string): JudgedTool {
  return { isUsable: false, name, reason };
}

/** A server's own word on how dangerous a tool is counts only when a person trusts that server. */
export function sideEffectsOf({ annotations }: ListedTool, isTrusted: boolean): SideEffect {
  if (!isTrusted || annotations === undefined) return 'destructive';
  if (annotations['readOnlyHint'] === true) return 'read_only';
  return annotations['idempotentHint'] === true && annotations['destructiveHint'] === false ? 'idempotent_write' : 'destructive';
}
