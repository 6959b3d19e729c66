import { runPreviewUndo, runUndo, type Name, type RunId, type RunUndoReport, type UndoneChange } from '../contracts/index.ts';
import type * as Tools from '../tools/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import type { LedgerForRuns, OpenTools, ToolsPorts } from './tools-ports.ts';

interface Opened {
  readonly ports: ToolsPorts;
  readonly tools: typeof Tools;
  readonly runs: LedgerForRuns;
  readonly changes: Tools.RunChanges;
  readonly files: Tools.WorkspaceFiles;
}

/** Takes back what the tools of a run changed. A person asks for it, so files that need a yes have one. */
export function runUndoBindings(openTools: OpenTools): Binding[] {
  const open = async (tenant: Name, runId: RunId): Promise<Opened> => {
    const [ports, tools] = await Promise.all([openTools(), import('../tools/index.ts')]);
    const runs = await ports.existingLedger(tenant);
    if (runs === undefined) throw ledgerAbsent(tenant, ports.ledgerFile(tenant), 'take back');
    const changes = await tools.changesOf(runId, runs.ledger.log);
    const place = await ports.place(changes.workspace);
    return { ports, tools, runs, changes, files: tools.workspaceFiles({ ...place, granted: () => true }) };
  };
  const reportOf = (runId: RunId, { workspace, isIncomplete }: Tools.RunChanges, changes: UndoneChange[]): RunUndoReport => ({ run_id: runId, workspace, changes, is_incomplete: isIncomplete });
  return [
    bind(runPreviewUndo, async ({ tenant, run_id: runId, force }) => {
      const { ports, tools, changes, files } = await open(tenant, runId);
      return { ...reportOf(runId, changes, await tools.planUndo(changes, force, files)), confirmation: ports.ids.mint('cmd') };
    }),
    bind(runUndo, async ({ tenant, run_id: runId, force }) => {
      const { ports, tools, runs, changes, files } = await open(tenant, runId);
      const undone = await tools.undoRun({ runId, undoneBy: ports.userId, reason: 'A person asked for it.', isForced: force }, changes, { files, blobs: runs.ledger.blobs, log: runs.owner });
      return reportOf(runId, changes, undone);
    }),
  ];
}
