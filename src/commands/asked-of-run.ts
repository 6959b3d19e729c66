import { runPrepared, type LogEntry, type RunStartRequest } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { entriesOfRun, told } from './run-entries.ts';
import { findRun, runUnknown } from './run-find.ts';
import { reportOf } from './run-report.ts';

/** Runs are appended under this and the key of whoever asked for them. */
export const STARTED_WITH = 'run.start:';

/** What a run was asked for, how and under which key, as it was recorded: so it is gone on with, whatever is configured since. */
export async function askedOfRun(run: string, ledger: Pick<Ledger, 'log' | 'documents'>): Promise<Pick<RunStartRequest, 'request' | 'workspace' | 'session_id' | 'engine' | 'budget' | 'mode' | 'on_limit' | 'save_as' | 'functions'> & { readonly key: string }> {
  const runId = await findRun(run, ledger.documents);
  const entries = await entriesOfRun(runId, ledger.log);
  const [first] = entries;
  if (first === undefined) throw runUnknown(run);
  const key = keyOf(first);
  if (key === undefined || first.event.payload === null) {
    throw new KeelsonError('run.not_resumable', {
      message: key === undefined ? `${runId} was one call of a tool, and no task to go on with.` : `${runId} cannot be gone on with: the words of its task were erased.`,
      nextStep: 'Start it again with its words: keelson run "…".',
      data: { run_id: runId, detail: key === undefined ? 'not started as a task' : 'erased' },
    });
  }
  const { request, workspace, session_id: sessionId, engine, limits } = reportOf(entries, { isHeld: false, charged: {} });
  const { save_as: saveAs, mode, on_limit: onLimit, functions } = told(entries, runPrepared)[0] ?? {};
  return { key, request, budget: limits, ...(mode !== undefined && { mode }), ...(onLimit !== undefined && { on_limit: onLimit }), ...(saveAs !== undefined && { save_as: saveAs }), ...(functions !== undefined && { functions }), ...(workspace !== null && { workspace }), ...(sessionId !== null && { session_id: sessionId }), ...(engine !== null && engine !== 'tool' && { engine }) };
}

function keyOf({ append }: LogEntry): string | undefined {
  return append?.key.startsWith(STARTED_WITH) === true ? append.key.slice(STARTED_WITH.length) : undefined;
}
