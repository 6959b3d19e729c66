import { runSteered, runSteeringTaken, type RunId, type SteeringMessage } from '../../contracts/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import { runEntries } from '../run-entries.ts';

/** The messages of a run that were sent and not yet taken, in the order in which they came. */
export interface SteeringInbox {
  readonly runId: RunId;
  /** Reads on from where it stood; all that work on a run share one, and read the run once, not once for each call. */
  untaken(): Promise<readonly SteeringMessage[]>;
}

const HEARD = [runSteered.type, runSteeringTaken.type];

export function steeringInbox(runId: RunId, reader: Pick<LogReader, 'read' | 'passOver'>): SteeringInbox {
  const waiting = new Map<string, SteeringMessage>();
  let sequence = 0;
  let last: Promise<unknown> = Promise.resolve();
  const readOn = async (): Promise<readonly SteeringMessage[]> => {
    // What the run has told of itself meanwhile need not be read to know that nobody spoke.
    sequence = reader.passOver?.({ stream: { aggregate: 'run', id: runId }, after: sequence }, HEARD) ?? sequence;
    for await (const { event } of runEntries(runId, reader, sequence)) {
      sequence = event.sequence;
      if (event.type === runSteered.type && event.payload !== null) {
        const { message } = runSteered.payload.parse(event.payload);
        waiting.set(message.message_id, message);
      }
      if (event.type === runSteeringTaken.type && event.payload !== null) for (const { message_id: id } of runSteeringTaken.payload.parse(event.payload).messages) waiting.delete(id);
    }
    return [...waiting.values()];
  };
  return {
    runId,
    untaken() {
      // One after the other: two that read at once would hear again what one of them has passed already.
      const next = last.then(readOn, readOn);
      last = next;
      return next;
    },
  };
}

/** What a person said that the run never heard; told to them when it ends. */
export function untakenSteering(runId: RunId, reader: Pick<LogReader, 'read'>): Promise<readonly SteeringMessage[]> {
  return steeringInbox(runId, reader).untaken();
}
