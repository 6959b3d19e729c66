import { COMPACTED_SECTIONS, type CompactedWords, type ContextCompaction, type HeldResult, type ModelId, type ModelMessage, type SummarizationMethod, type TaintClass } from '../../contracts/index.ts';
import { canonicalHash, sha256Hex } from '../../kernel/index.ts';
import { blockText, keptText, withBlock, type KeptSection } from './block-text.ts';
import { condense, fitted, withoutKeptBeside, type CondensePorts } from './condense.ts';
import { blockTokens, FACTS_SHARE_MAX, PRESSURE_MAX, REDUCTION_MIN, tailTokens } from './limits.ts';
import { leaveOutImages, maskResults, pointToLatest } from './mask-results.ts';
import { olderTurns, splitTurns, sumOf } from './split-turns.ts';
import { standIn, type StoodIn } from './stand-in.ts';
import { textsOf, viewProblems } from './view-problems.ts';

/** What was compacted before in the same conversation. */
export interface CompactedBefore {
  readonly nth: number;
  /** Parts of the opening message that stood there before anything was compacted. */
  readonly openingParts: number;
  readonly words?: CompactedWords;
  /** Turns that no longer stand in it. */
  readonly turns: number;
  /** Results that facts of the graph stand for. */
  readonly byGraph?: readonly string[];
}

export interface ToCompact {
  readonly messages: readonly ModelMessage[];
  /** What stands before the messages in every request. */
  readonly headTokens: number;
  readonly contextTokens: number;
  readonly kept: readonly KeptSection[];
  readonly focus: string;
  readonly taintClass: TaintClass;
  /** What the graph holds of results of this conversation, the latest last. */
  readonly held?: readonly HeldResult[];
  readonly before?: CompactedBefore;
}

export interface WrittenWords {
  readonly words: CompactedWords;
  readonly modelId: ModelId;
}

export interface CompactionPorts extends CondensePorts {
  tokensOf(message: ModelMessage): number;
  /** A model that fills the template; undefined when none answers. What it says must be the same in a resumed run. */
  write?(input: { readonly text: string; readonly tokensMax: number }): Promise<WrittenWords | undefined>;
}

export interface CompactedView {
  readonly messages: readonly ModelMessage[];
  readonly state: CompactedBefore;
  /** The text that stands for the dropped turns; undefined when none were dropped. */
  readonly block?: string;
  readonly record: Omit<ContextCompaction, 'block_ref'>;
}

/** Whether a conversation fills so much of its window that something must go. */
export function isPressing({ messages, headTokens, contextTokens }: Pick<ToCompact, 'messages' | 'headTokens' | 'contextTokens'>, tokensOf: CompactionPorts['tokensOf']): boolean {
  return headTokens + sumOf(messages, tokensOf) >= contextTokens * PRESSURE_MAX;
}

/**
 * Relieves a conversation that fills its model's window: results that were looked at are masked, and when that is not enough
 * the turns before the tail become one block. The new view is built beside the old one and checked as a whole; whoever asked
 * goes on with the old one when there is nothing to gain or anything speaks against the new one.
 */
export async function compactView(to: ToCompact, ports: CompactionPorts): Promise<CompactedView | undefined> {
  if (!isPressing(to, ports.tokensOf)) return undefined;
  const tokensBefore = sumOf(to.messages, ports.tokensOf);
  const masked = maskedView(to, ports);
  const onlyMasked = isPressing({ ...to, messages: masked.messages }, ports.tokensOf) ? undefined : checked(to, masked, tokensBefore, ports);
  if (onlyMasked !== undefined) return onlyMasked;
  const dropped = await blockedView(to, masked, ports);
  return dropped && checked(to, dropped, tokensBefore, ports);
}

interface BuiltView {
  readonly messages: readonly ModelMessage[];
  readonly counts: { readonly results_pointed: number; readonly results_masked: number; readonly images_left_out: number };
  readonly block?: {
    readonly text: string;
    readonly words: CompactedWords;
    readonly turns: number;
    readonly dropped: readonly ModelMessage[];
    readonly method: SummarizationMethod;
    readonly modelId?: ModelId;
    readonly lost: readonly string[];
    readonly byGraph: StoodIn;
  };
}

/** The first three phases: the same result once, the latest pictures, previews of what was looked at; the tail stays as it is. */
function maskedView({ messages, contextTokens }: ToCompact, { tokensOf, isReadOnly }: CompactionPorts): BuiltView {
  const { opening, turns } = splitTurns(messages);
  const older = turns.slice(0, olderTurns(turns, tailTokens(contextTokens), tokensOf)).flat();
  const tail = messages.slice((opening === undefined ? 0 : 1) + older.length);
  const pointed = pointToLatest(older, tail);
  const previews = maskResults(pointed.messages, isReadOnly);
  const { messages: all, count: images } = leaveOutImages([...(opening === undefined ? [] : [opening]), ...previews.messages, ...tail]);
  return { messages: all, counts: { results_pointed: pointed.count, results_masked: previews.count, images_left_out: images } };
}

