import { z } from 'zod';
import { JsonObject, type ToolId } from '../../contracts/index.ts';
import { compileJsonSchema, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { MCP_RESULT_CHARS_MAX, MCP_RESULT_ITEMS_MAX } from './limits.ts';

/** Something in a result that is no text. It is described and nothing more: not opened, not run, not fetched. */
const DescribedItem = z.strictObject({
  kind: z.enum(['image', 'audio', 'resource', 'link', 'unknown']),
  mime_type: z.string().nullable(),
  uri: z.string().nullable(),
  name: z.string().nullable(),
  bytes: z.int().min(0).nullable(),
  sha256: z.string().nullable(),
});
type DescribedItem = z.infer<typeof DescribedItem>;

/** What a tool of an MCP server gives back. */
export const McpToolOutput = z.strictObject({
  text: z.string(),
  /** Characters of the text that were left out in the middle. */
  characters_left_out: z.int().min(0),
  structured: JsonObject.nullable(),
  items: z.array(DescribedItem),
  items_left_out: z.int().min(0),
});
export type McpToolOutput = z.infer<typeof McpToolOutput>;

/** A result as it comes from a server: only as much of its shape as is used. */
export const CallResult = z.object({ content: z.array(z.unknown()).default([]), structuredContent: JsonObject.optional(), isError: z.boolean().optional() });
export type CallResult = z.infer<typeof CallResult>;

const about = { mimeType: z.string().optional(), name: z.string().optional() };
const ContentItem = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), ...about }),
  z.object({ type: z.literal('resource'), resource: z.object({ uri: z.string(), text: z.string().optional(), blob: z.string().optional(), ...about }) }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), size: z.int().min(0).optional(), ...about }),
]);

/** Throws `tool.failed` for a result that says it is a failure, `tool.output_invalid` for one that breaks its own contract. */
export function toolOutput(toolId: ToolId, outputSchema: JsonObject | undefined, { content, structuredContent, isError }: CallResult): McpToolOutput {
  const texts: string[] = [];
  const items: DescribedItem[] = [];
  for (const raw of content.slice(0, MCP_RESULT_ITEMS_MAX)) {
    const { data: item } = ContentItem.safeParse(raw);
    const words = item?.type === 'text' ? item.text : item?.type === 'resource' ? item.resource.text : undefined;
    if (words === undefined) items.push(described(item));
    else texts.push(words);
  }
  const { text, leftOut } = bounded(texts.join('\n'));
  if (isError === true) throw failed(toolId, text);
  if (outputSchema !== undefined) holdToSchema(toolId, outputSchema, structuredContent);
  return { text, characters_left_out: leftOut, structured: structuredContent ?? null, items, items_left_out: Math.max(0, content.length - MCP_RESULT_ITEMS_MAX) };
}

function described(item: z.infer<typeof ContentItem> | undefined): DescribedItem {
  switch (item?.type) {
    case 'image':
    case 'audio':
      return { kind: item.type, mime_type: item.mimeType ?? null, uri: null, name: item.name ?? null, ...measured(item.data) };
    case 'resource':
      return { kind: 'resource', mime_type: item.resource.mimeType ?? null, uri: item.resource.uri, name: item.resource.name ?? null, ...measured(item.resource.blob ?? '') };
    case 'resource_link':
      return { kind: 'link', mime_type: item.mimeType ?? null, uri: item.uri, name: item.name ?? null, bytes: item.size ?? null, sha256: null };
    default:
      return { kind: 'unknown', mime_type: null, uri: null, name: null, bytes: null, sha256: null };
  }
}

function measured(base64: string): { readonly bytes: number; readonly sha256: string } {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes: bytes.length, sha256: sha256Hex(bytes) };
}

/** The beginning and the end are kept, as either may hold what matters. */
function bounded(text: string): { readonly text: string; readonly leftOut: number } {
  const leftOut = text.length - MCP_RESULT_CHARS_MAX;
  if (leftOut <= 0) return { text, leftOut: 0 };
  const half = MCP_RESULT_CHARS_MAX / 2;
  return { text: `${text.slice(0, half)}\n[${leftOut} characters left out]\n${text.slice(-half)}`.toWellFormed(), leftOut };
}

function holdToSchema(toolId: ToolId, schema: JsonObject, structured: JsonObject | undefined): void {
  const issues = structured === undefined ? [{ path: '', message: 'there is no structured content, though the tool promises it' }] : compileJsonSchema(schema)(structured);
  if (issues.length === 0) return;
  throw new KeelsonError('tool.output_invalid', {
    message: `${toolId} gave back something else than it promises.`,
    nextStep: 'Report it to whoever runs the server; the call may have had its effect.',
    data: { tool_id: toolId, issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

const FAILURE_CHARS_SHOWN = 2_000;

function failed(toolId: ToolId, text: string): KeelsonError<'tool.failed'> {
  const detail = text.slice(0, FAILURE_CHARS_SHOWN).toWellFormed() || 'the server gave no reason';
  return new KeelsonError('tool.failed', { message: `${toolId} failed: ${detail}`, nextStep: 'Read what the server says and call it with other arguments, or do without.', data: { tool_id: toolId, detail } });
}

/** What a model or a person reads of it. */
export function showToolOutput({ text, structured, items, items_left_out }: McpToolOutput): string {
  const lines = items.map(({ kind, mime_type, uri, name, bytes }) => `[${[kind, name, mime_type, uri, bytes === null ? null : `${bytes} bytes`].filter((part) => part !== null).join(', ')}]`);
  if (items_left_out > 0) lines.push(`[${items_left_out} more items were left out]`);
  return [...(text === '' && structured !== null ? [JSON.stringify(structured)] : [text]), ...lines].filter((part) => part !== '').join('\n');
}
