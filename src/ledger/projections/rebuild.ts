import type { EventCatalogue } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { requestOf } from '../request.ts';
import type { EntryRow, LedgerStore, StoredRecord } from '../store.ts';
import type { ProjectionAdvance, ProjectionOperation } from './operations.ts';
import { documentOf, foldRow } from './fold-row.ts';
import { sourceOf, type DocumentBody, type Projection, type ProjectionState } from './projection.ts';
import { projectionNewer } from './registry.ts';

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
  const fold = async (projection: Projection): Promise<void> => {
    for await (const _foldedTo of foldUp(ports, projection));
  };
  // There is nothing to fold in a new ledger, and side by side they share their commits; else only one holds a page at a time.
  if ((await ports.store.head()).position === 0) await Promise.all(ports.projections.map(fold));
  else for (const projection of ports.projections) await fold(projection);
}

export interface RefoldProgress {
  readonly projection: string;
  /** The last entry folded; null when the projection has come to the head. */
  readonly foldedTo: number | null;
}

/**
 * Folds every document anew, whatever stands there: the way out when `verify` finds one that differs from the log. It goes
 * projection by projection and yields after each stretch: stopped there, at most one is left unfinished, and that one is
 * gone on with the next time, since all that it has was folded anew already.
 */
export async function* foldAgain(ports: RebuildPorts): AsyncGenerator<RefoldProgress, void> {
  for (const projection of ports.projections) {
    const { name, version, types } = projection;
    if (isCurrent(projection, await stateOf(ports.store, projection))) await transact(ports.store, { kind: 'projection.start', name, version, types, again: true });
    for await (const foldedTo of foldUp(ports, projection)) yield { projection: name, foldedTo };
  }
}

/** Folds one projection up to the head, and yields after each stretch where it stands. */
async function* foldUp(ports: RebuildPorts, projection: Projection): AsyncGenerator<number | null> {
  let state = await stateOf(ports.store, projection);
  while (!isCurrent(projection, state)) {
    state = await step(ports, projection, state).catch(async (error: unknown) => {
      if (!hasCode(error, 'ledger.projection_moved')) throw error;
      return stateOf(ports.store, projection);
    });
    yield state?.rebuilt_to ?? null;
  }
}

/** Where the projection stands; refused when a newer Keelson has written its documents. */
async function stateOf(store: LedgerStore, { name, version }: Projection): Promise<ProjectionState | undefined> {
  const state = (await store.record({ space: 'projection', key: name }))?.body as ProjectionState | undefined;
  if (state !== undefined && state.version > version) throw projectionNewer(name, state.version, version);
  return state;
}

function isCurrent({ version }: Projection, state: ProjectionState | undefined): boolean {
  return state?.version === version && state.rebuilt_to === null;
}

async function step(ports: RebuildPorts, projection: Projection, state: ProjectionState | undefined): Promise<ProjectionState> {
  const { store } = ports;
  const { name, version, types } = projection;
  if (state?.version !== version || state.rebuilt_to === null) return transact(store, { kind: 'projection.start', name, version, types });
  const at = { ...state, rebuilt_to: state.rebuilt_to };
  if (at.rebuilt_to === 0) await removeDocuments(store, projection, at);
  const page = await store.entries({ after: at.rebuilt_to, limit: PAGE_ENTRIES });
  const to = page.at(-1)?.position ?? at.rebuilt_to;
  ports.onProgress?.(name, to, (await store.head()).position);
  return transact(store, { kind: 'projection.advance', name, at, to, records: await foldPage(ports, projection, page) });
}

async function transact(store: LedgerStore, operation: ProjectionOperation): Promise<ProjectionState> {
  const { results } = await store.transact(requestOf(operation));
  return results[0] as ProjectionState;
}

/** Whatever an older version or an erased payload left behind. */
async function removeDocuments(store: LedgerStore, { name }: Projection, at: ProjectionAdvance['at']): Promise<void> {
  let after = '';
  for (;;) {
    const page = await store.records({ space: 'document', prefix: '', after, limit: PAGE_ENTRIES });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
    const own = page.filter(({ source }) => source?.startsWith(`${name}@`));
    if (own.length > 0) await transact(store, { kind: 'projection.advance', name, at, to: at.rebuilt_to, records: own.map((record) => ({ ...record, body: null })) });
  }
}

async function foldPage({ store, catalogue }: RebuildPorts, projection: Projection, page: readonly EntryRow[]): Promise<StoredRecord[]> {
  const folded = new Map<string, StoredRecord>();
  for (const row of page) {
    const key = documentOf(projection, row);
    if (key === undefined) continue;
    const current = folded.get(key) ?? (await store.record({ space: 'document', key }));
    const body = foldRow(catalogue, projection, current?.body as DocumentBody | undefined, row);
    if (body !== undefined) folded.set(key, { space: 'document', key, body, dueMs: null, position: row.position, source: sourceOf(projection) });
  }
  return [...folded.values()];
}
