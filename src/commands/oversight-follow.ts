import { ApprovalId, artifactRegistered, attentionFollow, DEFAULT_TENANT, documentKey, externalizationRecorded, FunctionCallId, HardCallId, RunId, RunIndexEntry, runStarted, sessionExchangeRecorded, STEPS_WITH_CONTENT, type AttentionFollowRequest, type AttentionNews, type AttentionNotice, type JsonObject, type LogEntry } from '../contracts/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type * as Oversight from '../oversight/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { redactPayload } from './ledger-redaction.ts';
import { read } from './run-entries.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** What is read at once. */
const PAGE = 500;

/** How often it is looked whether there is a ledger yet. */
const APPEARS_POLL_MS = 250;

type WatchedLedger = Pick<Ledger, 'log' | 'bus' | 'documents' | 'store'>;

export interface FollowPorts {
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
}

/** Serves `attention.follow`: news of the log as people are told it. */
export function attentionFollowBinding(openTools: OpenTools, { deadline }: FollowPorts): Binding {
  return bind(attentionFollow, async (request, { signal }): Promise<AttentionNews> => {
    const [ports, oversight] = await Promise.all([openTools(), import('../oversight/index.ts')]);
    const until = AbortSignal.any([signal, deadline(request.wait_ms)]);
    const ledger = await openOrWait(ports, until, deadline);
    if (ledger === undefined) return { notices: [], position: request.after ?? 0, run_id: null };
    return follow(request, ledger, until, oversight);
  });
}

async function follow(request: AttentionFollowRequest, ledger: WatchedLedger, until: AbortSignal, oversight: typeof Oversight): Promise<AttentionNews> {
  const news = newsFor(request, ledger, oversight);
  if (request.after === undefined) return news.upTo((await ledger.store.head()).position);
  // One that was started before anybody looked is told at once.
  await news.begin();
  for (let position = request.after; ; ) {
    const page = await ledger.log.readAll({ after: position, limit: PAGE });
    for (const entry of page) await news.take(entry);
    position = page.at(-1)?.position ?? position;
    if (page.length === PAGE && news.isEmpty()) continue;
    if (!news.isEmpty() || until.aborted) return news.upTo(position);
    // One is enough: whoever asks again gets the rest at once.
    for await (const entry of ledger.bus.tap({ after: position, signal: until })) {
      await news.take(entry);
      position = entry.position;
      if (!news.isEmpty()) break;
    }
    return news.upTo(position);
  }
}

interface News {
  begin(): Promise<void>;
  take(entry: LogEntry): Promise<void>;
  /** Nothing to tell yet: neither that something happened nor that the run which is waited for was started. */
  isEmpty(): boolean;
  upTo(position: number): Promise<AttentionNews>;
}

function newsFor({ run_id: asked, started_with: key, detail }: AttentionFollowRequest, ledger: WatchedLedger, oversight: typeof Oversight): News {
  const { noticeOf, readApproval, readHardCall } = oversight;
  const notices: AttentionNotice[] = [];
  let runId = asked;
  // Looked up after an entry was read: a run that is not known then cannot have made it.
  const watched = async (): Promise<RunId | undefined> => (runId ??= key === undefined ? undefined : await startedUnder(key, ledger));
  const runOf = async (notice: AttentionNotice): Promise<RunId | null | undefined> => {
    if (notice.kind === 'approval_pending') return notice.notification.params.run_id;
    if (notice.kind === 'approval_settled') return notice.run_id ?? (await readApproval(notice.approval_id, ledger.documents))?.record.run_id;
    if (notice.kind === 'hard_call_settled') return (await readHardCall(notice.hard_call_id, ledger.documents))?.call.run_id;
    return notice.run_id;
  };
  /** Whoever watches a run is asked what those ask that it handed work to: nobody else may be watching them. */
  const concerns = async (notice: AttentionNotice, only: RunId): Promise<boolean> => {
    const ofRun = await runOf(notice);
    return ofRun === only || (isQuestion(notice) && ofRun !== null && ofRun !== undefined && (await isBelow(ofRun, only, ledger)));
  };
  return {
    begin: async () => void (await watched()),
    async take(entry) {
      if (entry.event.type === runStarted.type) await watched();
      const notice = detail === 'events' ? await eventNotice(entry, ledger, oversight) : noticeOf(entry);
      if (notice === undefined) return;
      const isOfAll = asked === undefined && key === undefined;
      const only = isOfAll ? undefined : await watched();
      if (isOfAll || (only !== undefined && (await concerns(notice, only)))) notices.push(notice);
    },
    isEmpty: () => notices.length === 0 && (asked !== undefined || runId === undefined),
    upTo: async (position) => ({ notices, position, run_id: (await watched()) ?? null }),
  };
}

