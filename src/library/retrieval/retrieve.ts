import {
  DEFAULT_RETRIEVAL_GATES,
  measureOf,
  passesRetrievalGates,
  RetrievalFallback,
  RetrievalReport,
  type EmbedSpace,
  type RetrievalGates,
  type RetrievalHit,
  type RoleId,
  type RunId,
  type SkippedFallback,
} from '../../contracts/index.ts';
import { timestamp, type Clock } from '../../kernel/index.ts';
import { similarWords } from '../words/similar-words.ts';
import type { Chunk } from '../workspace/chunk-document.ts';
import type { Collection } from './collection.ts';
import { gatesWithin } from './gates-within.ts';
import { rankTexts, type SearchTerm } from './rank-texts.ts';
import { readQuery, splitPhrases, type QueryPhrases } from './read-query.ts';

export interface RetrievalOptions {
  readonly runId: RunId;
  readonly roleId: RoleId;
  readonly query: string;
  readonly k?: number;
  readonly gates?: RetrievalGates;
}

export interface RetrievalPorts {
  readonly collection: Collection;
  readonly clock: Clock;
  /** Says the question in other words; undefined when it has none. */
  rewriteByModel?(query: string): Promise<string | undefined>;
}

export interface FoundChunk {
  readonly chunk: Chunk;
  readonly hit: RetrievalHit;
}

/** What would help and is not for a search to do. */
export type RetrievalWish = Extract<RetrievalFallback, 'escalate_model_for_synthesis' | 'ask_user'>;

export interface Retrieval {
  readonly report: RetrievalReport;
  readonly found: readonly FoundChunk[];
  readonly wishes: readonly RetrievalWish[];
}

export const K_DEFAULT = 8;
export const K_MAX = 50;
/** How many times as many passages are looked at when the first ones are not enough. */
const K_RAISED_TIMES = 3;
/** The contract of retrieval; words are searched under it until there are vectors. */
const EMBED_SPACE: EmbedSpace = 'emb:v1';
/** Other spellings that one word is also looked for in. */
const SPELLINGS_MAX = 5;

/** So it is without a model, and with one that has no other words. */
const NO_OTHER_WORDS = 'No model said it in other words.';

/** How it is looked for; each fallback widens it and the next goes on from there. */
interface SearchPlan {
  readonly phrases: QueryPhrases;
  readonly k: number;
  readonly bringsNeighbours: boolean;
  readonly isHybrid: boolean;
}

/** What one look brought, with the gates as far as the collection can meet them. */
interface Looked {
  readonly found: readonly FoundChunk[];
  readonly gates: RetrievalGates;
}

/**
 * Looks for passages, and looks wider, in the order of the fallbacks, for as long as the gates say that it is not enough.
 * The report is the same whether they pass in the end or not.
 */
export async function retrieve({ runId, roleId, query, k = K_DEFAULT, gates: wanted = DEFAULT_RETRIEVAL_GATES }: RetrievalOptions, ports: RetrievalPorts): Promise<Retrieval> {
  const { collection, clock } = ports;
  let plan: SearchPlan = { phrases: readQuery(query), k, bringsNeighbours: false, isHybrid: false };
  let best = await look(plan, wanted, collection);
  const tried: RetrievalFallback[] = [];
  const skipped: SkippedFallback[] = [];
  for (const fallback of RetrievalFallback.options) {
    if (gatesMet(best) === GATES) break;
    const wider = await widened(fallback, plan, query, ports);
    if (wider === undefined) {
      if (fallback === 'rewrite_query_by_model') skipped.push({ fallback, reason: NO_OTHER_WORDS });
      continue;
    }
    tried.push(fallback);
    plan = wider;
    const again = await look(plan, wanted, collection);
    if (isBetter(again, best)) best = again;
  }
  const { found, gates } = best;
  const hits = found.map(({ hit }) => hit);
  const measured = measureOf(hits);
  const isEnough = passesRetrievalGates(gates, measured);
  const report = RetrievalReport.parse({ run_id: runId, role_id: roleId, library_ids: [collection.libraryId], query, embed_space: EMBED_SPACE, k: plan.k, hits, gates, measured, gates_passed: isEnough, fallbacks_tried: tried, ...(skipped.length > 0 && { fallbacks_skipped: skipped }), retrieved_at: timestamp(clock) });
  return { report, found, wishes: isEnough ? [] : [...(found.length > 0 ? ['escalate_model_for_synthesis' as const] : []), 'ask_user'] };
}

