import type { z } from 'zod';
import { ArtifactId, Governance, Name, RunId, StreamId, type EventCatalogue, type EventDefinition, type Sha256 } from '../../contracts/index.ts';
import { canonicalJson, invariant, KeelsonError, sha256Hex, type Ids } from '../../kernel/index.ts';
import { piecesIn } from '../blobs/operations.ts';
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, EVENT_PAYLOAD_BYTES_MAX } from '../limits.ts';
import type { LedgerRequest, PreparedEvent } from '../request.ts';
import { eventHeader, governanceText } from './header.ts';
import type { Append, Author, NewEvent } from './log.ts';

export interface PreparePorts {
  readonly catalogue: EventCatalogue;
  readonly ids: Ids;
  readonly author: Author;
  readonly recordedAt: string;
}

/** Events that the ledger itself decides on: written by hand they would go round its rules. */
const DECIDED_HERE: ReadonlySet<string> = new Set(['counter', 'ledger']);

const vouched = new WeakSet<object>();

/**
 * Says of a payload that it was made here, of parts that are each known to fit, so that it need not be taken apart again.
 * It must not be changed any more. For the ledger's own records of steps, of which every turn of a run writes several.
 */
export function vouchFor<Payload extends object>(payload: Payload): Payload {
  vouched.add(payload);
  return payload;
}

/** Checks an append and writes it out. Everything that can be refused without looking at the log is refused here. */
export function prepareAppend(append: Append, ports: PreparePorts): LedgerRequest {
  const operations = append.operations ?? [];
  const foreign = operations.find(({ kind }) => kind.startsWith('projection.'));
  invariant(foreign === undefined, 'documents are written by folding and in no other way');
  if (append.events.length > APPEND_EVENTS_MAX) throw appendTooLarge(append.events.length);
  const events = append.events.map((event) => prepareEvent(event, ports));
  if (events.reduce((sum, { payload }) => sum + payload.length, 0) > APPEND_BYTES_MAX) throw appendTooLarge(events.length);
  return {
    append: { key: append.key, contentHash: contentHashOf(events, append, ports.author) },
    fences: append.fences ?? [],
    expected: (append.expected ?? []).map(({ stream, sequence }) => ({ stream: `${stream.aggregate}/${stream.id}`, sequence })),
    events,
    operations,
  };
}

function prepareEvent({ type, streamId, payload, governance }: NewEvent, { catalogue, ids, author, recordedAt }: PreparePorts): PreparedEvent {
  const definition = catalogue.get(type);
  if (definition === undefined) throw eventInvalid(type, 'unknown_type', 'no event of this type is defined');
  if (DECIDED_HERE.has(definition.aggregate)) throw eventInvalid(type, 'decided_here', 'only the operation that decides it may write it');
  if (!streamSchema(definition.aggregate).safeParse(streamId).success) throw streamInvalid(definition.aggregate, streamId);
  const text = canonicalJson(vouched.has(payload) ? payload : checkedPayload(definition, payload));
  // A UTF-16 unit takes at most three bytes of UTF-8, so most texts need no exact count.
  if (text.length > EVENT_PAYLOAD_BYTES_MAX / 3 && Buffer.byteLength(text) > EVENT_PAYLOAD_BYTES_MAX) throw payloadTooLarge(type, text);
  const { version, aggregate } = definition;
  const header = eventHeader({
    eventId: ids.mint('evt'),
    type,
    version,
    aggregate,
    aggregateId: streamId,
    recordedAt,
    actor: author.actor,
    governance: governance === undefined ? author.governance : checkedGovernance(governance),
    payloadHash: sha256Hex(text),
  });
  return { stream: `${aggregate}/${streamId}`, type, header, payload: text };
}

/** A copy that nobody can change afterwards: its text is written once and kept. */
export function checkedGovernance(governance: Governance): Governance {
  const parsed = Governance.safeParse(governance);
  if (parsed.success) return Object.freeze(parsed.data);
  throw authorInvalid('governance');
}

