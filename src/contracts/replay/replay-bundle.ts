import { z } from 'zod';
import { ArtifactId, ChunkId, Count, NonEmptyText, RunId, Sha256, StorageRef, SummaryId, TaskId, UnitInterval } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';
import { RoleId } from '../roles/role-id.ts';
import { ArtifactType, Phase, PinnedVersions, SuggestedAction, TerminationReason } from '../runs/index.ts';
import { ToolId } from '../tools/tool-id.ts';

/** What was sent to a model, by its hash, and the hash that the log has of what came of it. The words lie in the journal. */
export const SealedModelCall = z.strictObject({ call: NonEmptyText, role_id: RoleId.nullable(), model_id: ModelId.nullable(), request_hash: Sha256, prefix_hash: Sha256, recorded: Sha256 });
export type SealedModelCall = z.infer<typeof SealedModelCall>;

export const SealedToolCall = z.strictObject({ call: NonEmptyText, tool_id: ToolId, action_hash: Sha256, outcome: z.enum(['completed', 'failed', 'interrupted', 'truncated', 'refused']), recorded: Sha256 });
export type SealedToolCall = z.infer<typeof SealedToolCall>;

/** The chunks that a retrieval brought, the best first as its report has them. */
export const SealedRetrieval = z.strictObject({ report: ArtifactId, hits: z.array(z.strictObject({ chunk_id: ChunkId, score: UnitInterval })) });
export type SealedRetrieval = z.infer<typeof SealedRetrieval>;

/**
 * What a replay of a run needs, kept under `replay:{run_id}` from the moment the run ended: ids and hashes only, so that it
 * costs little and holds nobody's words. Everything it names is found in the log and in the contents by these.
 */
export const ReplayBundle = z.strictObject({
  run_id: RunId,
  task_id: TaskId,
  /** Of the versions that the run was started under, which stand in its first event. */
  pins_hash: Sha256,
  model_calls: z.array(SealedModelCall),
  tool_calls: z.array(SealedToolCall),
  retrievals: z.array(SealedRetrieval),
  artifacts: z.array(z.strictObject({ artifact_id: ArtifactId, type: ArtifactType, hash: Sha256 })),
  context_summaries: z.array(z.strictObject({ summary_id: SummaryId, content_hash: Sha256 })),
  /** How many calls a very long run made beyond those that are named here; its journal has them all. */
  calls_not_named: Count,
  ended: z.strictObject({ reason: TerminationReason, phase: Phase, suggested_action: SuggestedAction.nullable(), final_artifacts: z.array(ArtifactId) }),
  schema_version: z.literal('1.0'),
});
export type ReplayBundle = z.infer<typeof ReplayBundle>;

/** A step of the journal with what it asked and what came of it, as it may leave the machine. */
export const ExportedStep = z.strictObject({ call: NonEmptyText, effect: NonEmptyText, asked: z.json(), came_to: z.json() });
export type ExportedStep = z.infer<typeof ExportedStep>;

/** A bundle together with what it names, for somebody who has no access to the ledger. Secrets and personal data are taken out of every text. */
export const ReplayExport = z.strictObject({
  bundle: ReplayBundle,
  pinned_versions: PinnedVersions,
  request: NonEmptyText,
  /** Models with everything that was sent to them, and tools with what they were given. */
  steps: z.array(ExportedStep),
  artifacts: z.array(z.strictObject({ artifact_id: ArtifactId, type: ArtifactType, content: z.json() })),
  context_summaries: z.array(z.json()),
  /** What is missing here and why: erased, or not to be kept by the contract of the role. */
  left_out: z.array(NonEmptyText),
  /** How many places were taken out. */
  redactions: Count,
  /** Where the hashes of the bundle can be held against; what was redacted no longer has them. */
  source: StorageRef,
  schema_version: z.literal('1.0'),
});
export type ReplayExport = z.infer<typeof ReplayExport>;
