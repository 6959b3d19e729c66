import { readEvent, type EventCatalogue, type ReadEvent } from '../../contracts/index.ts';
import { envelopeOf } from '../log/header.ts';
import { rulesOf, type LedgerSetup } from '../setup.ts';
import type { EntryRow, Head, LedgerStore } from '../store.ts';
import { checkBlobs } from './check-blobs.ts';
import { checkChain, checkEvents, checkStreams } from './check-chain.ts';
import { checkDocuments, comparableProjections, DOCUMENTS_PER_WALK } from './check-documents.ts';
import { checkErasures } from './check-erasures.ts';
import type { EntryCheck } from './entry-check.ts';
import { createFaultList, type FaultList, type LogFault } from './faults.ts';
import { walkEntries } from './walk-entries.ts';

export interface VerifyProgress {
  /** Entries walked so far, and how many there are to walk; a log with many documents is walked more than once. */
  readonly checked: number;
  readonly total: number;
}

export interface VerifyReport {
  readonly head: Head;
  readonly entries: number;
  readonly erased: number;
  readonly documents: number;
  readonly blobs: number;
  /** Projections whose documents could not be compared, because they are not folded up to the head. */
  readonly notCompared: readonly string[];
  readonly faults: readonly LogFault[];
  /** False when there were so many faults that the rest was not looked at. */
  readonly isWhole: boolean;
}

export interface VerifyOptions {
  readonly documentsPerWalk?: number;
}

/**
 * Goes through everything that can be checked against something else, and changes nothing. It yields after each page:
 * whoever pulls decides how fast it goes and may stop at any time. Memory grows with the number of streams and blobs, not of events.
 */
export async function* verifyLog(store: LedgerStore, setup: LedgerSetup, { documentsPerWalk = DOCUMENTS_PER_WALK }: VerifyOptions = {}): AsyncGenerator<VerifyProgress, VerifyReport> {
  const rules = rulesOf(setup);
  const faults = createFaultList();
  for (const { code, detail } of await store.examine()) faults.add({ code, position: null, subject: 'storage', detail });
  const head = await store.head();
  const { current, behind } = await comparableProjections(store, rules, faults);
  const walks = Math.max(1, Math.ceil((await store.counts()).documents / documentsPerWalk));
  const total = head.position * walks;
  const erasures = checkErasures(faults);
  const blobs = checkBlobs(store, faults);
  let documents = 0;
  let entries = 0;
  let checked = 0;
  for (let index = 0; index < walks; index += 1) {
    const refold = checkDocuments(store, rules, current, { index, of: walks }, faults);
    const checks = index === 0 ? [checkChain(head, faults), checkStreams(faults), checkEvents(faults), erasures, blobs, refold] : [refold];
    const before = checked;
    for await (const walked of walk(store, rules.catalogue, checks, faults)) {
      checked = before + walked;
      yield { checked, total: Math.max(total, checked) };
    }
    if (index === 0) entries = checked;
    documents += refold.documents();
    if (faults.isFull()) break;
  }
  return {
    head,
    entries,
    erased: erasures.erased(),
    documents,
    blobs: blobs.blobs(),
    notCompared: behind,
    faults: faults.faults,
    isWhole: !faults.isFull(),
  };
}

/** Hands every entry to every check; yields how many were walked. */
async function* walk(store: LedgerStore, catalogue: EventCatalogue, checks: readonly EntryCheck[], faults: FaultList): AsyncGenerator<number> {
  let walked = 0;
  let walkedTo = 0;
  for await (const stretch of walkEntries(store)) {
    if ('unreadable' in stretch) {
      const { position, detail } = stretch.unreadable;
      faults.report('ledger.entry_unreadable', position, 'log', detail);
      for (const check of checks) check.lose?.(position);
      walkedTo = position;
    } else {
      for (const entry of stretch.entries) {
        const event = eventOf(catalogue, entry);
        for (const check of checks) await check.take(entry, event);
        walked += 1;
        walkedTo = entry.position;
      }
    }
    yield walked;
    if (faults.isFull()) return;
  }
  for (const check of checks) await check.finish(walkedTo);
}

/** Must not throw: what does not even parse is a fault like any other. */
function eventOf(catalogue: EventCatalogue, entry: EntryRow): ReadEvent {
  try {
    return readEvent(catalogue, envelopeOf(entry));
  } catch (error) {
    return { ok: false, fault: { kind: 'invalid_envelope', detail: String(error) } };
  }
}
