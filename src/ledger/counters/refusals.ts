import type { CounterUnit, ReservationId, StreamId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

export function counterUnknown(counter: StreamId): KeelsonError {
  return new KeelsonError('counter.unknown', {
    message: `There is no counter "${counter}", so nothing can be taken from it.`,
    nextStep: 'Open the counter with its limits first.',
    data: { counter },
  });
}

export function counterExists(counter: StreamId): KeelsonError {
  return new KeelsonError('counter.exists', {
    message: `The name "${counter}" is taken; a counter is opened once.`,
    nextStep: 'Use the counter as it is, or open one under another name.',
    data: { counter },
  });
}

export function counterIsClosed(counter: StreamId): KeelsonError {
  return new KeelsonError('counter.closed', {
    message: `The counter "${counter}" is closed; whatever was still reserved on it has been counted as spent.`,
    nextStep: 'Open a new counter for new work; a closed one has nothing left to settle.',
    data: { counter },
  });
}

export function counterExhausted(counter: StreamId, { unit, asked, available }: { unit: CounterUnit; asked: number; available: number }): KeelsonError {
  return new KeelsonError('counter.exhausted', {
    message: `The counter "${counter}" has ${available} ${unit} left and ${asked} were asked for; nothing was reserved.`,
    nextStep: 'Ask for less, wait until other reservations are settled, or have a person raise the limit.',
    data: { counter, unit, asked, available },
  });
}

export function reservationExists(counter: StreamId, reservationId: ReservationId): KeelsonError {
  return new KeelsonError('counter.reservation_exists', {
    message: `The counter "${counter}" already has an open reservation "${reservationId}".`,
    nextStep: 'Choose another reservation id; to repeat a request safely, repeat its append key.',
    data: { counter, reservation_id: reservationId },
  });
}

export function reservationUnknown(counter: StreamId, reservationId: ReservationId): KeelsonError {
  return new KeelsonError('counter.reservation_unknown', {
    message: `The counter "${counter}" has no open reservation "${reservationId}".`,
    nextStep: 'Look the reservation up in the log: it was settled before, or never made.',
    data: { counter, reservation_id: reservationId },
  });
}

export function counterInvalid(counter: StreamId, detail: string, nextStep: string): KeelsonError {
  return new KeelsonError('counter.invalid', {
    message: `The counter "${counter}" was not changed: ${detail}.`,
    nextStep,
    data: { counter, detail },
  });
}

export function countersStale(rebuiltTo: number): KeelsonError {
  return new KeelsonError('ledger.projection_stale', {
    message: `The counters are being counted again and have come to entry ${rebuiltTo}; until then none can be trusted.`,
    nextStep: 'Wait until the counters are up to date, then try again.',
    data: { projection: 'counter', rebuilt_to: rebuiltTo, validation_code: 'validation.projection_event_seq_out_of_date' },
  });
}
