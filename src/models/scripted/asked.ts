import type { WireFormat } from '../../contracts/index.ts';

/** A tool's result as it came back in a request. The name is empty where the request does not tell it. */
export interface AskedResult {
  readonly name: string;
  readonly text: string;
}

/** What a request asks for, whatever its wire format: as much as conditions and answers depend on. */
export interface Asked {
  readonly format: WireFormat;
  readonly model: string;
  readonly isStreaming: boolean;
  /** Of the last user message with words in it. */
  readonly lastUserText: string;
  readonly systemText: string;
  readonly toolNames: readonly string[];
  /** Those that came since the model last spoke. */
  readonly toolResults: readonly AskedResult[];
  readonly hasOutputSchema: boolean;
  /** Empty where the request does not tell it. */
  readonly outputSchemaName: string;
  /** Whether a stream is to tell its usage; some formats do so only when asked. */
  readonly wantsUsage: boolean;
}

/** Requests come from anybody, so nothing about their shape is believed. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Record<string, unknown>)[name] : undefined;
  return at;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Content is a text, or a list of blocks of which some have one. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((block) => (typeof block === 'string' ? block : textOf(fieldOf(block, 'text'))))
    .join('');
}

/** The text of the last of these with words in it. */
export function lastText(contents: readonly unknown[]): string {
  return contents.map(contentText).findLast((text) => text !== '') ?? '';
}

/** What follows the last item that the model itself wrote. */
export function sinceModelSpoke(items: readonly unknown[], isByModel: (item: unknown) => boolean): readonly unknown[] {
  return items.slice(items.findLastIndex(isByModel) + 1);
}
