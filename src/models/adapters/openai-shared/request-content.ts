import type { ImagePart, OfferedTool, TextPart, ToolResultPart } from '../../../contracts/index.ts';
import { argumentsObject } from '../call-arguments.ts';
import { parseObject } from '../wire-values.ts';

/** Between texts that become one. */
export const TEXT_JOINT = '\n\n';

/** The formats have no mark for a tool that failed, so the model reads it. */
const FAILED_MARK = 'Error: ';

/** White space at the end of a line means nothing and would cost the provider's cache when it changed. */
export function systemText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

export function joinedText(parts: readonly (TextPart | ImagePart)[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(TEXT_JOINT);
}

export function resultText(result: ToolResultPart): string {
  return (result.is_error ? FAILED_MARK : '') + joinedText(result.content);
}

export function imageUrl({ source }: ImagePart): string {
  return source.kind === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
}

/** Servers other than OpenAI's parse the arguments of earlier calls, and refuse the whole conversation when they cannot. */
export function sentArguments(text: string): string {
  return parseObject(text) === undefined ? JSON.stringify(argumentsObject(text)) : text;
}

/** By code units, which every machine orders alike. */
export function sortedTools(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  return tools.toSorted((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)));
}
