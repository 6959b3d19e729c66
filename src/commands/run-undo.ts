import { runPreviewUndo, runToolStarted, runUndo, ToolCallDecision, type LogEntry, type RunId, type RunUndoReport, type RunUndoRequest, type UndoneChange } from '../contracts/index.ts';
import type { LogReader } from '../ledger/index.ts';
import type * as Tools from '../tools/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

interface Opened {
  readonly ports: ToolsPorts;
  readonly tools: typeof Tools;
  readonly runs: LedgerForRuns;
  readonly changes: Tools.RunChanges;
  readonly files: Tools.WorkspaceFiles;
  readonly ranPrograms: boolean;
}

/** Takes back what the tools of a run changed. A person asks for it, so files that need a yes have one. */
export function runUndoBindings(openTools: OpenTools): Binding[] {
  const open = async ({ tenant, run_id: runId, workspace }: RunUndoRequest): Promise<Opened> => {
    const [ports, tools] = await Promise.all([openTools(), import('../tools/index.ts')]);
    const runs = await ports.existingLedger(tenant);
    if (runs === undefined) throw ledgerAbsent(tenant, ports.ledgerFile(tenant), 'take back');
    const changes = await tools.changesOf(runId, runs.ledger.log);
    const place = await ports.place(workspace ?? changes.workspace);
    return { ports, tools, runs, changes: { ...changes, workspace: place.workspace }, ranPrograms: await hasRunPrograms(runId, runs.ledger.log), files: tools.workspaceFiles({ ...place, granted: () => true }) };
  };
  const reportOf = (runId: RunId, { changes: { workspace, isIncomplete, restorations }, ranPrograms }: Opened, changes: UndoneChange[]): RunUndoReport => ({ run_id: runId, workspace, changes, renames: renamesOf(restorations), ran_programs: ranPrograms, is_incomplete: isIncomplete });
  return [
    bind(runPreviewUndo, async (request) => {
      const opened = await open(request);
      const { ports, tools, changes, files } = opened;
      return { ...reportOf(request.run_id, opened, await tools.planUndo(changes, request.force, files)), confirmation: ports.ids.mint('cmd') };
    }),
    bind(runUndo, async (request) => {
      const { run_id: runId, force } = request;
      const opened = await open(request);
      const { ports, tools, runs, changes, files } = opened;
      const undone = await tools.undoRun({ runId, undoneBy: ports.userId, reason: 'A person asked for it.', isForced: force }, changes, { files, blobs: runs.ledger.blobs, log: runs.owner });
      return reportOf(runId, opened, undone);
    }),
  ];
}

/** What is gone from one place and stands word for word at another, where nothing was, has another name. */
export function renamesOf(restorations: Tools.RunChanges['restorations']): { from: string; to: string }[] {
  const gone = restorations.filter(({ before, left }) => before !== null && left === null);
  return restorations.flatMap(({ path: to, before, left }) => {
    const at = before === null && typeof left === 'string' ? gone.findIndex((one) => one.before?.sha256 === left) : -1;
    const [from] = at === -1 ? [] : gone.splice(at, 1);
    return from === undefined ? [] : [{ from: from.path, to }];
  });
}

const PAGE = 500;

/** Copies of the whole folder are compared before and after a program, so others who work there leave their traces too. */
async function hasRunPrograms(runId: RunId, reader: Pick<LogReader, 'read'>): Promise<boolean> {
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await reader.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    for (const { event } of page) {
      after = event.sequence;
      if (event.type !== runToolStarted.type || event.payload === null) continue;
      const { intentions } = ToolCallDecision.parse(event.payload['decision']);
      if (intentions.some(({ kind }) => kind === 'program' || kind === 'script')) return true;
    }
    if (page.length < PAGE) return false;
  }
}
