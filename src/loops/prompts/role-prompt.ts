import type { SemanticVersion } from '../../contracts/index.ts';

/**
 * The words of ours that a model hears first. They are the same bytes in every question, so that providers can reuse
 * them and a resumed run asks as it asked before; whoever changes one byte gives it a new version.
 */
export interface RolePrompt {
  readonly name: string;
  readonly version: SemanticVersion;
  readonly head: string;
}

/** Paragraphs with an empty line between them. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A heading and what stands under it; nothing at all where there is nothing to say. */
export function section(title: string, text: string): string {
  return text === '' ? '' : `## ${title}\n${text}`;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

export function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
}
