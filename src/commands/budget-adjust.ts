import { budgetAdjust, budgetShow, DEFAULT_TENANT, documentKey, HardCallId, RunState, type RunId } from '../contracts/index.ts';
import { timestamp } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { findRun } from './run-find.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

const DATE_CHARS = 'YYYY-MM-DD'.length;

/** Serves `budget.adjust` and `budget.show`: a person looks at the limits, raises one of a run, or takes note of how far it is used. */
export function budgetBindings(openTools: OpenTools): Binding[] {
  return [
    bind(budgetAdjust, async ({ run, resource, limit, reason }, { idempotencyKey = '' }) => {
      const ports = await openTools();
      const [runs, { adjustBudget }] = await Promise.all([demandLedgerOfRun(run, ports), import('../mother/index.ts')]);
      const runId = await findRun(run, runs.ledger.documents);
      const adjusted = await adjustBudget({ runId, resource, reason, adjustedBy: ports.userId, idempotencyKey, ...(limit !== undefined && { limit }) }, runs);
      if (adjusted.waited && adjusted.to > adjusted.from) await answerForThem(runId, idempotencyKey, runs, ports);
      return adjusted;
    }),
    bind(budgetShow, async ({ run }) => {
      const [ports, { budgetStanding }] = await Promise.all([openTools(), import('../mother/index.ts')]);
      const runs = run === undefined ? await ports.existingLedger(DEFAULT_TENANT) : await demandLedgerOfRun(run, ports);
      const runId = run === undefined || runs === undefined ? undefined : await findRun(run, runs.ledger.documents);
      const { budget } = await ports.runSettings();
      return budgetStanding(runId, { budget, userId: ports.userId, date: timestamp(ports.clock).slice(0, DATE_CHARS), ...(runs !== undefined && { ledger: runs.ledger }) });
    }),
  ];
}

/** Whoever raised what a run waits for has answered its question; it would stand open for ever, or be asked once more. */
async function answerForThem(runId: RunId, idempotencyKey: string, { ledger, owner }: LedgerForRuns, { clock, ids, userId }: ToolsPorts): Promise<void> {
  const [{ answerHardCall, listAttention, readHardCall }, { RAISED_MYSELF }] = await Promise.all([import('../oversight/index.ts'), import('../mother/index.ts')]);
  const suspension = RunState.safeParse((await ledger.documents.get(documentKey.run(runId)))?.body).data?.suspension;
  if (suspension?.waiting_for !== 'budget') return;
  for (const { item_id: id } of await listAttention(ledger.documents, { runId, now: timestamp(clock) })) {
    const hardCallId = HardCallId.safeParse(id).data;
    const call = hardCallId === undefined ? undefined : (await readHardCall(hardCallId, ledger.documents))?.call;
    if (hardCallId === undefined || call === undefined || !suspension.questions.includes(call.prompt_text)) continue;
    await answerHardCall({ hardCallId, option: RAISED_MYSELF, answeredBy: userId, idempotencyKey }, { log: owner, reader: ledger.log, documents: ledger.documents, clock, ids });
  }
}
