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

export function planErase({ entries, projections, stamps }: LogErase): OperationPlan {
  const tenant = stamps[0]?.governance.tenant ?? '';
  return {
    records: projections.map((key) => ({ space: 'projection', key })),
    entries: entries.map(({ position }) => position),
    writes: [{ stream: `ledger/${tenant}`, type: ledgerPayloadErased.type }],
  };
}

/**
 * The payloads go, the erasure itself becomes an event, and every projection that may have read one of them starts
 * again from nothing, in one transaction: no document can keep words that were to be forgotten.
 */
export function decideErase({ entries, reason, requestedBy, projections, stamps }: LogErase, draft: Draft): void {
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
  for (const key of projections) {
    const state = draft.record({ space: 'projection', key })?.body as ProjectionState | undefined;
    if (state === undefined) continue;
    draft.put({ space: 'projection', key, body: { ...state, rebuilt_to: 0, generation: state.generation + 1 }, dueMs: null, position: null, source: null });
  }
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