const QUESTIONS: ReadonlySet<AttentionNotice['kind']> = new Set<AttentionNotice['kind']>(['approval_pending', 'approval_settled', 'hard_call_pending', 'hard_call_settled']);

function isQuestion(notice: AttentionNotice): boolean {
  return QUESTIONS.has(notice.kind) || (notice.kind === 'run_progress' && (notice.event.type.startsWith('approval.') || notice.event.type.startsWith('hard_call.')));
}

async function isBelow(runId: RunId, above: RunId, ledger: Pick<WatchedLedger, 'documents'>): Promise<boolean> {
  const parent = RunIndexEntry.safeParse((await ledger.documents.get(documentKey.runIndex(runId)))?.body).data?.parent_run_id;
  return parent !== undefined && (parent === above || isBelow(parent, above, ledger));
}

/** An event as programs read it, with what is sensitive masked; nothing when it belongs to no run. */
async function eventNotice(entry: LogEntry, ledger: WatchedLedger, oversight: typeof Oversight): Promise<AttentionNotice | undefined> {
  const { position, event } = entry;
  if (STEPS_WITH_CONTENT.has(event.type)) return undefined;
  const runId = await runOfEntry(entry, ledger, oversight);
  if (runId === undefined) return undefined;
  const { checkText } = await import('../redaction/index.ts');
  const payload = event.payload === null ? null : redactPayload(event.payload, (text) => checkText(text).redacted);
  return { kind: 'run_progress', run_id: runId, event: { position, type: event.type, at: event.recorded_at, actor: event.actor, payload: payload as JsonObject | null } };
}

async function runOfEntry({ event }: LogEntry, { documents }: WatchedLedger, { readApproval, readFunctionCall, readHardCall }: typeof Oversight): Promise<RunId | undefined> {
  const { aggregate, aggregate_id: id, type, payload } = event;
  if (aggregate === 'run') return RunId.safeParse(id).data;
  const [approvalId, callId, functionCallId] = [ApprovalId.safeParse(id), HardCallId.safeParse(id), FunctionCallId.safeParse(id)];
  if (approvalId.success) return (await readApproval(approvalId.data, documents))?.record.run_id;
  if (callId.success) return (await readHardCall(callId.data, documents))?.call.run_id;
  if (functionCallId.success) return (await readFunctionCall(functionCallId.data, documents))?.call.run_id;
  switch (type) {
    case artifactRegistered.type:
      return read(artifactRegistered, payload)?.artifact.run_id;
    case externalizationRecorded.type:
      return read(externalizationRecorded, payload)?.step?.run_id;
    case sessionExchangeRecorded.type:
      return read(sessionExchangeRecorded, payload)?.run_id;
    default:
      return undefined;
  }
}

/** Each kind of run is started under a key of its own. */
const STARTS = ['tools.run', 'run.start'];

async function startedUnder(key: string, { log }: Pick<WatchedLedger, 'log'>): Promise<RunId | undefined> {
  for (const start of STARTS) {
    const [first] = await log.appended(`${start}:${key}`);
    if (first !== undefined) return RunId.parse(first.event.aggregate_id);
  }
  return undefined;
}

/** A ledger that does not exist yet can be waited for like anything else that is not there yet. */
async function openOrWait(ports: ToolsPorts, until: AbortSignal, deadline: FollowPorts['deadline']): Promise<WatchedLedger | undefined> {
  for (;;) {
    const runs = await ports.existingLedger(DEFAULT_TENANT);
    if (runs !== undefined || until.aborted) return runs?.ledger;
    await raised(AbortSignal.any([until, deadline(APPEARS_POLL_MS)]));
  }
}

function raised(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
