import { COMPACTED_SECTIONS, type AssistantPart, type CompactedSection, type CompactedWords, type ModelMessage, type ToolResultPart } from '../../contracts/index.ts';
import { extractSummary } from '../summary/extract.ts';
import { passagesOf } from '../summary/passages.ts';
import { ARGUMENTS_CHARS } from './limits.ts';

export interface ToCondense {
  /** The turns that a block is to stand for, their results masked already. */
  readonly turns: readonly (readonly ModelMessage[])[];
  /** What stands for still older turns. */
  readonly before: CompactedWords | undefined;
  /** Words of the task: what shares them is kept first. */
  readonly focus: string;
  readonly tokensMax: number;
}

export interface CondensePorts {
  countTokens(text: string): number;
  isReadOnly(tool: string): boolean;
}

export interface Condensed {
  readonly words: CompactedWords;
  readonly lost: readonly string[];
}

/** How the room is shared out; what a section leaves over is not given to another, so that each stays as it was when others grow. */
const SHARES: Readonly<Partial<Record<CompactedSection, number>>> = { changed: 0.2, found: 0.2, done: 0.15, failures: 0.1, refusals: 0.1, looked_at: 0.1, under_way: 0.05, open_questions: 0.05 };
/** What only somebody who understands the words could fill; older words of a model stay in their place. */
const REST_SHARE = 0.05;

/**
 * The sections as far as they can be filled without understanding anything: calls by what they are, words of the model and of
 * results by whole passages. No word is added, and what a model once wrote into a section stays there before what is new.
 */
export function condense({ turns, before, focus, tokensMax }: ToCondense, ports: CondensePorts): Condensed {
  const lines = linesOf(turns, ports);
  const lost: string[] = [];
  const words = Object.fromEntries(
    COMPACTED_SECTIONS.map((section) => {
      const text = [before?.[section] ?? '', ...(lines[section] ?? [])].filter((line) => line !== '').join('\n');
      const kept = fitted(text, focus, Math.floor(tokensMax * (SHARES[section] ?? REST_SHARE)), ports);
      lost.push(...kept.lost.map((one) => `${section}: ${one}`));
      return [section, kept.text];
    }),
  );
  return { words: words as CompactedWords, lost };
}

export function fitted(text: string, focus: string, tokensMax: number, { countTokens }: Pick<CondensePorts, 'countTokens'>): { readonly text: string; readonly lost: readonly string[] } {
  if (text === '' || countTokens(text) <= tokensMax) return { text, lost: [] };
  const summary = extractSummary({ text, focus, tokensMax, countTokens });
  return summary === undefined ? { text: '', lost: ['nothing of it fits'] } : { text: summary.summary_text, lost: summary.information_lost };
}

/** Their latest state stands beside the block, word for word; what was over would come back with their calls. */
const KEPT_BESIDE: ReadonlySet<string> = new Set(['todo']);

/** The turns without calls whose outcome is kept in another place. */
export function withoutKeptBeside(turns: ToCondense['turns']): ToCondense['turns'] {
  return turns.map((turn) =>
    turn.map((message): ModelMessage => {
      if (message.role === 'assistant') return { ...message, content: message.content.filter((part) => part.type !== 'tool_call' || !KEPT_BESIDE.has(part.name)) };
      return message.role === 'tool' ? { ...message, content: message.content.filter(({ name }) => !KEPT_BESIDE.has(name)) } : message;
    }),
  );
}

type Lines = Partial<Record<CompactedSection, readonly string[]>>;

function linesOf(turns: ToCondense['turns'], { isReadOnly }: CondensePorts): Lines {
  const lines = { changed: [] as string[], looked_at: [] as string[], failures: [] as string[], found: [] as string[], done: [] as string[], open_questions: [] as string[] };
  for (const turn of turns) {
    const results = new Map(turn.flatMap((message) => (message.role === 'tool' ? message.content : [])).map((part) => [part.call_id, part]));
    for (const message of turn) {
      if (message.role !== 'assistant') continue;
      for (const part of message.content) {
        if (part.type === 'text') noteWords(part.text, lines);
        if (part.type === 'tool_call') noteCall(part, results.get(part.call_id), isReadOnly, lines);
      }
    }
  }
  const last = turns.at(-1)?.flatMap((message) => (message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [])) ?? [];
  return { ...lines, under_way: last };
}

function noteWords(text: string, lines: { done: string[]; open_questions: string[] }): void {
  for (const passage of passagesOf(text)) (passage.text.endsWith('?') ? lines.open_questions : lines.done).push(passage.text);
}

function noteCall({ name, arguments_text: given }: Extract<AssistantPart, { type: 'tool_call' }>, result: ToolResultPart | undefined, isReadOnly: (tool: string) => boolean, lines: Record<'changed' | 'looked_at' | 'failures' | 'found', string[]>): void {
  const call = `${name} ${oneLine(given)}`;
  const told = oneLine(result?.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '');
  if (result?.is_error === true) lines.failures.push(`${call}: ${told}`);
  else if (isReadOnly(name)) {
    lines.looked_at.push(call);
    lines.found.push(`${call}: ${told}`);
  } else lines.changed.push(call);
}

function oneLine(text: string): string {
  const line = text.split('\n').filter((part) => !part.startsWith('<keelson:') && !part.startsWith('</keelson:')).join(' ').trim();
  return line.length <= ARGUMENTS_CHARS ? line : `${line.slice(0, ARGUMENTS_CHARS).toWellFormed()}…`;
}
