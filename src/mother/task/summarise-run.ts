import { chargesOfMemory, CounterState, documentKey, runConflictResolved, runContextSummarised, runEnvelopeReturned, runPhaseExited, runReplanRequested, runResultGiven, runStarted, type Artifact, type ArtifactId, type BudgetConsumption, type ConflictId, type FailureCharge, type FinalResult, type PhaseVisit, type RunId, type RunSummary, type SummaryId, type TaskId, type Timestamp } from '../../contracts/index.ts';
import { fixedClock, invariant, timestamp } from '../../kernel/index.ts';
import { counterDocument, type Journal } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { registerArtifact } from '../artifacts/register-artifact.ts';
import type { Ending } from '../termination/ending.ts';
import type { PhasedRunPorts } from './task-ports.ts';

export interface ToSummarise {
  readonly runId: RunId;
  readonly ending: Ending;
  readonly result: FinalResult | null;
  readonly activeMs: number;
  readonly journal: Journal;
}

/** Registers the summary that lies beside every termination record; answers it, and every artifact of the run, the summary last. */
export async function summariseRun({ runId, ending, result, activeMs, journal }: ToSummarise, ports: PhasedRunPorts): Promise<{ readonly artifacts: ArtifactId[]; readonly summary: Artifact }> {
  const seen = await eventsOf(runId, ports);
  const charges = [...(seen.charges ?? []), ...chargesOfMemory(ending.factors)];
  const consumed = await consumedBy(runId, activeMs, ports);
  const summary: RunSummary = {
    run_id: runId,
    task_id: seen.taskId,
    reason: ending.reason,
    summary: result?.summary ?? ending.details,
    started_at: seen.startedAt,
    ended_at: notBefore(seen.startedAt, timestamp(fixedClock(await journal.now('finalize/ended-at')))),
    phases: seen.phases,
    replans: seen.replans,
    consumed,
    artifact_ids: seen.artifacts,
    conflict_ids: seen.conflicts,
    context_summary_ids: seen.summaries,
    unmet_criteria: [...ending.unmet],
    ...(charges.length > 0 && { charges }),
  };
  const registered = await registerArtifact({ runId, key: 'finalize/summary', journal, type: 'RunSummary', content: summary, producedBy: 'mother', phase: 'finalize' }, ports);
  return { artifacts: [...seen.artifacts, registered.artifact_id], summary: registered };
}

/** The clock of a machine may be set back while a run works; that must not keep the run from being summed up. */
function notBefore(start: Timestamp, at: Timestamp): Timestamp {
  return at < start ? start : at;
}

interface Seen {
  readonly taskId: TaskId;
  readonly startedAt: Timestamp;
  readonly phases: PhaseVisit[];
  readonly replans: number;
  readonly artifacts: ArtifactId[];
  readonly conflicts: ConflictId[];
  readonly summaries: SummaryId[];
  readonly charges?: readonly FailureCharge[];
}

async function eventsOf(runId: RunId, { ledger }: PhasedRunPorts): Promise<Seen> {
  const phases: PhaseVisit[] = [];
  const artifacts: ArtifactId[] = [];
  const conflicts: ConflictId[] = [];
  const summaries: SummaryId[] = [];
  let start: { readonly taskId: TaskId; readonly at: Timestamp } | undefined;
  let enteredAt: Timestamp | undefined;
  let replans = 0;
  let charges: readonly FailureCharge[] | undefined;
  for await (const { event } of runEntries(runId, ledger.log)) {
    if (event.payload === null) continue;
    if (event.type === runStarted.type) {
      start = { taskId: runStarted.payload.parse(event.payload).task_id, at: event.recorded_at };
      enteredAt = event.recorded_at;
    }
    if (event.type === runPhaseExited.type) {
      const { phase, exit } = runPhaseExited.payload.parse(event.payload);
      phases.push({ phase, entered_at: enteredAt ?? event.recorded_at, exit });
      enteredAt = event.recorded_at;
    }
    if (event.type === runReplanRequested.type) replans += 1;
    if (event.type === runResultGiven.type) charges = runResultGiven.payload.parse(event.payload).charges;
    if (event.type === runEnvelopeReturned.type) artifacts.push(...runEnvelopeReturned.payload.parse(event.payload).envelope.artifacts.map(({ artifact_id: id }) => id));
    if (event.type === runConflictResolved.type) conflicts.push(runConflictResolved.payload.parse(event.payload).resolution.conflict_id);
    if (event.type === runContextSummarised.type) summaries.push(runContextSummarised.payload.parse(event.payload).summary.summary_id);
  }
  invariant(start !== undefined, 'a run has a start');
  return { taskId: start.taskId, startedAt: start.at, phases, replans, artifacts: [...new Set(artifacts)], conflicts, summaries, ...(charges !== undefined && { charges }) };
}

/** As the run's own counter says; what is still reserved when a run ends counts as spent. */
async function consumedBy(runId: RunId, activeMs: number, { ledger }: PhasedRunPorts): Promise<BudgetConsumption> {
  const counter = CounterState.safeParse((await ledger.documents.get(counterDocument(documentKey.runBudget(runId))))?.body).data;
  const used = (unit: string): number => (counter?.spent[unit] ?? 0) + (counter?.reserved[unit] ?? 0);
  return { cloud_calls: used('cloud_calls'), total_tokens: used('tokens'), duration_sec: activeMs / 1_000, tool_calls: used('tool_calls'), retrieval_queries: used('retrieval_queries'), parallel_agents: 0, cost_usd: used('cost_microusd') / 1e6 };
}
