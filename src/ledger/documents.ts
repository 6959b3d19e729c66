import { KeelsonError } from '../kernel/index.ts';
import { PAGE_ENTRIES } from './limits.ts';
import type { DocumentBody, Projection, ProjectionState } from './projections/projection.ts';
import type { StoredRecord, StoreReader } from './store.ts';

/** Current state as it was folded, with the last event that went into it. */
export interface StoredDocument {
  readonly key: string;
  readonly body: DocumentBody;
  readonly projectionEventSeq: number;
}

export interface Documents {
  /** `of` names the projection whose documents have such keys, for whoever asks often for what is mostly not there. */
  get(key: string, of?: string): Promise<StoredDocument | undefined>;
  /** Documents whose key begins with the prefix, in order of key; at most `limit` after the key given. */
  list(prefix: string, options?: { readonly after?: string; readonly limit?: number }): Promise<readonly StoredDocument[]>;
}

/** `known` are the projections whose documents are asked for; what another setup left half folded concerns nobody here. */
export function createDocuments(store: StoreReader, known: readonly Pick<Projection, 'name'>[]): Documents {
  const names = new Set(known.map(({ name }) => name));
  return {
    async get(key, of) {
      const seen = await store.documentWithState?.(key);
      if (seen?.document !== undefined) {
        const name = projectionOf(seen.document.source);
        if (name !== undefined && names.has(name)) refuseUnfinished(name, seen.state?.body as ProjectionState | undefined);
        if (of === undefined || of === name) return documentOf(seen.document);
      }
      if (of !== undefined) {
        await refuseStaleSource(store, names, of);
        const there = await store.record({ space: 'document', key });
        return there === undefined ? undefined : documentOf(there);
      }
      const record = await store.record({ space: 'document', key });
      // What is there tells which projection it is of. What is not there may be of any, and is looked for again once all stand.
      await (record === undefined ? refuseStale(store, known) : refuseStaleSource(store, names, projectionOf(record.source)));
      const found = record ?? (await store.record({ space: 'document', key }));
      return found === undefined ? undefined : documentOf(found);
    },
    async list(prefix, { after = '', limit = PAGE_ENTRIES } = {}) {
      await refuseStale(store, known);
      return (await store.records({ space: 'document', prefix, after, limit })).map(documentOf);
    },
  };
}

/** While a projection is being folded again, what it has not reached yet looks absent: better no answer than that. */
async function refuseStale(store: StoreReader, known: readonly Pick<Projection, 'name'>[]): Promise<void> {
  const states = new Map((await store.records({ space: 'projection', prefix: '', after: '', limit: PAGE_ENTRIES })).map(({ key, body }) => [key, body as ProjectionState]));
  for (const { name } of known) refuseUnfinished(name, states.get(name));
}

async function refuseStaleSource(store: StoreReader, known: ReadonlySet<string>, name: string | undefined): Promise<void> {
  if (name !== undefined && known.has(name)) refuseUnfinished(name, (await store.record({ space: 'projection', key: name }))?.body as ProjectionState | undefined);
}

/** See `sourceOf`. */
function projectionOf(source: string | null): string | undefined {
  return source?.slice(0, source.lastIndexOf('@'));
}

function refuseUnfinished(name: string, state: ProjectionState | undefined): void {
  if (state?.rebuilt_to !== null) throw projectionStale(name, state?.rebuilt_to ?? 0);
}

function documentOf({ key, body, position }: StoredRecord): StoredDocument {
  return { key, body: body as DocumentBody, projectionEventSeq: position ?? 0 };
}

export function projectionStale(projection: string, rebuiltTo: number): KeelsonError {
  return new KeelsonError('ledger.projection_stale', {
    message: `The documents of "${projection}" are being folded again and have come to entry ${rebuiltTo}.`,
    nextStep: 'Wait a moment and ask again.',
    data: { projection, rebuilt_to: rebuiltTo, validation_code: 'validation.projection_event_seq_out_of_date' },
  });
}
