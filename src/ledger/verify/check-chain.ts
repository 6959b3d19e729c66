import { sha256Hex } from '../../kernel/index.ts';
import { chainHash, GENESIS } from '../decide/chain.ts';
import type { Head } from '../store.ts';
import type { EntryCheck } from './entry-check.ts';
import type { FaultSink } from './faults.ts';

/** Positions follow one another, each entry is linked to the one before it, and the log reaches the head. */
export function checkChain(head: Head, faults: FaultSink): EntryCheck {
  let last: Pick<Head, 'position'> & Partial<Head> = GENESIS;
  return {
    take(entry) {
      const { position, stream, sequence } = entry;
      const place = `${stream}#${sequence}`;
      if (position !== last.position + 1) {
        faults.report('ledger.position_missing', last.position + 1, 'log', `after entry ${last.position} comes entry ${position}`);
      } else if (last.chainHash !== undefined && chainHash(last.chainHash, entry) !== entry.chainHash) {
        faults.report('ledger.chain_broken', position, place, 'its link does not fit what stands before it and in it');
      }
      if (position === head.position && entry.chainHash !== head.chainHash) {
        faults.report('ledger.head_differs', position, place, `the head says ${head.chainHash.slice(0, 12)}…, the entry ${entry.chainHash.slice(0, 12)}…`);
      }
      last = { position, chainHash: entry.chainHash };
    },
    lose: (position) => void (last = { position }),
    finish() {
      if (last.position >= head.position) return;
      faults.report('ledger.head_differs', head.position, 'log', `the head stands at entry ${head.position}, the log ends at ${last.position}`);
    },
  };
}

/** The number of an entry in its stream is one more than that of the entry before it. */
export function checkStreams(faults: FaultSink): EntryCheck {
  const sequences = new Map<string, number>();
  let lost = 0;
  return {
    take({ position, stream, sequence }, event) {
      const expected = (sequences.get(stream) ?? 0) + 1;
      // A gap no wider than what could not be read follows from that.
      if (sequence < expected || sequence > expected + lost) faults.report('ledger.stream_broken', position, stream, `expected number ${expected} in this stream, found ${sequence}`);
      sequences.set(stream, sequence);
      if (!event.ok) return;
      const named = `${event.envelope.aggregate}/${event.envelope.aggregate_id}`;
      if (named !== stream) faults.report('ledger.stream_broken', position, stream, `the event says that it belongs to ${named}`);
    },
    lose: () => void (lost += 1),
    finish() {},
  };
}

/** Each event still reads, and its payload is the one that was hashed when it was written. */
export function checkEvents(faults: FaultSink): EntryCheck {
  return {
    take({ position, stream, sequence, payload }, event) {
      const place = `${stream}#${sequence}`;
      if (!event.ok) faults.report('ledger.event_unreadable', position, place, `${event.fault.kind}: ${event.fault.detail}`);
      else if (payload !== null && sha256Hex(payload) !== event.envelope.payload_hash) {
        faults.report('ledger.payload_changed', position, place, `${event.envelope.type}: the payload does not have the hash it was written with`);
      }
    },
    finish() {},
  };
}
