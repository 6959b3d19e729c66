import { attentionSkip, runCancel, runCancelSettled, type RunId, type TaskCancelProtocol, type TaskCancelReceipt } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { LEASE_POLL_MS } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { pause } from './held-run.ts';
import { findWaiting, idOfDetail } from './oversight-find.ts';
import { demandLedger, demandLedgerOfRun } from './oversight.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** Stops runs, and leaves out what they wait for. */
export function runCancelBindings(openTools: OpenTools): Binding[] {
  return [
    bind(runCancel, async ({ run_id: runId, in_flight_handling }, { idempotencyKey = '', signal }) => {
      const [ports, { requestCancel }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const runs = await demandLedgerOfRun(runId, ports);
      const { ledger, owner } = runs;
      const protocol = await requestCancel({ runId, requestedBy: ports.userId, idempotencyKey, choices: { in_flight_handling } }, { log: owner, reader: ledger.log, documents: ledger.documents, clock: ports.clock, ids: ports.ids });
      return { receipt: await settled(protocol, runs, ports, signal) };
    }),
    bind(attentionSkip, async ({ id, reason }, { idempotencyKey = '' }) => {
      const [ports, { skipWaiting }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const { ledger, owner } = await demandLedger(id, ports);
      const found = await findWaiting(id, ledger.documents, ports.clock);
      const whole = idOfDetail(found);
      const { approvers } = (await ports.oversight.settings()).approvals;
      const receipt = await skipWaiting({ id: whole, reason, skippedBy: ports.userId, idempotencyKey }, { log: owner, reader: ledger.log, documents: ledger.documents, clock: ports.clock, ids: ports.ids, approvers });
      return { receipt };
    }),
  ];
}

/** Whoever works on the run ends it; where nobody does, or whoever did has stopped, it is ended here. */
async function settled(protocol: TaskCancelProtocol, runs: LedgerForRuns, ports: ToolsPorts, signal: AbortSignal): Promise<TaskCancelReceipt> {
  const { leaveOutWaiting, settleCancel, terminationOf } = await import('../oversight/index.ts');
  const { endCancelledRun } = await import('../mother/index.ts');
  const { run_id: runId } = protocol;
  const { ledger, mother, leases } = runs;
  const settling = { log: mother, reader: ledger.log, documents: ledger.documents, clock: ports.clock, ids: ports.ids };
  const settle = (stopped: TaskCancelReceipt['stopped']): Promise<TaskCancelReceipt> => settleCancel(protocol, stopped, settling);
  let stopped: TaskCancelReceipt['stopped'] = 'was_not_running';
  for (;;) {
    const receipt = await recordedReceipt(runId, runs);
    if (receipt !== undefined) return receipt;
    // The end and its receipt are written together, and may have been since the receipt was looked for.
    if ((await terminationOf(runId, ledger.documents)) !== undefined) return (await recordedReceipt(runId, runs)) ?? settle('had_ended');
    signal.throwIfAborted();
    try {
      await leases.hold(`run:${runId}`, runId, { signal }, async (held, until) => endCancelledRun(runId, await settle(stopped), held, until, { ...ports, ...runs, writer: mother }));
    } catch (error) {
      if (!hasCode(error, 'lease.held')) throw error;
      stopped = protocol.in_flight_handling === 'finish_current_step_then_stop' ? 'after_current_step' : 'at_once';
      // A step that waits for a person would not end before they answered.
      if (stopped === 'after_current_step') await leaveOutWaiting(protocol, settling);
      await pause(LEASE_POLL_MS, ports.timer, signal);
    }
  }
}

const PAGE = 500;

/** What was recorded of the cancellation together with the end of the run. */
async function recordedReceipt(runId: RunId, { ledger }: LedgerForRuns): Promise<TaskCancelReceipt | undefined> {
  for (let after = 0; ; ) {
    const page = await ledger.log.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    const found = page.find(({ event }) => event.type === runCancelSettled.type);
    if (found !== undefined) return runCancelSettled.payload.parse(found.event.payload).receipt;
    after = page.at(-1)?.event.sequence ?? after;
    if (page.length < PAGE) return undefined;
  }
}
