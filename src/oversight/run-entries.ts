import { documentKey, runStarted, type LogEntry, type RunId, type TerminationRecord } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { PAGE_ENTRIES, type Documents, type LogReader } from '../ledger/index.ts';

/** The entries of a run after a sequence, page by page. */
export async function* runEntries(runId: RunId, reader: Pick<LogReader, 'read'>, afterSequence = 0): AsyncGenerator<LogEntry> {
  for (let after = afterSequence; ; ) {
    const page: readonly LogEntry[] = await reader.read({ aggregate: 'run', id: runId }, { after, limit: PAGE_ENTRIES });
    const last = page.at(-1);
    // A page is bounded by bytes too: a short one does not mean the end.
    if (last === undefined) return;
    yield* page;
    after = last.event.sequence;
  }
}

/** The first entry of a run that was started and has not ended; refuses any other. */
export async function demandOpenRun(runId: RunId, { reader, documents }: { readonly reader: Pick<LogReader, 'read'>; readonly documents: Pick<Documents, 'get'> }): Promise<LogEntry> {
  const [first] = await reader.read({ aggregate: 'run', id: runId }, { limit: 1 });
  if (first?.event.type !== runStarted.type) throw runUnknown(runId);
  const ended = await terminationOf(runId, documents);
  if (ended !== undefined) throw runEnded(runId, ended);
  return first;
}

export async function terminationOf(runId: RunId, documents: Pick<Documents, 'get'>): Promise<TerminationRecord | undefined> {
  return (await documents.get(documentKey.termination(runId)))?.body as TerminationRecord | undefined;
}

export function runEnded(runId: RunId, { reason, timestamp }: TerminationRecord): KeelsonError<'run.ended'> {
  return new KeelsonError('run.ended', {
    message: `${runId} ended at ${timestamp} (${reason}).`,
    nextStep: 'Start another run; one that has ended takes nothing more.',
    data: { run_id: runId, reason },
  });
}

function runUnknown(runId: RunId): KeelsonError<'run.unknown'> {
  return new KeelsonError('run.unknown', {
    message: `There is no run ${runId} here.`,
    nextStep: 'Check the id; `keelson ledger events --json` shows which runs there are.',
    data: { run_id: runId },
  });
}
