import { DEFAULT_TENANT, functionCallAnswer, hardCallAnswer, injectionCheck, runPrepared, runSteer, type RunId } from '../contracts/index.ts';
import type { LogReader } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { demandLedger, demandLedgerOfRun } from './oversight.ts';
import { isHeld } from './run-reading.ts';
import type { OpenTools } from './tools-ports.ts';

/** Answers to questions of runs, and words for runs at work. */
export function runWordsBindings(openTools: OpenTools): Binding[] {
  return [
    bind(hardCallAnswer, async ({ hard_call_id: hardCallId, option_id: option, words, defer }, { idempotencyKey = '' }) => {
      const [ports, { answerHardCall, readHardCall, skipWaiting }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const { ledger, owner } = await demandLedger(hardCallId, ports);
      const { clock, ids, userId } = ports;
      if (defer) {
        const { skip_id: skipId } = await skipWaiting({ id: hardCallId, reason: 'user_directed', skippedBy: userId, idempotencyKey }, { log: owner, reader: ledger.log, documents: ledger.documents, clock, ids });
        return { hard_call_id: hardCallId, answer: 'put off', receipt_id: skipId };
      }
      const given = await answerHardCall({ hardCallId, answeredBy: userId, idempotencyKey, ...(option !== undefined && { option }), ...(words !== undefined && { words }) }, { log: owner, reader: ledger.log, documents: ledger.documents, clock, ids });
      const options = (await readHardCall(hardCallId, ledger.documents))?.call.options ?? [];
      const label = options.find(({ option_id: optionId }) => optionId === given.optionId)?.label;
      return { hard_call_id: hardCallId, answer: given.words ?? label ?? '', receipt_id: given.receipt.receipt_id };
    }),
    bind(functionCallAnswer, async ({ answers }) => {
      const [ports, { answerFunctionCalls, functionCallUnknown }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const runs = await ports.existingLedger(DEFAULT_TENANT);
      if (runs === undefined) throw functionCallUnknown(answers[0]?.call_id ?? '');
      return { run_id: await answerFunctionCalls(answers.map(({ call_id: callId, output }) => ({ callId, output })), ports.userId, { log: runs.owner, documents: runs.ledger.documents }) };
    }),
    bind(runSteer, async ({ run_id: runId, text }, { idempotencyKey = '' }) => {
      const [ports, { steerRun }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const { ledger, owner } = await demandLedgerOfRun(runId, ports);
      const { message_id: messageId } = await steerRun({ runId, text, sentBy: ports.userId, idempotencyKey }, { log: owner, reader: ledger.log, documents: ledger.documents, ids: ports.ids });
      return { run_id: runId, message_id: messageId, is_at_work: await isHeld(runId, { store: ledger.store, isHolderGone: ports.isHolderGone }), has_model: await hasModel(runId, ledger.log) };
    }),
    bind(injectionCheck, async ({ items }) => {
      const [{ rehearse }, { judges, place }] = await Promise.all([import('../oversight/index.ts'), openTools()]);
      const here = await place(undefined);
      const judgeScript = (script: string): 'allow' | 'gate' | 'block' => {
        const { decision } = judges.script(script, { argv: ['bash', '-c', script], currentFolder: here.workspace, environment: {} }, here);
        return decision === 'allow' ? 'allow' : decision === 'block' || decision === 'deny' ? 'block' : 'gate';
      };
      return { results: items.map((item) => rehearse(item, { judgeScript })) };
    }),
  ];
}

/** How many of its first events tell how a run was begun. */
const BEGINNING = 10;

/** Whether the run was begun with a model; so it was where nothing says otherwise. */
async function hasModel(runId: RunId, log: Pick<LogReader, 'read'>): Promise<boolean> {
  const begun = await log.read({ aggregate: 'run', id: runId }, { limit: BEGINNING });
  const payload = begun.find(({ event }) => event.type === runPrepared.type)?.event.payload;
  return (runPrepared.payload.safeParse(payload).data?.engine ?? 'model') === 'model';
}
