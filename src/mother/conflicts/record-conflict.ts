import { conflictRecorded, runConflictResolved, type ConflictResolution, type RunId } from '../../contracts/index.ts';
import { fixedClock, timestamp } from '../../kernel/index.ts';
import { recordOnce, type LogWriter, type Journal } from '../../ledger/index.ts';
import { registerArtifact, type RegisterPorts } from '../artifacts/register-artifact.ts';
import type { Settlement } from './resolve-conflict.ts';
import type { DetectedConflict } from './round-review.ts';

export interface ToRecord {
  readonly runId: RunId;
  readonly key: string;
  readonly journal: Pick<Journal, 'mint' | 'now'>;
  readonly conflict: DetectedConflict;
  readonly detectedAtMs: number;
  readonly settlement: Settlement;
}

/** Keeps what a conflict came to, settled or not: as a fact of the run, as the record under its own id, and as an artifact. */
export async function recordConflict({ runId, key, journal, conflict, detectedAtMs, settlement }: ToRecord, ports: RegisterPorts & { readonly writer: Pick<LogWriter, 'append'> }): Promise<ConflictResolution> {
  const { decision, strategy, winner, rationale, sides, tried } = settlement;
  const resolvedAtMs = Math.max(detectedAtMs, await journal.now(`${key}/resolved-at`));
  const resolution: ConflictResolution = {
    conflict_id: await journal.mint(`${key}/conflict-id`, 'cnf'),
    run_id: runId,
    conflict_type: conflict.type,
    agents_involved: [...new Set(sides.map(({ roleId }) => roleId))],
    their_outputs: sides.map(({ roleId, confidence, evidenceCount, artifactIds }) => ({ agent_id: roleId, confidence, evidence_count: evidenceCount, artifact_ids: [...artifactIds] })),
    strategy_applied: strategy,
    ...(winner !== undefined && { winner_agent: winner.roleId }),
    rationale,
    resolution_successful: decision !== 'blocked',
    final_decision: decision,
    detected_at: timestamp(fixedClock(detectedAtMs)),
    resolved_at: timestamp(fixedClock(resolvedAtMs)),
    resolution_duration_ms: Math.round(resolvedAtMs - detectedAtMs),
  };
  await registerArtifact({ runId, key: `${key}/record`, journal, type: 'ConflictResolution', content: resolution, producedBy: 'mother', phase: 'review' }, ports);
  await recordOnce(ports.writer, 'run', `${runId}:${key}:conflict`, [
    { type: runConflictResolved.type, streamId: runId, payload: { run_id: runId, resolution, tried: [...tried] } },
    { type: conflictRecorded.type, streamId: resolution.conflict_id, payload: { resolution } },
  ]);
  return resolution;
}
