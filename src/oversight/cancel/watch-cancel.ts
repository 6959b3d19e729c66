import { runCancelRequested, type LogEntry, type RunId, type TaskCancelProtocol } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Bus, LogReader } from '../../ledger/index.ts';
import { runEntries } from '../run-entries.ts';

export interface CancelWatch {
  /** Raised when what is under way is to be stopped, or when nobody could hear a cancellation any more. */
  readonly signal: AbortSignal;
  /** The wish, once there is one. Whoever works on the run asks between two steps and begins no further one. */
  requested(): TaskCancelProtocol | undefined;
  /** Resolved when every wish that was there before has been heard. */
  readonly caughtUp: Promise<void>;
  /** Ends the watch; nothing of it reads the log after that. */
  stop(): Promise<void>;
}

export interface WatchCancelPorts {
  readonly bus: Pick<Bus, 'tap'>;
  readonly reader: Pick<LogReader, 'read'>;
}

/** Hears when a person cancels the run, from whichever process; also when they did before anybody worked on it. */
export function watchCancel(runId: RunId, { bus, reader }: WatchCancelPorts): CancelWatch {
  const raised = new AbortController();
  const over = new AbortController();
  let wish: TaskCancelProtocol | undefined;
  const hear = (entry: LogEntry): void => {
    const heard = protocolIn(entry, runId);
    if (heard === undefined) return;
    wish = heard;
    // A step under way is left to end only when that was asked for.
    if (heard.in_flight_handling !== 'finish_current_step_then_stop') raised.abort(runCancelled(heard));
  };
  const past = async (): Promise<number> => {
    let position = 0;
    for await (const entry of runEntries(runId, reader)) {
      hear(entry);
      position = entry.position;
    }
    return position;
  };
  const begun = past();
  const follow = async (): Promise<void> => {
    try {
      for await (const entry of bus.tap({ after: await begun, signal: over.signal, types: [runCancelRequested.type] })) hear(entry);
    } catch (error) {
      if (!over.signal.aborted) raised.abort(error);
    }
  };
  const watching = follow();
  return {
    signal: raised.signal,
    requested: () => wish,
    caughtUp: begun.then(
      () => undefined,
      () => undefined,
    ),
    async stop() {
      over.abort();
      await watching;
    },
  };
}

/** Parts of a run are cancelled by whoever runs that part; here only the whole of it is. */
function protocolIn({ event }: LogEntry, runId: RunId): TaskCancelProtocol | undefined {
  if (event.type !== runCancelRequested.type || event.aggregate_id !== runId) return undefined;
  const read = runCancelRequested.payload.safeParse(event.payload);
  return read.success && read.data.protocol.cancel_scope === 'entire_run' ? read.data.protocol : undefined;
}

function runCancelled({ run_id, cancel_request_id, requested_by_ref: by }: TaskCancelProtocol): KeelsonError<'run.cancelled'> {
  return new KeelsonError('run.cancelled', {
    message: `${by} cancelled ${run_id}.`,
    nextStep: 'Nothing that was done is taken back by this; the receipt of the cancellation lists it.',
    data: { run_id, cancel_request_id },
  });
}
