import { ledgerPayloadErased } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import type { ProjectionState } from '../projections/projection.ts';
import type { LogErase } from './erase-operation.ts';

export function planErase({ projections, stamps }: LogErase): OperationPlan {
  const tenant = stamps[0]?.governance.tenant ?? '';
  return {
    records: projections.map((key) => ({ space: 'projection', key })),
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
    draft.put({ space: 'projection', key, body: { ...state, rebuilt_to: 0 }, dueMs: null, position: null, source: null });
  }
}