async function blockedView({ messages, contextTokens, before, focus, kept, held = [] }: ToCompact, masked: BuiltView, ports: CompactionPorts): Promise<BuiltView | undefined> {
  const { opening, turns } = splitTurns(masked.messages);
  const real = splitTurns(messages).turns;
  // Where the tail begins is told by what was really said, not by what is left of it.
  const at = olderTurns(real, tailTokens(contextTokens), ports.tokensOf);
  const dropped = turns.slice(0, at);
  if (dropped.length === 0) return undefined;
  const room = blockTokens(contextTokens);
  const byGraph = standIn({ real: real.slice(0, at), masked: dropped, held, before: before?.byGraph ?? [], tokensMax: Math.floor(room * FACTS_SHARE_MAX) }, ports.countTokens);
  const written = await writtenWords(withoutKeptBeside(byGraph.turns), before?.words, focus, room - (byGraph.counts?.tokens_after ?? 0), ports);
  const openingParts = before?.openingParts ?? openingPartsOf(messages);
  const turnsGone = (before?.turns ?? 0) + dropped.length;
  const text = blockText({ words: written.words, method: written.method, turns: turnsGone });
  const block = { text, turns: turnsGone, dropped: real.slice(0, at).flat(), ...written, byGraph };
  return { messages: [withBlock(opening, openingParts, [keptText(kept), text, byGraph.text ?? '']), ...turns.slice(at).flat()], counts: masked.counts, block };
}

type Written = { readonly words: CompactedWords; readonly method: SummarizationMethod; readonly modelId?: ModelId; readonly lost: readonly string[] };

/** By a model when one answers, else by whole passages; sections of a model that are too long are shortened likewise. */
async function writtenWords(dropped: readonly (readonly ModelMessage[])[], before: CompactedWords | undefined, focus: string, tokensMax: number, ports: CompactionPorts): Promise<Written> {
  const written = ports.write === undefined ? undefined : await ports.write({ text: sourceText(dropped, before), tokensMax });
  if (written === undefined) {
    const { words, lost } = condense({ turns: dropped, before, focus, tokensMax }, ports);
    return { words, lost, method: 'extractive' };
  }
  const { words, modelId } = written;
  const tokens = ports.countTokens(COMPACTED_SECTIONS.map((section) => words[section]).join('\n'));
  if (tokens <= tokensMax) return { words, modelId, lost: [], method: 'llm_generated' };
  const parts = COMPACTED_SECTIONS.map((section) => ({ section, ...fitted(words[section], focus, Math.floor((ports.countTokens(words[section]) * tokensMax) / tokens), ports) }));
  return { words: Object.fromEntries(parts.map(({ section, text }) => [section, text])) as CompactedWords, modelId, method: 'hybrid', lost: parts.flatMap(({ section, lost }) => lost.map((one) => `${section}: ${one}`)) };
}

function sourceText(turns: readonly (readonly ModelMessage[])[], before: CompactedWords | undefined): string {
  const earlier = before === undefined ? [] : ['What stands for still earlier turns:', ...COMPACTED_SECTIONS.map((section) => `${section}: ${before[section]}`)];
  return [...earlier, ...turns.flat().flatMap((message) => textsOf(message).map((text) => `${message.role}: ${text}`))].join('\n');
}

/** The new view with its record when nothing speaks against it. */
function checked({ messages, contextTokens, kept, before, taintClass, headTokens }: ToCompact, { messages: after, counts, block }: BuiltView, tokensBefore: number, { tokensOf }: CompactionPorts): CompactedView | undefined {
  const tokensAfter = sumOf(after, tokensOf);
  const standing = block === undefined ? [] : kept;
  if (viewProblems({ before: messages, after, kept: standing, tokensBefore: headTokens + tokensBefore, tokensAfter: headTokens + tokensAfter, reductionMin: REDUCTION_MIN }).length > 0) return undefined;
  const nth = (before?.nth ?? 0) + 1;
  const words = block?.words ?? before?.words;
  return {
    messages: after,
    state: { nth, openingParts: before?.openingParts ?? openingPartsOf(messages), turns: block?.turns ?? before?.turns ?? 0, ...(words !== undefined && { words }), byGraph: block?.byGraph.results ?? before?.byGraph ?? [] },
    ...(block !== undefined && { block: [block.text, block.byGraph.text ?? ''].filter((text) => text !== '').join('\n\n') }),
    record: {
      how: block === undefined ? 'masked' : 'compacted',
      nth,
      context_tokens: contextTokens,
      tokens_before: headTokens + tokensBefore,
      tokens_after: headTokens + tokensAfter,
      messages_before: messages.length,
      messages_after: after.length,
      view_before: canonicalHash(messages),
      view_after: canonicalHash(after),
      kept: standing.map(({ kind, text }) => ({ kind, sha256: sha256Hex(text) })),
      dropped: block === undefined ? null : { messages: block.dropped.length, tokens: sumOf(block.dropped, tokensOf), sha256: canonicalHash(block.dropped) },
      ...counts,
      ...(block?.byGraph.counts !== undefined && { by_graph: block.byGraph.counts }),
      method: block?.method ?? null,
      ...(block?.modelId !== undefined && { model_used: block.modelId }),
      information_lost: [...(block?.lost ?? []), ...(block?.byGraph.lost ?? [])],
      taint_class: taintClass,
      schema_version: '1.0',
    },
  };
}

function openingPartsOf([first]: readonly ModelMessage[]): number {
  return first?.role === 'user' ? first.content.length : 0;
}
