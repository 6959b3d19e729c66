import type { EventFault, EventType } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** An entry that stands in the log and that this version cannot make sense of. */
export function unreadableEvent(position: number, type: EventType, { kind, detail }: EventFault): KeelsonError {
  return new KeelsonError('ledger.event_invalid', {
    message: `Entry ${position} (${type}) cannot be read: ${detail}.`,
    nextStep: 'Use the version of Keelson that wrote it, or a newer one.',
    data: { type, fault: kind, detail },
  });
}