/** Undefined for what cannot be done here: nobody is there to say it in other words, or it is only to be wished for. */
async function widened(fallback: RetrievalFallback, plan: SearchPlan, query: string, { collection, rewriteByModel }: RetrievalPorts): Promise<SearchPlan | undefined> {
  switch (fallback) {
    case 'raise_k':
      return { ...plan, k: Math.max(plan.k, Math.min(K_MAX, plan.k * K_RAISED_TIMES)) };
    case 'fetch_adjacent_chunks':
      return { ...plan, bringsNeighbours: true };
    case 'hybrid_retrieval':
      return { ...plan, isHybrid: true };
    case 'rewrite_query_deterministically':
      return { ...plan, phrases: await rewritten(plan, collection) };
    case 'rewrite_query_by_model': {
      const other = await rewriteByModel?.(query);
      return other === undefined ? undefined : { ...plan, phrases: readQuery(other) };
    }
    case 'escalate_model_for_synthesis':
    case 'ask_user':
      return undefined;
  }
}

/**
 * Quoted words are looked for one by one, and words that stand nowhere are dropped. When more than half stand nowhere they stay:
 * a question about something else must not become one about the little that is there.
 */
async function rewritten(plan: SearchPlan, collection: Collection): Promise<QueryPhrases> {
  const words = splitPhrases(plan.phrases);
  const known: (readonly string[])[] = [];
  for (const word of words) if ((await rankTexts(collection.index, collection.chunks.length, [termOf(word, plan, collection)], 1)).length > 0) known.push(word);
  return known.length > 1 && known.length * 2 >= words.length ? known : words;
}

async function look(plan: SearchPlan, wanted: RetrievalGates, collection: Collection): Promise<Looked> {
  const { chunks, index, libraryId } = collection;
  const everything = await rankTexts(index, chunks.length, plan.phrases.map((phrase) => termOf(phrase, plan, collection)), chunks.length);
  const gates = gatesWithin(wanted, new Set(everything.flatMap(({ at }) => chunks[at]?.documentId ?? [])), chunks);
  const ranked = everything.slice(0, plan.k);
  const scores = new Map(ranked.map(({ at, score }) => [at, score]));
  if (plan.bringsNeighbours) addNeighbours(scores, ranked.map(({ at }) => at), gates, collection);
  const found = [...scores].flatMap(([at, score]) => {
    const chunk = chunks[at];
    return chunk === undefined ? [] : [{ chunk, hit: hitOf(chunk, score, libraryId) }];
  });
  return { found, gates };
}

/** Passages before and after the best ones, until there is enough to read. They were not found, so their score is nothing. */
function addNeighbours(scores: Map<number, number>, ranked: readonly number[], gates: RetrievalGates, { chunks }: Collection): void {
  const tokensAt = (at: number): number => chunks[at]?.tokens ?? 0;
  let tokens = ranked.reduce((sum, at) => sum + tokensAt(at), 0);
  for (const at of ranked.flatMap((found) => [found + 1, found - 1].filter((next) => chunks[next] !== undefined && chunks[next].documentId === chunks[found]?.documentId))) {
    if (tokens >= gates.min_total_tokens) return;
    if (scores.has(at)) continue;
    scores.set(at, 0);
    tokens += tokensAt(at);
  }
}

function termOf(phrase: readonly string[], { isHybrid }: SearchPlan, collection: Collection): SearchTerm {
  const [word] = phrase;
  const others = isHybrid && phrase.length === 1 && word !== undefined ? similarWords(word, collection.vocabulary(), SPELLINGS_MAX) : [];
  return { spellings: [{ phrase, likeness: 1 }, ...others.map((other) => ({ phrase: [other.word], likeness: other.likeness }))] };
}

function hitOf({ documentId, chunkId, sectionPath, tokens }: Chunk, score: number, libraryId: string): RetrievalHit {
  return { library_id: libraryId, document_id: documentId, chunk_id: chunkId, page: null, section_path: [...sectionPath], score, token_count: tokens };
}

const GATES = 3;

function gatesMet({ found, gates }: Looked): number {
  const { top1_score: score, total_tokens: tokens, documents } = measureOf(found.map(({ hit }) => hit));
  return [score >= gates.min_top1_score, tokens >= gates.min_total_tokens, documents >= gates.min_documents].filter(Boolean).length;
}

/** More gates met, then the better best passage; what is no better does not replace what was found for the question as it was asked. */
function isBetter(again: Looked, before: Looked): boolean {
  const topOf = ({ found }: Looked): number => measureOf(found.map(({ hit }) => hit)).top1_score;
  const more = gatesMet(again) - gatesMet(before) || topOf(again) - topOf(before) || again.found.length - before.found.length;
  return more > 0;
}
