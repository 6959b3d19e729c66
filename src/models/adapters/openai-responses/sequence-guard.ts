import { CallFault } from '../../failure/faults.ts';
import { countOf } from '../openai-shared/wire-piece.ts';

/** True when the event is one that was already read. Throws when events before it are missing. */
export type SequenceGuard = (sequenceNumber: unknown, data: string) => boolean;

/** Servers that number carelessly still write 0 and 1 on the two events that begin every answer. */
const HONEST_STEPS_MIN = 4;

/**
 * Follows the numbers of the events. They are believed once they have grown by one several times in a row, and never
 * again once an event has the number of another: some servers do not number at all, some give many events the same
 * number, and some count in several places. What is not believed is read, so that no text is lost.
 */
export function createSequenceGuard(): SequenceGuard {
  /** What was read under each number; undefined once the numbers are refuted. */
  let dataByNumber: Map<number, string> | undefined = new Map();
  let last = -1;
  let steps = 0;
  return (sequenceNumber, data) => {
    const number = countOf(sequenceNumber);
    if (number === undefined || dataByNumber === undefined) return false;
    const areHonest = steps >= HONEST_STEPS_MIN;
    if (number <= last) {
      if (dataByNumber.get(number) === data) return areHonest;
      dataByNumber = undefined;
      return false;
    }
    if (number > last + 1 && areHonest) throw new CallFault('garbage', `the answer jumps from event ${last} to event ${number}`);
    steps = number === last + 1 ? steps + 1 : 0;
    last = number;
    dataByNumber.set(number, data);
    return false;
  };
}
