import { ledgerPayloadErased, type PayloadErasure } from '../../contracts/index.ts';
import type { EntryCheck } from './entry-check.ts';
import type { FaultSink } from './faults.ts';

/** A payload that is gone was erased by an event that says so; any other has been lost. */
export function checkErasures(faults: FaultSink): EntryCheck & { readonly erased: () => number } {
  const unexplained = new Map<string, number>();
  let erased = 0;
  return {
    take({ position, stream, sequence, payload }, event) {
      if (payload === null) {
        erased += 1;
        unexplained.set(`${stream}#${sequence}`, position);
      } else if (event.ok && event.envelope.type === ledgerPayloadErased.type) {
        for (const one of (event.payload as PayloadErasure).erased) unexplained.delete(`${one.aggregate}/${one.stream_id}#${one.sequence}`);
      }
    },
    finish() {
      for (const [place, position] of unexplained) {
        faults.report('ledger.payload_missing', position, place, 'the payload is gone and no erasure names it');
      }
    },
    erased: () => erased,
  };
}
