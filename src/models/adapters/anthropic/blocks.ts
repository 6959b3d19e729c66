import type { AssistantPart, ImagePart, ProviderSettings, ReasoningPart, TextPart, ToolResultPart } from '../../../contracts/index.ts';
import { argumentsObject } from '../call-arguments.ts';
import { opensSeal } from '../seals.ts';

export interface CacheMark {
  readonly cache_control?: { readonly type: 'ephemeral' };
}
export type TextBlock = { readonly type: 'text'; readonly text: string } & CacheMark;
export type ImageBlock = {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string } | { readonly type: 'url'; readonly url: string };
} & CacheMark;
export type ToolUseBlock = { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> } & CacheMark;
export type ToolResultBlock = {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: readonly (TextBlock | ImageBlock)[];
  readonly is_error?: true;
} & CacheMark;
export type ThinkingBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };
export type Block = TextBlock | ImageBlock | ToolUseBlock | ToolResultBlock | ThinkingBlock;

/** Errors without words are refused, and a result without any tells the model nothing. */
const NO_OUTPUT = '(no output)';

/** A text without anything to read is refused, so it is left out. */
export function textBlocks(text: string): TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

export function contentBlocks(parts: readonly (TextPart | ImagePart)[]): (TextBlock | ImageBlock)[] {
  return parts.flatMap((part): (TextBlock | ImageBlock)[] => (part.type === 'text' ? textBlocks(part.text) : [imageBlock(part)]));
}

export function resultBlock({ call_id: callId, content, is_error: isError }: ToolResultPart): ToolResultBlock {
  const blocks = contentBlocks(content);
  return {
    type: 'tool_result',
    tool_use_id: callId,
    content: blocks.length === 0 ? textBlocks(NO_OUTPUT) : blocks,
    ...(isError ? { is_error: true } : {}),
  };
}

export function assistantBlocks(parts: readonly AssistantPart[], provider: ProviderSettings): Block[] {
  return parts.flatMap((part): Block[] => {
    switch (part.type) {
      case 'text':
      case 'refusal':
        return textBlocks(part.text);
      case 'tool_call':
        return [{ type: 'tool_use', id: part.call_id, name: part.name, input: argumentsObject(part.arguments_text) }];
      case 'reasoning':
        return thinkingBlocks(part, provider);
    }
  });
}

export function isThinking(block: Block | undefined): block is ThinkingBlock {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

/**
 * Only thinking that carries its proof is taken back, exactly as it was, and only by who gave it. Reasoning that has a
 * number of its own, or an object for a proof, was sealed by another provider or by a plug-in.
 */
function thinkingBlocks(part: ReasoningPart, provider: ProviderSettings): ThinkingBlock[] {
  const { text, signature, redacted, id } = part;
  if (!opensSeal(provider, part) || id !== undefined) return [];
  if (redacted !== undefined) return [{ type: 'redacted_thinking', data: redacted }];
  return signature === undefined || signature.startsWith('{') ? [] : [{ type: 'thinking', thinking: text, signature }];
}

function imageBlock({ source }: ImagePart): ImageBlock {
  const wire = source.kind === 'url' ? { type: 'url' as const, url: source.url } : { type: 'base64' as const, media_type: source.media_type, data: source.data };
  return { type: 'image', source: wire };
}