export function checkedAuthor({ actor, governance }: Author): Author {
  if (!Name.safeParse(actor).success) throw authorInvalid('actor');
  return { actor, governance: checkedGovernance(governance) };
}

function authorInvalid(path: string): KeelsonError {
  return new KeelsonError('input.invalid', {
    message: `An event cannot be written under this ${path}.`,
    nextStep: 'Give the name of the actor and a whole governance, as the contracts define them.',
    data: { issues: [{ path, message: `not a valid ${path}` }] },
  });
}

/** What has an id of ours is streamed under that id and nothing else, so that its documents can be found by it. */
function streamSchema(aggregate: string): z.ZodType {
  if (aggregate === 'run') return RunId;
  return aggregate === 'artifact' ? ArtifactId : StreamId;
}

function checkedPayload({ type, payload: schema }: EventDefinition, payload: unknown): unknown {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw eventInvalid(type, 'invalid_payload', detail);
}

/** The identity of an append: what is said about which stream, by whom; not when, and not under which event ids. */
function contentHashOf(events: readonly PreparedEvent[], append: Append, author: Author): Sha256 {
  const said = events.map(({ stream, type, payload }) => `${stream} ${type} ${payload}`);
  return sha256Hex([author.actor, governanceText(author.governance), exceptionsOf(append), ...said].join('\n'));
}

/** What not every append has: operations, and governance that is not the author's own. */
function exceptionsOf({ events, operations = [] }: Append): string {
  if (operations.length === 0 && events.every(({ governance }) => governance === undefined)) return '';
  const pieces = piecesIn(operations);
  const asked = operations.flatMap((operation) => {
    // Where a whole was cut says nothing more than the whole does.
    if (operation.kind === 'blob.put' && pieces.has(operation.blob.sha256)) return [];
    if (operation.kind === 'blob.put') return { kind: operation.kind, sha256: operation.blob.sha256 };
    return { ...operation, ...('stamps' in operation && { stamps: operation.stamps.length }) };
  });
  return canonicalJson({ governance: events.map(({ governance = null }) => governance), operations: asked });
}

function appendTooLarge(events: number): KeelsonError {
  return new KeelsonError('ledger.append_too_large', {
    message: `An append of ${events} events is too large; at most ${APPEND_EVENTS_MAX} events and ${APPEND_BYTES_MAX} bytes go together.`,
    nextStep: 'Split it into several appends with a key each.',
    data: { events, limit: APPEND_EVENTS_MAX },
  });
}

function streamInvalid(aggregate: string, stream: string): KeelsonError {
  return new KeelsonError('ledger.stream_invalid', {
    message: `"${stream.slice(0, 80)}" cannot name a stream of "${aggregate}".`,
    nextStep: 'Use the id of a run or an artifact; for anything else a name of letters, digits, dot, dash, colon or underscore, at most 128 characters, without two dots in a row.',
    data: { stream: stream.slice(0, 256) },
  });
}

function eventInvalid(type: string, fault: string, detail: string): KeelsonError {
  return new KeelsonError('ledger.event_invalid', {
    message: `The event ${type} cannot be written: ${detail}.`,
    nextStep: 'Compare it with its definition in the event catalogue; nothing was written.',
    data: { type, fault, detail },
  });
}

export function payloadTooLarge(type: string, text: string): KeelsonError {
  const bytes = Buffer.byteLength(text);
  return new KeelsonError('ledger.payload_too_large', {
    message: `The payload of ${type} has ${bytes} bytes; at most ${EVENT_PAYLOAD_BYTES_MAX} are kept in an event.`,
    nextStep: 'Store the large part as a blob and refer to it by its hash; nothing was written.',
    data: { type, bytes, limit: EVENT_PAYLOAD_BYTES_MAX },
  });
}
