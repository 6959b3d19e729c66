import { documentKey, ExecutedEffects, runCancelRequested, runSkipped, runStepCancelled, runStepCompleted, runStepIntended, type ExecutedSideEffect, type LogEntry, type StepIntent, type TaskCancelProtocol, type TaskCancelReceipt } from '../../contracts/index.ts';
import { hasCode, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter } from '../../ledger/index.ts';
import { waitingForPerson } from '../attention/list-attention.ts';
import { runEntries } from '../run-entries.ts';
import { skipWaiting } from './skip.ts';

export interface CancelFacts {
  readonly protocol: TaskCancelProtocol;
  readonly stopped: TaskCancelReceipt['stopped'];
  readonly receiptId: TaskCancelReceipt['receipt_id'];
  readonly createdAt: TaskCancelReceipt['created_at'];
  /** As the run's tool calls were folded; undefined when it made none. */
  readonly effects: ExecutedEffects | undefined;
  readonly steps: StepsLeft;
  /** What waited for a person and was left out with the run. */
  readonly leftOut: readonly string[];
}

/** What came of a cancellation. It tells what had happened and what may have, and never that anything was undone. */
export function cancelReceipt({ protocol, stopped, receiptId, createdAt, effects, steps, leftOut }: CancelFacts): TaskCancelReceipt {
  const { begun, executed, dropped } = effects ?? { begun: [], executed: [], dropped: 0 };
  const undo = `keelson undo ${protocol.run_id}`;
  const earlier: ExecutedSideEffect[] = dropped === 0 ? [] : [{ call: 'earlier', what: `${dropped} more effects than are listed here`, certainty: 'executed', undo_command: undo }];
  return {
    receipt_id: receiptId,
    cancel_request_id: protocol.cancel_request_id,
    run_id: protocol.run_id,
    stopped,
    executed_side_effects: [
      ...earlier,
      ...executed,
      ...begun.map(({ call, what }) => ({ call, what, certainty: 'may_have_happened' as const, undo_command: null })),
      ...steps.mayHaveHappened.map(({ key, effect }) => ({ call: key, what: effect, certainty: 'may_have_happened' as const, undo_command: null })),
    ],
    cancelled_intents: [...steps.neverBegan, ...leftOut],
    created_at: createdAt,
    schema_version: '1.0',
  };
}

/** The steps of a run that have no outcome. */
export interface StepsLeft {
  /** Those that can do harm and of which nobody knows; tool calls tell of themselves. */
  readonly mayHaveHappened: readonly Pick<StepIntent, 'key' | 'effect'>[];
  readonly neverBegan: readonly string[];
}

/** Looks at one entry after the other: a run may have many, and what they hold is not needed. */
export async function stepsLeft(entries: AsyncIterable<LogEntry>): Promise<StepsLeft> {
  const open = new Map<string, { readonly intent: StepIntent | undefined; readonly neverBegan: boolean }>();
  for await (const { event } of entries) {
    if (event.payload === null) continue;
    if (event.type === runStepIntended.type) {
      const { intent } = event.payload as { intent: StepIntent };
      open.set(intent.key, { intent, neverBegan: false });
    }
    if (event.type === runStepCompleted.type) open.delete((event.payload as { result: { key: string } }).result.key);
    if (event.type === runStepCancelled.type) {
      const { key, may_have_happened: mayHaveHappened, intent } = runStepCancelled.payload.parse(event.payload).cancellation;
      open.set(key, { intent: intent ?? open.get(key)?.intent, neverBegan: !mayHaveHappened });
    }
  }
  const left = [...open];
  return {
    mayHaveHappened: left.flatMap(([, { intent, neverBegan }]) => (!neverBegan && intent?.side_effect === 'destructive' && intent.effect !== 'tool.call' ? [{ key: intent.key, effect: intent.effect }] : [])),
    neverBegan: left.flatMap(([key, { neverBegan }]) => (neverBegan ? [key] : [])),
  };
}

export interface SettleCancelPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'read' | 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** For whoever ends the run: leaves out what still waited for a person and tells what came of it all. The receipt is recorded with the end. */
export async function settleCancel(protocol: TaskCancelProtocol, stopped: TaskCancelReceipt['stopped'], ports: SettleCancelPorts): Promise<TaskCancelReceipt> {
  await leaveOutWaiting(protocol, ports);
  const leftOut: string[] = [];
  const steps = await stepsLeft(notingSkips(runEntries(protocol.run_id, ports.reader), protocol, leftOut));
  const stored = await ports.documents.get(documentKey.executedEffects(protocol.run_id));
  return cancelReceipt({ protocol, stopped, receiptId: ports.ids.mint('rcp'), createdAt: timestamp(ports.clock), effects: stored && ExecutedEffects.parse(stored.body), steps, leftOut });
}

/** Passes on what it reads, and notes what was left out of the run since its cancellation was asked for. */
async function* notingSkips(entries: AsyncIterable<LogEntry>, { cancel_request_id: wish }: TaskCancelProtocol, leftOut: string[]): AsyncGenerator<LogEntry> {
  let isCancelled = false;
  for await (const entry of entries) {
    const { type, payload } = entry.event;
    if (type === runCancelRequested.type && payload !== null) isCancelled ||= runCancelRequested.payload.parse(payload).protocol.cancel_request_id === wish;
    if (isCancelled && type === runSkipped.type && payload !== null) leftOut.push(runSkipped.payload.parse(payload).receipt.target_ref);
    yield entry;
  }
}

/** Nobody is waited for in a run that is to stop: a yes that came now would begin what it should not begin any more. */
export async function leaveOutWaiting({ run_id, cancel_request_id, requested_by_ref: skippedBy }: TaskCancelProtocol, ports: SettleCancelPorts): Promise<void> {
  for (const { id, run_id: runId } of await waitingForPerson(ports.documents)) {
    if (runId !== run_id) continue;
    try {
      await skipWaiting({ id, reason: 'user_directed', skippedBy, idempotencyKey: cancel_request_id }, ports);
    } catch (error) {
      // Answered in this very moment: nobody acts on it any more, and it does not hold up the end.
      if (!hasCode(error, 'approval.settled') && !hasCode(error, 'hard_call.settled') && !hasCode(error, 'function_call.settled')) throw error;
    }
  }
}
