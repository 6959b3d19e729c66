import { ledgerPayloadErased } from '../../contracts/index.ts';
import { invariant, KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import type { ProjectionState } from '../projections/projection.ts';
import { ERASED_ENTRIES_MAX } from '../limits.ts';
import type { EntryRow } from '../rows.ts';
import type { ErasedEntry, LogErase } from './erase-operation.ts';

/** Without these the log could no longer say what was spent, or what was erased. */
const NEVER_ERASED = ['counter/', 'ledger/'];

export function planErase({ entries, projections, refolded = [], madeUpFor = [], streams = [], stamps }: LogErase): OperationPlan {
  const tenant = stamps[0]?.governance.tenant ?? '';
  return {
    records: [...projections, ...refolded, ...madeUpFor].map((key) => ({ space: 'projection', key })),
    streams: streams.map(({ stream }) => stream),
    entries: [...entries.map(({ position }) => position), ...streams.flatMap(({ positions }) => positions)],
    writes: [{ stream: `ledger/${tenant}`, type: ledgerPayloadErased.type }],
  };
}

/**
 * The payloads go, the erasure itself becomes an event, and every projection that may have read one of them starts
 * again from nothing, in one transaction: no document can keep words that were to be forgotten. Where all events of a
 * document stand in one stream, that stream is folded again right here.
 */
export function decideErase({ entries, reason, requestedBy, projections, refolded = [], madeUpFor = [], streams = [], stamps }: LogErase, draft: Draft): void {
  const [stamp] = stamps;
  invariant(stamp !== undefined, 'an erasure writes one event');
  if (entries.length > ERASED_ENTRIES_MAX) throw notErasable(0, `more than ${ERASED_ENTRIES_MAX} events at once`);
  for (const entry of entries) checkErasable(entry, draft.facts.entries.get(entry.position));
  const erased = entries.map(({ stream, sequence, payloadHash }) => {
    const [aggregate = '', id = ''] = stream.split('/');
    return { aggregate, stream_id: id, sequence, payload_hash: payloadHash };
  });
  const payload = { erased, reason, requested_by: requestedBy };
  draft.append({ aggregate: 'ledger', streamId: stamp.governance.tenant, type: ledgerPayloadErased.type, payload }, stamp);
  for (const { position } of entries) draft.erase(position);
  const gone = new Set(entries.map(({ position }) => position));
  const rows = streams.flatMap((stream) => wholeStream(stream, draft)).filter(({ position }) => !gone.has(position));
  for (const { stream } of streams) draft.refold(stream, refolded, rows.filter((row) => row.stream === stream));
  for (const key of projections) restart(draft, key);
  // What is being folded anew may have passed these entries already.
  for (const key of [...refolded, ...madeUpFor]) if (stateOf(draft, key)?.rebuilt_to !== null) restart(draft, key);
}

function stateOf(draft: Draft, key: string): ProjectionState | undefined {
  return draft.record({ space: 'projection', key })?.body as ProjectionState | undefined;
}

function restart(draft: Draft, key: string): void {
  const state = stateOf(draft, key);
  if (state === undefined) return;
  draft.put({ space: 'projection', key, body: { ...state, rebuilt_to: 0, generation: state.generation + 1 }, dueMs: null, position: null, source: null });
}

/** All that stood of the stream before this request; when somebody has written to it since it was read, the document would miss that. */
function wholeStream({ stream, positions }: NonNullable<LogErase['streams']>[number], draft: Draft): EntryRow[] {
  const rows = positions.flatMap((position) => draft.facts.entries.get(position) ?? []);
  const isWhole = rows.every((row, at) => row.stream === stream && row.sequence === at + 1);
  invariant(isWhole && rows.length === positions.length, 'the entries of a stream are named in order');
  const actual = draft.facts.streams.get(stream) ?? 0;
  if (actual === rows.length) return rows;
  throw new KeelsonError('ledger.sequence_conflict', {
    message: `The stream ${stream} is at ${actual}, not at ${rows.length} as expected; nothing was erased.`,
    nextStep: 'Try again: somebody has written to it meanwhile.',
    data: { stream, expected: rows.length, actual },
  });
}

function checkErasable({ position, stream, sequence, payloadHash }: ErasedEntry, row: EntryRow | undefined): void {
  const isThere = row !== undefined && row.stream === stream && row.sequence === sequence && row.header.includes(`"payload_hash":"${payloadHash}"`);
  if (!isThere) throw notErasable(position, `there is no such event ${sequence} in ${stream}`);
  if (NEVER_ERASED.some((aggregate) => stream.startsWith(aggregate))) throw notErasable(position, `events of ${stream} hold no content of anyone's, and are needed`);
}

export function notErasable(position: number, reason: string): KeelsonError {
  return new KeelsonError('ledger.not_erasable', {
    message: `Nothing was erased: ${reason}.`,
    nextStep: 'Name events that exist and carry content, not too many at once; `keelson ledger events` lists them.',
    data: { position, reason },
  });
}
