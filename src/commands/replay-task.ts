import { taskReplayPreview, taskReplayRun, type RunId, type TaskReplayMode, type TaskReplayReport } from '../contracts/index.ts';
import type { ReplayablePorts, Scratch, SourceRun } from '../mother/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenModels } from './open-models.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { findRun } from './run-find.ts';
import { taskPorts } from './run-task-ports.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** Goes through runs once more. Nothing of a run is written by it; what it came to is a receipt of its own. */
export function replayBindings(openTools: OpenTools, openModels: OpenModels): Binding[] {
  return [
    bind(taskReplayPreview, async ({ run, mode }) => {
      const { ledger } = await demandLedgerOfRun(run, await openTools());
      const { previewReplay, readSourceRun } = await import('../mother/index.ts');
      return previewReplay(await readSourceRun(await findRun(run, ledger.documents), ledger.log), mode, ledger);
    }),
    bind(taskReplayRun, async ({ run, mode }, { signal }) => {
      const ports = await openTools();
      const runs = await demandLedgerOfRun(run, ports);
      return replay(await findRun(run, runs.ledger.documents), mode, signal, ports, runs, openModels);
    }),
  ];
}

async function replay(runId: RunId, mode: TaskReplayMode, signal: AbortSignal, ports: ToolsPorts, runs: LedgerForRuns, openModels: OpenModels): Promise<TaskReplayReport> {
  const { readSourceRun, replayTask } = await import('../mother/index.ts');
  const portsOver = async (scratch: Scratch): Promise<ReplayablePorts> => portsFor(await readSourceRun(runId, runs.ledger.log), scratch, signal, ports, openModels);
  return replayTask({ runId, mode, signal }, { source: runs.ledger, receipts: runs.owner, clock: ports.clock, ids: ports.ids, portsOver });
}

/** What a run of this machine stands on, over the scratch ledger; no server is started and no sandbox tried. */
async function portsFor({ wish, runId }: SourceRun, scratch: Scratch, signal: AbortSignal, ports: ToolsPorts, openModels: OpenModels): Promise<ReplayablePorts> {
  const { provenanceOfRun, withWaysOut } = await import('../oversight/index.ts');
  // The folder may be gone; a replay needs only to know where it was.
  const place = await ports.place(undefined);
  const { catalogue } = await ports.offered('builtin', signal);
  const models = wish.engine === 'model' ? await openModels(signal) : undefined;
  const { distrust, external } = await ports.oversight.settings();
  const writerOf = (actor: string) => scratch.writerOf(actor);
  const over: LedgerForRuns = {
    ledger: scratch.ledger,
    leases: scratch.leases,
    owner: writerOf('owner'),
    mother: writerOf('mother'),
    roleWriters: { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') },
  };
  const { openTools: _hands, ...task } = await taskPorts({ ports, runs: over, place, catalogue, attendance: wish.attendance, engine: wish.engine, ...(models !== undefined && { models }), ...(wish.routed !== undefined && { routed: wish.routed }) });
  const { governance } = scratch.writerOf('mother').author;
  const known = provenanceOfRun({ runId, distrust, programsReachOut: false, privateValues: [] }, { documents: scratch.ledger.documents, blobs: scratch.ledger.blobs, contentHash: async () => undefined });
  const nobody = (): Promise<never> => Promise.reject(new TypeError('a replay asks nobody'));
  return {
    ...task,
    catalogue,
    place: { ...place, workspace: wish.workspace },
    workspace: wish.workspace,
    ...(models !== undefined && { openDesk: (journal) => models.open(journal, over, scratch.clock) }),
    openOverseers: async () => ({
      approvals: { request: nobody },
      provenance: withWaysOut(known, { governance, settings: external, ids: scratch.ids, clock: scratch.clock }),
      cancel: { signal: new AbortController().signal, requested: () => undefined, stop: () => undefined },
      cancelReceipt: nobody,
    }),
  };
}
