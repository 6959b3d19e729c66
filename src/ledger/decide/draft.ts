import type { AggregateKind, EventType, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, invariant, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { projectionStale } from '../documents.ts';
import { EVENT_PAYLOAD_BYTES_MAX } from '../limits.ts';
import { authorOf, eventHeader } from '../log/header.ts';
import { payloadTooLarge } from '../log/prepare.ts';
import { sourceOf, type DocumentBody, type FoldedEvent, type Projection, type ProjectionState } from '../projections/projection.ts';
import { documentOf, foldRow } from '../projections/fold-row.ts';
import { projectionNewer, REGISTRY_NAME, type ProjectionRegistry } from '../projections/registry.ts';
import type { EventStamp } from '../event-stamp.ts';
import type { PreparedEvent } from '../request.ts';
import type { Rules, TypeRules } from '../setup.ts';
import { recordName, type AppendMark, type BlobRow, type EntryRow, type Facts, type RecordKey, type StoredRecord, type WriteSet } from '../store.ts';
import { concernedBy } from '../validators/concerned-by.ts';
import type { WrittenEvent } from '../validators/validator.ts';
import { blobRefsOf } from './blob-refs.ts';
import { chainHash } from './chain.ts';

/** A decision in the making: what stands, with what this request has already changed laid over it. */
export interface Draft {
  readonly facts: Facts;
  record(key: RecordKey): StoredRecord | undefined;
  put(record: StoredRecord): void;
  /** Gives an event its place in the log and folds it. */
  admit(event: PreparedEvent): void;
  /** Writes an event that an operation decided on. */
  append(event: { readonly aggregate: AggregateKind; readonly streamId: string; readonly type: EventType; readonly payload: DocumentBody }, stamp: EventStamp): void;
  hasBlob(sha256: Sha256): boolean;
  putBlob(blob: BlobRow): void;
  erase(position: number): void;
  /** Folds the documents of one stream again from what is left of it and what this request has added, and of these projections only. */
  refold(stream: string, projections: readonly string[], rows: readonly EntryRow[]): void;
  /** What this request changes, by name. */
  readonly changed: ReadonlyMap<string, StoredRecord>;
  readonly entries: readonly EntryRow[];
  readonly written: readonly WrittenEvent[];
  writes(): WriteSet;
}

export function createDraft(rules: Rules, facts: Facts, mark: AppendMark | null): Draft {
  const records = new Map<string, StoredRecord>();
  const sequences = new Map<string, number>();
  const entries: EntryRow[] = [];
  const written: WrittenEvent[] = [];
  const blobs = new Map<Sha256, BlobRow>();
  const blobRefs: { sha256: Sha256; position: number }[] = [];
  const indexed: { position: number; scope: string; text: string }[] = [];
  const erased: number[] = [];
  let last = facts.head;

  const registry = facts.records.get(REGISTRY_NAME)?.body as ProjectionRegistry | undefined;

  const record = (key: RecordKey): StoredRecord | undefined => {
    const found = records.get(recordName(key)) ?? facts.records.get(recordName(key));
    return found?.body === null ? undefined : found;
  };

  const put = (changed: StoredRecord): void => void records.set(recordName(changed), changed);

  const fold = (projection: Projection, event: FoldedEvent): void => {
    const state = record({ space: 'projection', key: projection.name })?.body as ProjectionState | undefined;
    if (!foldsNow(projection, state)) {
      // Whether it has happened before cannot be told while its documents are being folded again.
      if (projection.isFinal === true) throw projectionStale(projection.name, state?.rebuilt_to ?? 0);
      return;
    }
    const key = projection.key(event);
    const current = record({ space: 'document', key });
    if (current !== undefined && projection.isFinal === true) throw documentFinal(key, event.type);
    invariant((current?.position ?? 0) < event.position, 'a document is never ahead of the log');
    invariant(current === undefined || current.source === sourceOf(projection), 'a document belongs to one projection');
    const body = projection.fold(current?.body as DocumentBody | undefined, event);
    put({ space: 'document', key, body, dueMs: null, position: event.position, source: sourceOf(projection) });
  };

  /** Only what somebody reads is parsed: most events of a run concern no document. */
  const attend = (entry: EntryRow, { definition, projections, searchable, validators: all }: TypeRules, author?: Pick<EventStamp, 'actor' | 'governance' | 'recordedAt'>): void => {
    const validators = all.length === 0 ? all : concernedBy(all, entry.payload ?? '');
    if (projections.length + validators.length === 0 && searchable === undefined) return;
    invariant(entry.payload !== null, 'an event is written with its payload');
    const payload = JSON.parse(entry.payload) as DocumentBody;
    // What an operation decided on here is known without reading its header.
    const { recordedAt, actor, governance } = author ?? authorOf(entry.header);
    const { position, sequence, stream } = entry;
    const { type, aggregate } = definition;
    const streamId = stream.slice(aggregate.length + 1);
    if (validators.length > 0) written.push({ definition, type, aggregate, streamId, actor, governance, payload });
    for (const projection of projections) fold(projection, { type, aggregate, streamId, position, sequence, recordedAt, actor, governance, payload });
    if (searchable !== undefined) indexed.push({ position, ...searchable.words(payload) });
  };

  const hasBlob = (sha256: Sha256): boolean => facts.blobs.has(sha256) || blobs.has(sha256);

  const admit = ({ stream, type, header, payload }: PreparedEvent, author?: EventStamp): void => {
    const rule = rules.byType.get(type);
    invariant(rule !== undefined, `the type ${type} is in the catalogue`);
    rules.refuseUnknownFolds(registry, type);
    const sequence = (sequences.get(stream) ?? facts.streams.get(stream) ?? 0) + 1;
    sequences.set(stream, sequence);
    const position = last.position + 1;
    const append = entries.length === 0 ? mark : null;
    const entry: EntryRow = { position, stream, sequence, header, payload, append, chainHash: chainHash(last.chainHash, { position, stream, sequence, header, append }) };
    last = entry;
    entries.push(entry);
    for (const sha256 of blobRefsOf(payload)) {
      if (!hasBlob(sha256)) throw blobMissing(sha256);
      blobRefs.push({ sha256, position });
    }
    attend(entry, rule, author);
  };

  return {
    facts,
    record,
    put,
    admit: (event) => admit(event),
    append({ aggregate, streamId, type, payload }, stamp) {
      const text = canonicalJson(payload);
      if (Buffer.byteLength(text) > EVENT_PAYLOAD_BYTES_MAX) throw payloadTooLarge(type, text);
      const version = rules.catalogue.get(type)?.version ?? 0;
      const fields = { ...stamp, type, version, aggregate, aggregateId: streamId, payloadHash: sha256Hex(text) };
      admit({ stream: `${aggregate}/${streamId}`, type, payload: text, header: eventHeader(fields) }, stamp);
    },
    hasBlob,
    putBlob: (blob) => void blobs.set(blob.sha256, blob),
    erase: (position) => void erased.push(position),
    refold(stream, names, rows) {
      const left = [...rows, ...entries.filter((entry) => entry.stream === stream)];
      for (const name of names) {
        const projection = rules.projections.get(name);
        invariant(projection?.isOfOneStream === true, 'only documents of one stream are folded from it');
        if (!isOf(rules, projection, stream) || !foldsNow(projection, record({ space: 'projection', key: name })?.body as ProjectionState | undefined)) continue;
        put(refolded(rules, projection, stream, left));
      }
    },
    changed: records,
    entries,
    written,
    writes: () => ({ entries, records: [...records.values()], blobs: [...blobs.values()], blobRefs, indexed, erased }),
  };
}

/** Whether a projection folds events of such streams; an erasure may reach streams of several kinds at once. */
function isOf({ catalogue }: Rules, { types }: Projection, stream: string): boolean {
  const aggregate = stream.slice(0, stream.indexOf('/'));
  return types.some((type) => catalogue.get(type)?.aggregate === aggregate);
}

/** The document of a stream as these entries give it; gone when none of them does. */
function refolded({ catalogue }: Rules, projection: Projection, stream: string, rows: readonly EntryRow[]): StoredRecord {
  const streamId = stream.slice(stream.indexOf('/') + 1);
  const key = projection.key({ type: projection.types[0] ?? '', streamId });
  let body: DocumentBody | undefined;
  let position: number | null = null;
  for (const row of rows) {
    const next = documentOf(projection, row) === undefined ? undefined : foldRow(catalogue, projection, body, row);
    if (next !== undefined) ({ body, position } = { body: next, position: row.position });
  }
  return { space: 'document', key, body: body ?? null, dueMs: null, position, source: sourceOf(projection) };
}

/** A projection that is being rebuilt is left alone: whoever rebuilds it will come to this event. */
function foldsNow(projection: Projection, state: ProjectionState | undefined): boolean {
  if (state !== undefined && state.version > projection.version) throw projectionNewer(projection.name, state.version, projection.version);
  return state?.version === projection.version && state.rebuilt_to === null;
}

function documentFinal(key: string, type: string): KeelsonError {
  return new KeelsonError('ledger.document_final', {
    message: `"${key}" is settled and cannot be written a second time.`,
    nextStep: `Read the document instead; the event ${type} may happen once only.`,
    data: { key, type },
  });
}

export function blobMissing(sha256: Sha256): KeelsonError {
  return new KeelsonError('blob.missing', {
    message: `There is no blob ${sha256}.`,
    nextStep: 'Store the content before, or together with, the event that refers to it.',
    data: { sha256 },
  });
}
