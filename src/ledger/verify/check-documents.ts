import { canonicalJson, hasCode, sha256Hex } from '../../kernel/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { documentOf, foldRow } from '../projections/fold-row.ts';
import { sourceOf, type DocumentBody, type Projection, type ProjectionState } from '../projections/projection.ts';
import type { Rules } from '../setup.ts';
import type { StoredRecord, StoreReader } from '../store.ts';
import type { EntryCheck } from './entry-check.ts';
import type { FaultSink } from './faults.ts';

/** Documents folded in memory at once; a log with more is walked again for each further share of them. */
export const DOCUMENTS_PER_WALK = 50_000;

/** Which of several walks a document is folded in. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

interface Refolded {
  readonly body: DocumentBody;
  readonly position: number;
  readonly source: string;
}

export interface Comparable {
  readonly current: readonly Projection[];
  readonly behind: readonly string[];
}

/** Projections that stand at the head, and so can be compared; the others are being folded, or never were. */
export async function comparableProjections(reader: StoreReader, rules: Rules, faults: FaultSink): Promise<Comparable> {
  const current: Projection[] = [];
  const behind: string[] = [];
  for (const projection of rules.projections.values()) {
    const record = await reader.record({ space: 'projection', key: projection.name }).catch((error: unknown) => reportUnreadable(error, projection.name, faults));
    const state = record?.body as ProjectionState | undefined;
    if (state?.version === projection.version && state.rebuilt_to === null) current.push(projection);
    else behind.push(projection.name);
  }
  return { current, behind };
}

/** Folds the documents anew from the log and compares them with those that are stored. */
export function checkDocuments(reader: StoreReader, rules: Rules, current: readonly Projection[], share: Share, faults: FaultSink): EntryCheck & { readonly documents: () => number } {
  const folded = new Map<string, Refolded>();
  let isLossy = false;
  const sources = new Set(current.map(sourceOf));
  const isMine = (key: string): boolean => share.of === 1 || Number.parseInt(sha256Hex(key).slice(0, 8), 16) % share.of === share.index;
  return {
    take(entry, event) {
      if (!event.ok) isLossy = true;
      if (!event.ok) return;
      for (const projection of current) {
        const key = documentOf(projection, entry);
        if (key === undefined || !isMine(key)) continue;
        const body = foldRow(rules.catalogue, projection, folded.get(key)?.body, entry);
        if (body !== undefined) folded.set(key, { body, position: entry.position, source: sourceOf(projection) });
      }
    },
    lose: () => void (isLossy = true),
    async finish(walkedTo) {
      // Without every event the documents cannot be known; the events are reported, and that is what has to be mended.
      if (isLossy) return;
      const missing = new Set(folded.keys());
      for await (const stored of documentsOf(reader, (error) => reportUnreadable(error, 'documents', faults))) {
        if (stored === undefined) return;
        if (!isMine(stored.key) || !sources.has(stored.source ?? '')) continue;
        missing.delete(stored.key);
        // Somebody has written since the walk ended; what the log said until then is no longer what is stored.
        if ((stored.position ?? 0) > walkedTo) continue;
        compare(stored, folded.get(stored.key), faults);
      }
      for (const key of missing) {
        faults.report('ledger.document_missing', folded.get(key)?.position ?? null, key, 'the log gives a document that is not stored');
      }
    },
    documents: () => folded.size,
  };
}

function compare(stored: StoredRecord, refolded: Refolded | undefined, faults: FaultSink): void {
  if (refolded === undefined) {
    faults.report('ledger.document_unexplained', stored.position, stored.key, 'no event of the log gives this document');
  } else if (stored.position !== refolded.position) {
    faults.report('ledger.document_differs', refolded.position, stored.key, `it was last folded at entry ${stored.position}, the log gives ${refolded.position}`);
  } else if (canonicalJson(stored.body) !== canonicalJson(refolded.body)) {
    faults.report('ledger.document_differs', refolded.position, stored.key, 'what is stored is not what the log gives');
  }
}

/** Undefined when the storage refuses to hand one out: the records after it cannot be asked for. */
async function* documentsOf(reader: StoreReader, refused: (error: unknown) => undefined): AsyncGenerator<StoredRecord | undefined> {
  let after = '';
  for (;;) {
    const page = await reader.records({ space: 'document', prefix: '', after, limit: PAGE_ENTRIES }).catch(refused);
    if (page === undefined) yield undefined;
    const last = page?.at(-1);
    if (page === undefined || last === undefined) return;
    yield* page;
    after = last.key;
  }
}

/** Only what a store is known to refuse is a fault; anything else is a defect and is thrown on. */
function reportUnreadable(error: unknown, subject: string, faults: FaultSink): undefined {
  if (!hasCode(error, 'ledger.corrupt')) throw error;
  faults.report('ledger.record_unreadable', null, subject, error.message);
}
