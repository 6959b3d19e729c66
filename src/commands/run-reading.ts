import { CounterState, DEFAULT_TENANT, documentKey, ForkRecord, runFind, RunIndexEntry, runList, runShow, TerminationReason, type CounterAmounts, type FinalResult, type RunId, type RunListItem, type RunListReport, type RunListRequest, type RunReport } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { counterDocument, isAlive, leaseOf, readContent, type Ledger } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { entriesOfRun } from './run-entries.ts';
import { findRun, readRunDirectory, runUnknown } from './run-find.ts';
import { reportOf, standingOf } from './run-report.ts';
import { reviewsOf, takenBackOf } from './run-afterwards.ts';
import type { OpenTools } from './tools-ports.ts';

interface ReadLedger extends Pick<Ledger, 'log' | 'documents' | 'store' | 'blobs'> {
  /** Nobody is taken to be gone where it cannot be told. */
  readonly isHolderGone?: (owner: string) => boolean;
}

/** Lists runs, finds the one that a person means, and shows it whole. */
export function runReadingBindings(openTools: OpenTools): Binding[] {
  const existing = async (): Promise<ReadLedger | undefined> => {
    const { existingLedger, isHolderGone } = await openTools();
    const runs = await existingLedger(DEFAULT_TENANT);
    return runs && { log: runs.ledger.log, documents: runs.ledger.documents, store: runs.ledger.store, blobs: runs.ledger.blobs, isHolderGone };
  };
  return [
    bind(runList, async (request) => {
      const ledger = await existing();
      return ledger === undefined ? { runs: [], by_reason: {}, total: 0 } : listRuns(request, ledger);
    }),
    bind(runFind, async ({ run }) => {
      const ledger = await existing();
      if (ledger === undefined) throw runUnknown(run);
      return { run_id: await findRun(run, ledger.documents) };
    }),
    bind(runShow, async ({ run }) => {
      const ledger = await existing();
      if (ledger === undefined) throw runUnknown(run);
      const report = await readReport(await findRun(run, ledger.documents), ledger);
      if (report === undefined) throw runUnknown(run);
      return report;
    }),
  ];
}

/** Nothing when no such run was started here. */
export async function readReport(runId: RunId, ledger: ReadLedger): Promise<RunReport | undefined> {
  const entries = await entriesOfRun(runId, ledger.log);
  if (entries.length === 0) return undefined;
  const report = reportOf(entries, { isHeld: await isHeld(runId, ledger), charged: await chargedTo(runId, ledger) });
  const reviews = await reviewsOf(report.artifacts, ledger);
  const takenBack = await takenBackOf(runId, ledger.log);
  const forked = ForkRecord.safeParse((await ledger.documents.get(documentKey.fork(runId)))?.body).data;
  return { ...report, result: report.result === null ? null : await wholeResult(report.result, ledger.blobs), ...(reviews.length > 0 && { reviews }), ...(takenBack !== undefined && { taken_back: takenBack }), ...(forked !== undefined && { forked_from: { run_id: forked.fork.parent_run_id, event_seq: forked.event_seq } }) };
}

/** What was too large for its event is read from where it lies. Of what was erased there the beginning is left, and it says so. */
async function wholeResult({ output_kept: kept, ...result }: FinalResult, blobs: ReadLedger['blobs']): Promise<FinalResult> {
  try {
    return { ...result, output: await readContent(blobs, result.output, kept) };
  } catch (error) {
    if (!hasCode(error, 'blob.missing')) throw error;
    return { ...result, ...(kept !== undefined && { output_kept: kept }) };
  }
}

/** The latest first. Which they are and how many ended for which reason stands in one document. */
export async function listRuns({ reason, limit, ...asked }: RunListRequest, ledger: ReadLedger): Promise<RunListReport> {
  const directory = await readRunDirectory(ledger.documents);
  const wanted = reason === undefined ? directory.latest : (directory.by_reason[reason]?.latest ?? []);
  const runs: RunListItem[] = [];
  for (const runId of wanted.toReversed()) {
    if (runs.length === limit) break;
    const item = await itemOf(runId, ledger);
    if (item !== undefined && isAsked(item, asked) && (await isRecalledAs(asked.is_recalled, runId, ledger))) runs.push(item);
  }
  const counted = TerminationReason.options.flatMap((one): [TerminationReason, number][] => {
    const ended = directory.by_reason[one];
    return ended === undefined ? [] : [[one, ended.count]];
  });
  return { runs, by_reason: Object.fromEntries(counted), total: directory.total };
}

const DATE_CHARS = 'YYYY-MM-DD'.length;

function isAsked({ standing, started_at: startedAt, cost_usd: cost }: RunListItem, asked: Omit<RunListRequest, 'reason' | 'limit'>): boolean {
  const day = startedAt.slice(0, DATE_CHARS);
  return (asked.standing ?? standing) === standing && (asked.since ?? day) <= day && (asked.until ?? day) >= day && (asked.cost_usd_min ?? 0) <= cost;
}

/** The course of a run is read only where it is asked about. */
async function isRecalledAs(wanted: boolean | undefined, runId: RunId, { documents }: Pick<ReadLedger, 'documents'>): Promise<boolean> {
  return wanted === undefined || ((await documents.get(documentKey.runCourse(runId)))?.body['is_recalled'] === true) === wanted;
}

async function itemOf(runId: RunId, ledger: ReadLedger): Promise<RunListItem | undefined> {
  const entry = RunIndexEntry.safeParse((await ledger.documents.get(documentKey.runIndex(runId)))?.body);
  if (!entry.success) return undefined;
  const { is_waiting: isWaiting, session_id: _session, ...shown } = entry.data;
  const charged = await chargedTo(runId, ledger);
  const hasEnded = shown.reason !== null;
  return { ...shown, standing: standingOf({ hasEnded, isWaiting, isHeld: !hasEnded && (await isHeld(runId, ledger)) }), total_tokens: charged['tokens'] ?? 0, cost_usd: (charged['cost_microusd'] ?? 0) / MICROUSD_PER_USD };
}

const MICROUSD_PER_USD = 1e6;

/** A process that was killed holds its run until the lease runs out; where it is seen to be gone, nobody is at work. */
export async function isHeld(runId: RunId, { store, isHolderGone }: Pick<ReadLedger, 'store' | 'isHolderGone'>): Promise<boolean> {
  const lease = leaseOf((await store.record({ space: 'lease', key: `run:${runId}` }))?.body);
  return isAlive(lease, store.time()) && isHolderGone?.(lease.owner) !== true;
}

async function chargedTo(runId: RunId, { documents }: Pick<ReadLedger, 'documents'>): Promise<CounterAmounts> {
  return CounterState.safeParse((await documents.get(counterDocument(documentKey.runBudget(runId))))?.body).data?.spent ?? {};
}
