import { z } from 'zod';
import { ArtifactId, Count, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { ArtifactType, Phase, TerminationReason } from '../runs/index.ts';
import { RunListItem, RunStanding } from './run-report.ts';

/** How much of a result is told at once; the whole of it is read on its own. */
export const RUN_VIEW_RESULT_CHARS_MAX = 20_000;

/** Something only a person can settle, and the command by which they do. */
export const WaitsFor = z.strictObject({ id: NonEmptyText, summary: NonEmptyText, command: NonEmptyText.nullable() });
export type WaitsFor = z.infer<typeof WaitsFor>;

/** A run in short, for programs that had it started: how it stands, what it waits for, what it came to. */
export const RunView = z.strictObject({
  run_id: RunId,
  request: NonEmptyText,
  standing: RunStanding,
  phase: Phase,
  /** What is to be done, the steps in order; empty until it is planned. */
  plan: z.array(NonEmptyText),
  waits_for: z.array(WaitsFor),
  /** How it ended; null while it has not. */
  reason: TerminationReason.nullable(),
  /** Why, in words. */
  details: NonEmptyText.nullable(),
  result: z.string().max(RUN_VIEW_RESULT_CHARS_MAX).nullable(),
  /** True when only the beginning of the result stands here. */
  is_result_cut: z.boolean(),
  criteria: z.array(z.strictObject({ criterion: NonEmptyText, verdict: z.enum(['pass', 'fail', 'unresolved']), required: z.boolean() })),
  artifacts: z.array(z.strictObject({ artifact_id: ArtifactId, type: ArtifactType })),
  total_tokens: Count,
  cost_usd: z.number().min(0),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** The latest first. */
export const RunsInShort = z.strictObject({ runs: z.array(RunListItem), total: Count });
export type RunsInShort = z.infer<typeof RunsInShort>;
