import { taskReplayExport, taskReplayPreview, taskReplayRun, type RunId, type TaskReplayOrder, type TaskReplayReport, type ToolDefinition } from '../contracts/index.ts';
import type { ReplayablePorts, Scratch, ScratchFolder, SourceRun } from '../mother/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenedModels, OpenModels } from './open-models.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { findRun } from './run-find.ts';
import { withFunctions } from './run-functions.ts';
import { taskPorts } from './run-task-ports.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** What a replay needs of this machine beside what a run does. */
export interface ReplayMachine {
  /** Writes a file that was not there before, and answers where. */
  writeExport(file: string, text: string): Promise<string>;
  scratchFolder(): Promise<ScratchFolder>;
}

/** Goes through runs once more. Nothing of a run is written by it; what it came to is a receipt of its own. */
export function replayBindings(openTools: OpenTools, openModels: OpenModels, machine: ReplayMachine): Binding[] {
  return [
    bind(taskReplayPreview, async ({ run, mode }) => {
      const { ledger } = await demandLedgerOfRun(run, await openTools());
      const { previewReplay, readSourceRun } = await import('../mother/index.ts');
      return previewReplay(await readSourceRun(await findRun(run, ledger.documents), ledger.log), mode, ledger);
    }),
    bind(taskReplayExport, async ({ run, file }) => {
      const { ledger } = await demandLedgerOfRun(run, await openTools());
      const { exportBundle, readSourceRun } = await import('../mother/index.ts');
      const exported = await exportBundle(await readSourceRun(await findRun(run, ledger.documents), ledger.log), ledger);
      const text = `${JSON.stringify(exported, null, 2)}\n`;
      return { source_run_id: exported.bundle.run_id, file: await machine.writeExport(file, text), bytes: Buffer.byteLength(text), redactions: exported.redactions, left_out: exported.left_out };
    }),
    bind(taskReplayRun, async (order, { signal }) => {
      const ports = await openTools();
      const runs = await demandLedgerOfRun(order.run, ports);
      return replay(await findRun(order.run, runs.ledger.documents), order, signal, ports, runs, openModels, machine);
    }),
  ];
}

async function replay(runId: RunId, { mode, allow_external_queries: mayQuery, models }: TaskReplayOrder, signal: AbortSignal, ports: ToolsPorts, runs: LedgerForRuns, openModels: OpenModels, { scratchFolder }: ReplayMachine): Promise<TaskReplayReport> {
  const { readSourceRun, recordedServerTools, replayTask } = await import('../mother/index.ts');
  const portsOver = async (scratch: Scratch, copy?: string): Promise<ReplayablePorts> => {
    const run = await readSourceRun(runId, runs.ledger.log);
    // Only a rerun asks which models there are now; the others know them from the record, and ask nobody.
    return portsFor(run, await recordedServerTools(run, runs.ledger.log), scratch, copy, signal, ports, () => (mode === 'best_effort_rerun' ? openModels(signal) : openModels(signal, run.models)));
  };
  return replayTask({ runId, mode, mayQuery, models, signal }, { source: runs.ledger, receipts: runs.owner, clock: ports.clock, ids: ports.ids, day: { limits: (await ports.runSettings()).budget.per_user_daily, ledger: runs.ledger }, portsOver, scratchFolder, placeOf: ({ wish }) => ports.place(wish.workspace) });
}

/** What a run of this machine stands on, over the scratch ledger; no server is started and no sandbox tried. */
async function portsFor({ wish, runId }: SourceRun, served: readonly ToolDefinition[], scratch: Scratch, copy: string | undefined, signal: AbortSignal, ports: ToolsPorts, modelsOf: () => Promise<OpenedModels>): Promise<ReplayablePorts> {
  const [{ classOfRead, externalize, provenanceOfRun, withWaysOut }, { createCatalogue, recordedServerTool }] = await Promise.all([import('../oversight/index.ts'), import('../tools/index.ts')]);
  // The folder may be gone; a replay needs only to know where it was.
  const place = await ports.place(undefined);
  const kept = createCatalogue([...(await ports.offered('kept', signal)).catalogue.tools, ...served.map(recordedServerTool)]);
  const catalogue = await withFunctions(kept, wish.functions, ports);
  const models = wish.engine === 'model' ? await modelsOf() : undefined;
  const { distrust, external } = await ports.oversight.settings();
  const writerOf = (actor: string) => scratch.writerOf(actor);
  const over: LedgerForRuns = {
    ledger: scratch.ledger,
    leases: scratch.leases,
    owner: writerOf('owner'),
    mother: writerOf('mother'),
    roleWriters: { perceiver: writerOf('perceiver'), planner: writerOf('planner'), agentValidator: writerOf('agent_validator'), metaValidator: writerOf('meta_validator'), solver: writerOf('solver'), context: writerOf('context') },
  };
  const { openTools: _hands, ...task } = await taskPorts({ ports, runs: over, place: { ...place, workspace: copy ?? place.workspace }, catalogue, attendance: wish.attendance, engine: wish.engine, ...(wish.functions !== undefined && { functions: wish.functions }), ...(models !== undefined && { models }), ...(wish.routed !== undefined && { routed: wish.routed }) });
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
      outside: {
        handOver: (action, { journal, key, signal: until }) =>
          externalize(
            { ...action, workspace: wish.workspace, governance: { ...governance, taint_class: classOfRead(known.sources()) } },
            { runId, journal, key, signal: until, settings: async () => external, confirm: nobody, log: over.mother, blobs: scratch.ledger.blobs, clock: scratch.clock, ids: scratch.ids },
          ),
        saveFile: nobody,
      },
    }),
  };
}
