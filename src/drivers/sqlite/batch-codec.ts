/**
 * Batches as flat lists. Copying objects between threads costs more than deciding on them: field names travel with every
 * one. What is of many shapes (operations, fences, results) travels as text, or as null when there is none; what has no text
 * that says the same, such as the bytes of a blob, as it is.
 */
import type { ErrorBody } from '../../contracts/index.ts';
import type { AppendedEvent, LedgerReply, LedgerRequest } from '../../ledger/index.ts';
import { exactJson } from './exact-json.ts';
import type { FlatList } from './shared-lists.ts';
import type { Outcome } from './thread-protocol.ts';

/** Reads a list from its beginning; whoever wrote it is this very module, so the types are known. */
function cursorOver(list: FlatList): { next<Value>(): Value; isAtEnd(): boolean } {
  let at = 0;
  return { next: <Value>() => list[at++] as Value, isAtEnd: () => at >= list.length };
}

type Packed<Item> = readonly Item[] | string | null;

function pack<Item>(list: readonly Item[]): Packed<Item> {
  return list.length === 0 ? null : (exactJson(list) ?? list);
}

function unpack<Item>(packed: Packed<Item>): readonly Item[] {
  return typeof packed === 'string' ? (JSON.parse(packed) as Item[]) : (packed ?? []);
}

export function flattenRequests(requests: readonly LedgerRequest[]): FlatList {
  const flat: unknown[] = [];
  for (const { append, fences, expected, operations, events } of requests) {
    flat.push(append?.key ?? null, append?.contentHash ?? null, pack(fences), pack(expected), pack(operations.map(withOwnBytes)), events.length);
    for (const { stream, type, header, payload } of events) flat.push(stream, type, header, payload);
  }
  return flat;
}

type SentOperation = LedgerRequest['operations'][number];

/** A view would take all of the buffer behind it along. */
function withOwnBytes(operation: SentOperation): SentOperation {
  if (operation.kind !== 'blob.put' || !(operation.blob.content instanceof Uint8Array)) return operation;
  const { content } = operation.blob;
  return content.byteLength === content.buffer.byteLength ? operation : { ...operation, blob: { ...operation.blob, content: new Uint8Array(content) } };
}

export function restoreRequests(flat: FlatList): LedgerRequest[] {
  const cursor = cursorOver(flat);
  const requests: LedgerRequest[] = [];
  while (!cursor.isAtEnd()) {
    const key = cursor.next<string | null>();
    const contentHash = cursor.next<string | null>();
    const fences = unpack(cursor.next<Packed<LedgerRequest['fences'][number]>>());
    const expected = unpack(cursor.next<Packed<LedgerRequest['expected'][number]>>());
    const operations = unpack(cursor.next<Packed<SentOperation>>());
    const events = Array.from({ length: cursor.next<number>() }, () => ({
      stream: cursor.next<string>(),
      type: cursor.next<string>(),
      header: cursor.next<string>(),
      payload: cursor.next<string>(),
    }));
    requests.push({ append: key === null || contentHash === null ? null : { key, contentHash }, fences, expected, events, operations });
  }
  return requests;
}

export function flattenOutcomes(outcomes: readonly Outcome[]): FlatList {
  const flat: unknown[] = [];
  for (const outcome of outcomes) {
    if ('failure' in outcome) {
      flat.push(outcome.failure);
    } else {
      const { appended, results, isReplay, warnings } = outcome.reply;
      flat.push(null, isReplay, pack(results), pack(warnings), appended.length);
      for (const { stream, position, sequence } of appended) flat.push(stream, position, sequence);
    }
  }
  return flat;
}

export function restoreOutcomes(flat: FlatList): Outcome[] {
  const cursor = cursorOver(flat);
  const outcomes: Outcome[] = [];
  while (!cursor.isAtEnd()) {
    const failure = cursor.next<ErrorBody | null>();
    outcomes.push(failure === null ? { reply: restoreReply(cursor.next) } : { failure });
  }
  return outcomes;
}

function restoreReply(next: <Value>() => Value): LedgerReply {
  const isReplay = next<boolean>();
  const results = unpack(next<Packed<unknown>>());
  const warnings = unpack(next<Packed<LedgerReply['warnings'][number]>>());
  const appended = Array.from({ length: next<number>() }, (): AppendedEvent => ({ stream: next<string>(), position: next<number>(), sequence: next<number>() }));
  return { appended, results, isReplay, warnings };
}
