import { ACTIVITY_STREAM, ledgerEvents, ShownEntry, type Activity, type EventEnvelope, type LedgerEventsPage, type LedgerEventsReport, type LedgerEventsRequest, type PayloadView } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { EntryRow, LedgerStore } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { redactPayload } from './ledger-redaction.ts';

/** Entries looked at for one answer; with a rare type an answer may be empty and only say where to go on. */
const LOOKED_AT_MAX = 5_000;

/** An answer ends early when its payloads become this long. */
const ANSWER_CHARS = 4_000_000;

export interface EventsPorts {
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
}

type Show = (entry: EntryRow) => ShownEntry;

/** Serves `ledger.events`. */
export function ledgerEventsBinding(admin: LedgerAdmin, { deadline }: EventsPorts): Binding {
  return bind(ledgerEvents, async (request, { signal }): Promise<LedgerEventsReport> => {
    const store = await openOrWait(admin, request, { signal, deadline });
    if (store === undefined) return { state: 'absent', tenant: request.tenant, file: admin.fileOf(request.tenant) };
    const show = await shower(request.payload);
    if (request.wait_ms === 0) return readPage(store, request, show);
    // Listening begins before looking, so that nothing is missed in between.
    const commits = watchCommits(store);
    try {
      const page = await readPage(store, request, show);
      if (page.entries.length > 0 || !page.is_end) return page;
      await commits.next(AbortSignal.any([signal, deadline(request.wait_ms)]));
      return await readPage(store, { ...request, after: page.next_after }, show);
    } finally {
      commits.stop();
    }
  });
}

/** How often it is looked whether there is a ledger yet. */
const APPEARS_POLL_MS = 250;

/** A ledger that does not exist yet can be waited for like anything else that is not there yet. */
async function openOrWait(admin: LedgerAdmin, { tenant, wait_ms }: LedgerEventsRequest, { signal, deadline }: EventsPorts & { readonly signal: AbortSignal }): Promise<LedgerStore | undefined> {
  for (let waitedMs = 0; ; waitedMs += APPEARS_POLL_MS) {
    const store = await admin.openToRead(tenant);
    if (store !== undefined || waitedMs >= wait_ms || signal.aborted) return store;
    await raised(AbortSignal.any([signal, deadline(APPEARS_POLL_MS)]));
  }
}

function raised(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function readPage(store: LedgerStore, { stream: named, type, after, limit }: LedgerEventsRequest, show: Show): Promise<LedgerEventsPage> {
  const stream = named === ACTIVITY_STREAM ? undefined : named;
  const entries: ShownEntry[] = [];
  let next = after;
  let chars = 0;
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX; ) {
    const rows = await store.entries({ ...(stream !== undefined && { stream }), after: next, limit });
    if (rows.length === 0) return { state: 'done', entries, next_after: next, is_end: true };
    lookedAt += rows.length;
    for (const row of rows) {
      next = stream === undefined ? row.position : row.sequence;
      const shown = show(row);
      if (type !== undefined && shown.event.type !== type) continue;
      const activity = named === ACTIVITY_STREAM ? await meaningOf(row, shown) : null;
      if (activity === undefined) continue;
      entries.push(activity === null ? shown : { ...shown, activity });
      chars += row.payload?.length ?? 0;
      if (entries.length === limit || chars > ANSWER_CHARS) return { state: 'done', entries, next_after: next, is_end: false };
    }
  }
  return { state: 'done', entries, next_after: next, is_end: false };
}

/** Undefined for what is no activity; told from what is stored, whatever of it is shown. */
async function meaningOf(row: EntryRow, { event: { type } }: ShownEntry): Promise<Activity | undefined> {
  const { activityOf, entryOf, isActivityType } = await import('../ledger/index.ts');
  return isActivityType(type) ? activityOf(entryOf(row).event) : undefined;
}

async function shower(view: PayloadView): Promise<Show> {
  const { entryOf } = await import('../ledger/index.ts');
  const mask = view === 'stored' ? (text: string) => text : await masking();
  const viewed = (event: EventEnvelope): EventEnvelope => (view !== 'redacted' || event.payload === null ? event : { ...event, payload: redactPayload(event.payload, mask) });
  return (row) => {
    // What is not shown is not even read.
    const entry = entryOf(view === 'none' && row.payload !== null ? { ...row, payload: '{}' } : row);
    const { payload: _payload, ...place } = entry.event;
    const event = view === 'none' && row.payload !== null ? place : viewed(entry.event);
    const append = entry.append && { ...entry.append, key: mask(entry.append.key) };
    const shown = ShownEntry.safeParse({ ...entry, ...(append && { append }), event });
    if (shown.success) return shown.data;
    throw new KeelsonError('ledger.event_invalid', {
      message: `Entry ${row.position} (${entry.event.type}) cannot be read by this version.`,
      nextStep: 'Use the version of Keelson that wrote it, or run `keelson ledger verify` to see whether it is damaged.',
      data: { type: entry.event.type, fault: 'unreadable', detail: shown.error.message },
    });
  };
}

async function masking(): Promise<(text: string) => string> {
  const { checkText } = await import('../redaction/index.ts');
  return (text) => checkText(text).redacted;
}

interface CommitWatch {
  /** Resolves at the first commit since the watch began, or when the signal is raised. */
  next(signal: AbortSignal): Promise<void>;
  stop(): void;
}

function watchCommits(store: LedgerStore): CommitWatch {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.onCommit(() => resolve());
  return {
    next(signal) {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      return promise;
    },
    stop,
  };
}
