import { z } from 'zod';
import { Count, NonEmptyText, PositiveCount, Sha256, StorageRef, TaintClass } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';
import { SummarizationMethod } from '../runs/context-summary.ts';

/**
 * The words of turns that no longer stand in a conversation, by what they were about. Every section is always there, empty
 * when there was nothing, so that whoever reads it knows what was looked for.
 */
export const CompactedWords = z.strictObject({
  goal: z.string().describe('What the work is to come to, as it is understood by now'),
  constraints: z.string().describe('What must be kept to, and what is not wanted'),
  done: z.string().describe('What is finished'),
  under_way: z.string().describe('What was being done when these turns ended'),
  changed: z.string().describe('Files and other things that were changed, and how'),
  looked_at: z.string().describe('What was read or searched'),
  found: z.string().describe('Facts that were found: names, figures, places, exactly as they stood there'),
  decisions: z.string().describe('What was decided, and why'),
  failures: z.string().describe('What went wrong, with the words of the error, and what helped'),
  refusals: z.string().describe('What was refused or is blocked, and why'),
  said: z.string().describe('What the person said while the work was under way'),
  open_questions: z.string().describe('What nobody knows yet'),
  next_steps: z.string().describe('What comes next'),
});
export type CompactedWords = z.infer<typeof CompactedWords>;
export type CompactedSection = keyof CompactedWords;

/** The template, in its order. */
export const COMPACTED_SECTIONS: readonly CompactedSection[] = CompactedWords.keyof().options;

/** What compaction never touches: it stands in the conversation word for word, however often that is compacted. */
export const KeptKind = z.enum(['task', 'rules', 'mode', 'approvals', 'children', 'todos', 'workspace_rules']);
export type KeptKind = z.infer<typeof KeptKind>;

/** The record of one compaction: what a conversation was before it and is after it. Written once, when the new view stands. */
export const ContextCompaction = z
  .strictObject({
    /** Masked: only results that were looked at already are shorter. Compacted: older turns are one block now. */
    how: z.enum(['masked', 'compacted']),
    /** Counts from 1 in one conversation. */
    nth: PositiveCount,
    context_tokens: PositiveCount,
    tokens_before: PositiveCount,
    tokens_after: PositiveCount,
    messages_before: PositiveCount,
    messages_after: PositiveCount,
    /** Of all messages as they were and as they are. */
    view_before: Sha256,
    view_after: Sha256,
    /** Word for word in the new view. */
    kept: z.array(z.strictObject({ kind: KeptKind, sha256: Sha256 })),
    /** The turns that the block stands for; the digest is that of their messages. */
    dropped: z.strictObject({ messages: Count, tokens: Count, sha256: Sha256 }).nullable(),
    results_pointed: Count,
    results_masked: Count,
    images_left_out: Count,
    /** Facts of the graph that stand where results stood. Tokens are those of the results as they stood there, and of the facts. */
    by_graph: z.strictObject({ results: PositiveCount, facts: PositiveCount, tokens_before: Count, tokens_after: PositiveCount }).optional(),
    block_ref: StorageRef.nullable(),
    method: SummarizationMethod.nullable(),
    model_used: ModelId.optional(),
    information_lost: z.array(NonEmptyText),
    /** The highest of everything that went into the block. */
    taint_class: TaintClass,
    schema_version: z.literal('1.0'),
  })
  .refine(({ tokens_before: before, tokens_after: after }) => after < before, { path: ['tokens_after'], message: 'what did not shrink was not compacted' })
  .refine(({ how, dropped, block_ref, method }) => [dropped, block_ref, method].every((one) => (one !== null) === (how === 'compacted')), { path: ['dropped'], message: 'turns are dropped exactly when a block stands for them' });
export type ContextCompaction = z.infer<typeof ContextCompaction>;
