import { runPreviewUndo, runUndo, type RunUndoReport, type UndoneChange } from '../contracts/index.ts';
import { changesOf, planUndo, undoRun, workspaceFiles, type RunChanges, type WorkspaceFiles } from '../tools/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import type { LedgerForRuns, ToolsPorts } from './tools-ports.ts';

/** Takes back what the tools of a run changed. A person asks for it, so files that need a yes have one. */
export function runUndoBindings(ports: ToolsPorts): Binding[] {
  const open = async (tenant: string, runId: Parameters<typeof changesOf>[0]): Promise<{ runs: LedgerForRuns; changes: RunChanges; files: WorkspaceFiles }> => {
    const runs = await ports.existingLedger(tenant);
    if (runs === undefined) throw ledgerAbsent(tenant, ports.ledgerFile(tenant), 'take back');
    const changes = await changesOf(runId, runs.ledger.log);
    const place = await ports.place(changes.workspace);
    return { runs, changes, files: workspaceFiles({ ...place, granted: () => true }) };
  };
  const reportOf = (runId: RunUndoReport['run_id'], { workspace, isIncomplete }: RunChanges, changes: UndoneChange[]): RunUndoReport => ({ run_id: runId, workspace, changes, is_incomplete: isIncomplete });
  return [
    bind(runPreviewUndo, async ({ tenant, run_id: runId, force }) => {
      const { changes, files } = await open(tenant, runId);
      return { ...reportOf(runId, changes, await planUndo(changes, force, files)), confirmation: ports.ids.mint('cmd') };
    }),
    bind(runUndo, async ({ tenant, run_id: runId, force }) => {
      const { runs, changes, files } = await open(tenant, runId);
      const undone = await undoRun({ runId, undoneBy: ports.userId, reason: 'A person asked for it.', isForced: force }, changes, { files, blobs: runs.ledger.blobs, log: runs.owner });
      return reportOf(runId, changes, undone);
    }),
  ];
}
