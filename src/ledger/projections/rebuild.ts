import { readEvent, type EventCatalogue } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { envelopeOf } from '../log/header.ts';
import type { EntryRow, LedgerStore, StoredRecord } from '../store.ts';
import type { ProjectionAdvance } from './operations.ts';
import { sourceOf, type DocumentBody, type FoldedEvent, type Projection, type ProjectionState } from './projection.ts';

export interface RebuildPorts {
  readonly store: LedgerStore;
  readonly catalogue: EventCatalogue;
  readonly projections: readonly Projection[];
  readonly onProgress?: (projection: string, position: number, head: number) => void;
}

/**
 * Folds every projection up to the head: those never folded, those whose version changed, those an erasure sent back.
 * It goes by short transactions, so that others can write meanwhile; what they write, it comes to. Several processes
 * may do it at once: each step is refused unless the projection stands where the rebuilder left it.
 */
export async function bringUpToDate(ports: RebuildPorts): Promise<void> {
  for (const projection of ports.projections) {
    let state = await stateOf(ports.store, projection);
    while (state === undefined || state.version < projection.version || state.rebuilt_to !== null) {
      state = await advance(ports, projection, state).catch(async (error: unknown) => {
        if (!hasCode(error, 'ledger.projection_moved')) throw error;
        return stateOf(ports.store, projection);
      });
    }
  }
}

async function stateOf(store: LedgerStore, { name }: Projection): Promise<ProjectionState | undefined> {
  return (await store.record({ space: 'projection', key: name }))?.body as ProjectionState | undefined;
}

async function advance(ports: RebuildPorts, projection: Projection, state: ProjectionState | undefined): Promise<ProjectionState> {
  const { store } = ports;
  if (state === undefined || state.version < projection.version || state.rebuilt_to === null) {
    return commit(store, projection, { from: null, to: 0, records: [] });
  }
  const from = state.rebuilt_to;
  if (from === 0) await removeDocuments(store, projection);
  const page = await store.entries({ after: from, limit: PAGE_ENTRIES });
  const to = page.at(-1)?.position ?? from;
  ports.onProgress?.(projection.name, to, (await store.head()).position);
  return commit(store, projection, { from, to, records: await foldPage(ports, projection, page) });
}

async function commit(store: LedgerStore, { name, version }: Projection, step: Pick<ProjectionAdvance, 'from' | 'to' | 'records'>): Promise<ProjectionState> {
  const operation: ProjectionAdvance = { kind: 'projection.advance', name, version, ...step };
  const { results } = await store.transact({ append: null, fences: [], expected: [], events: [], operations: [operation] });
  return results[0] as ProjectionState;
}

/** Whatever an older version or an erased payload left behind. */
async function removeDocuments(store: LedgerStore, projection: Projection): Promise<void> {
  let after = '';
  for (;;) {
    const page = await store.records({ space: 'document', prefix: '', after, limit: PAGE_ENTRIES });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
    const own = page.filter(({ source }) => source?.startsWith(`${projection.name}@`));
    if (own.length > 0) await commit(store, projection, { from: 0, to: 0, records: own.map((record) => ({ ...record, body: null })) });
  }
}

async function foldPage({ store, catalogue }: RebuildPorts, projection: Projection, page: readonly EntryRow[]): Promise<StoredRecord[]> {
  const folded = new Map<string, StoredRecord>();
  for (const row of page) {
    const event = foldedEventOf(catalogue, row, projection);
    if (event === undefined) continue;
    const key = projection.key(event);
    const current = folded.get(key) ?? (await store.record({ space: 'document', key }));
    if (current !== undefined && projection.isFinal === true) continue;
    const body = projection.fold(current?.body as DocumentBody | undefined, event);
    folded.set(key, { space: 'document', key, body, dueMs: null, position: row.position, source: sourceOf(projection) });
  }
  return [...folded.values()];
}

/** The event as the projection's fold takes it, lifted to the current version; undefined when it does not concern it. */
export function foldedEventOf(catalogue: EventCatalogue, row: EntryRow, { types }: Pick<Projection, 'types'>): FoldedEvent | undefined {
  const envelope = envelopeOf(row);
  if (!types.includes(envelope.type) || envelope.payload === null) return undefined;
  const read = readEvent(catalogue, envelope);
  if (!read.ok) throw unreadable(row, envelope.type, `${read.fault.kind}: ${read.fault.detail}`);
  const { type, aggregate, aggregate_id: streamId, recorded_at: recordedAt, actor, governance } = envelope;
  return { type, aggregate, streamId, position: row.position, sequence: row.sequence, recordedAt, actor, governance, payload: read.payload as Record<string, unknown> };
}

function unreadable({ position }: EntryRow, type: string, detail: string): KeelsonError {
  return new KeelsonError('ledger.event_invalid', {
    message: `Entry ${position} (${type}) cannot be read by this version: ${detail}.`,
    nextStep: 'Use the version of Keelson that wrote it, or a newer one; nothing was changed.',
    data: { type, fault: 'unreadable', detail },
  });
}
