import type { ArtifactReference, GateCheck, RoleAci, Subtask, SubtaskOutcome } from '../../contracts/index.ts';
import type { Execution } from '../../loops/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { Round } from './execute-phase.ts';
import type { TaskWork } from './task-ports.ts';

export interface DeliveredArtifact {
  readonly reference: ArtifactReference;
  readonly content: unknown;
}

export interface ToDeliver {
  readonly base: string;
  readonly round: Round;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly outcome: SubtaskOutcome;
  readonly execution: Execution;
  readonly calls: readonly ToolCallResult[];
}

export async function deliverArtifacts(_work: TaskWork, _delivery: ToDeliver, _signal: AbortSignal): Promise<{ readonly artifacts: readonly DeliveredArtifact[]; readonly gates: readonly GateCheck[] }> {
  return { artifacts: [], gates: [] };
}
