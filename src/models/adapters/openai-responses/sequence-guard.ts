import { CallFault } from '../../failure/faults.ts';
import { countOf } from '../openai-shared/wire-piece.ts';

/** True when the event is one that was already read. Throws when events before it are missing. */
export type SequenceGuard = (sequenceNumber: unknown, data: string) => boolean;

/**
 * Follows the numbers of the events. They are believed from the first step of one on: some servers do not number at
 * all, and some give every event the same number.
 */
export function createSequenceGuard(): SequenceGuard {
  let last: number | undefined;
  let lastData = '';
  let areBelieved = false;
  return (sequenceNumber, data) => {
    const number = countOf(sequenceNumber);
    if (number === undefined) return false;
    if (last === undefined || number === last + 1) {
      areBelieved ||= last !== undefined;
      last = number;
      lastData = data;
      return false;
    }
    if (number > last) throw new CallFault('garbage', `the answer jumps from event ${last} to event ${number}`);
    return areBelieved || data === lastData;
  };
}
