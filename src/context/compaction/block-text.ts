import { COMPACTED_SECTIONS, type CompactedWords, type KeptKind, type ModelMessage, type SummarizationMethod, type UserMessage } from '../../contracts/index.ts';
import { frameMaterial } from '../frame.ts';

/** Something that stays in the conversation word for word. */
export interface KeptSection {
  readonly kind: KeptKind;
  readonly text: string;
}

const HEADINGS: Readonly<Record<KeptKind, string>> = {
  task: 'The work',
  rules: 'What the person said while you worked, word for word; it still holds',
  mode: 'Under which approvals you work',
  approvals: 'What was approved and what was refused; a refusal still holds',
  children: 'Who works beside you',
  todos: 'Your list of what is to be done, as far as it is open',
  workspace_rules: 'What the folder says to whoever works in it',
};

/** One text for everything of a kind, in the order of the kinds. */
export function keptText(kept: readonly KeptSection[]): string {
  const kinds = Object.keys(HEADINGS) as KeptKind[];
  return kinds
    .map((kind) => ({ kind, texts: kept.filter((one) => one.kind === kind).map(({ text }) => text) }))
    .filter(({ texts }) => texts.length > 0)
    .map(({ kind, texts }) => [`## ${HEADINGS[kind]}`, ...texts].join('\n'))
    .join('\n\n');
}

export interface BlockToWrite {
  readonly words: CompactedWords;
  readonly method: SummarizationMethod;
  readonly turns: number;
}

const WRITTEN_BY: Readonly<Record<SummarizationMethod, string>> = {
  extractive: 'No model wrote it: it is made of whole passages of what was said, and of the calls that were made.',
  llm_generated: 'A model wrote it; look again at what a result rests on.',
  hybrid: 'A model wrote it, and passages of that are left out; look again at what a result rests on.',
};

/** The words stand in a frame: what they were made from may have been said by anybody. */
export function blockText({ words, method, turns }: BlockToWrite): string {
  const sections = COMPACTED_SECTIONS.map((section) => `### ${section}\n${words[section] === '' ? '—' : words[section]}`);
  return `Your first ${turns} turns stand here no more; this is what came of them. ${WRITTEN_BY[method]}\n${frameMaterial('compacted_turns', sections.join('\n'))}`;
}

/**
 * It stands in the message of the person with which the conversation opens, after everything that was there before. Where
 * nothing was, it is that message: room for instructions is never taken by it.
 */
export function withBlock(opening: UserMessage | undefined, openingParts: number, texts: readonly string[]): ModelMessage {
  const before = opening?.content.slice(0, openingParts) ?? [];
  return { role: 'user', content: [...before, ...texts.filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }))] };
}
