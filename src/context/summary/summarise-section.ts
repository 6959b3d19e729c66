import type { ContextSection, ContextSummary, ModelId, RunId, SummaryAnswer } from '../../contracts/index.ts';
import { fixedClock, sha256Hex, timestamp } from '../../kernel/index.ts';
import type { Journal } from '../../ledger/index.ts';
import { extractSummary } from './extract.ts';

export interface ToShorten {
  readonly key: string;
  readonly section: ContextSection;
  readonly text: string;
  readonly tokensMax: number;
  readonly signal: AbortSignal;
}

/** Writes fewer words for what does not fit; undefined when it cannot. What it answers must be the same in a resumed run. */
export type Summariser = (input: ToShorten) => Promise<{ readonly answer: SummaryAnswer; readonly modelId: ModelId } | undefined>;

export interface SummaryPorts {
  countTokens(text: string): number;
  readonly summarise?: Summariser;
  readonly journal: Pick<Journal, 'mint' | 'now'>;
}

/** Raised when what a summary keeps or how it is made changes. */
export const SUMMARY_VERSION = 'summary:v1';

type Words = Pick<ContextSummary, 'summary_text' | 'information_preserved' | 'information_lost' | 'summarization_method' | 'model_used'>;

/** By a model when there is one that answers, else by whole passages; a model's words that are too many are shortened likewise. */
export async function shortened(input: ToShorten & { readonly focus: string }, { countTokens, summarise }: SummaryPorts): Promise<Words | undefined> {
  const { text, focus, tokensMax } = input;
  const extract = (from: string): SummaryAnswer | undefined => extractSummary({ text: from, focus, tokensMax, countTokens });
  const written = await summarise?.(input);
  if (written !== undefined) {
    const { answer, modelId } = written;
    if (countTokens(answer.summary_text) <= tokensMax) return { ...answer, summarization_method: 'llm_generated', model_used: modelId };
    const less = extract(answer.summary_text);
    if (less !== undefined) return { summary_text: less.summary_text, information_preserved: less.information_preserved, information_lost: [...answer.information_lost, ...less.information_lost], summarization_method: 'hybrid', model_used: modelId };
  }
  const own = extract(text);
  return own && { ...own, summarization_method: 'extractive' };
}

export interface SummaryOf {
  readonly key: string;
  readonly runId: RunId;
  readonly section: ContextSection;
  readonly text: string;
}

/** The record of a summary, with everything about it that can be counted. */
export async function summaryRecord({ key, runId, section, text }: SummaryOf, words: Words, { countTokens, journal }: SummaryPorts): Promise<ContextSummary> {
  const source = Math.max(1, countTokens(text));
  const summary = Math.max(1, countTokens(words.summary_text));
  return {
    summary_id: await journal.mint(`${key}/${section}/summary-id`, 'sum'),
    run_id: runId,
    created_at: timestamp(fixedClock(await journal.now(`${key}/${section}/summary-at`))),
    source_sections: [section],
    source_token_count: source,
    summary_token_count: summary,
    compression_ratio: source / summary,
    ...words,
    summary_version: SUMMARY_VERSION,
    content_hash: sha256Hex(words.summary_text),
  };
}
