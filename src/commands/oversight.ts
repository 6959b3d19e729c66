import { approvalAnswer, attentionList, attentionShow, DEFAULT_TENANT } from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import { auditItems, type ReadAuditTroubles } from './audit-troubles.ts';
import { bind, type Binding } from './dispatcher.ts';
import { findWaiting, nothingWaits } from './oversight-find.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** What waits for a person, and the answers to it. Looking creates nothing. */
export function oversightBindings(openTools: OpenTools, readAuditTroubles: ReadAuditTroubles): Binding[] {
  return [
    bind(attentionList, async ({ run_id: runId }, { signal }) => {
      const ports = await openTools();
      const now = timestamp(ports.clock);
      const documents = await ports.documents();
      if (documents === undefined) return { items: [], as_of: now };
      const { listAttention } = await import('../oversight/index.ts');
      // What the auditor has seen belongs to no run that a person asks about.
      const also = runId === undefined ? await auditItems(await readAuditTroubles(signal)) : [];
      return { items: await listAttention(documents, { now, also, ...(runId !== undefined && { runId }) }), as_of: now };
    }),
    bind(attentionShow, async ({ id }) => {
      const ports = await openTools();
      const documents = await ports.documents();
      if (documents === undefined) throw nothingWaits(id, []);
      return findWaiting(id, documents, ports.clock);
    }),
    bind(approvalAnswer, async ({ approval_id: approvalId, answer, action_hash: actionHash, arguments: edited, remember, reason }, { idempotencyKey = '' }) => {
      const [ports, { answerApproval, listAttention }] = await Promise.all([openTools(), import('../oversight/index.ts')]);
      const { ledger, owner } = await demandLedger(approvalId, ports);
      const { approvers } = (await ports.oversight.settings()).approvals;
      const pending = async (): Promise<string[]> => (await listAttention(ledger.documents, { now: timestamp(ports.clock) })).map(({ item_id: item }) => item);
      const wish = { approvalId, answer, actionHash, remember, reason, answeredBy: ports.userId, idempotencyKey, ...(edited !== undefined && { arguments: edited }) };
      const statement = await answerApproval(wish, { log: owner, reader: ledger.log, documents: ledger.documents, key: ports.oversight.key, approvers, clock: ports.clock, pending });
      return { statement };
    }),
  ];
}

/** The ledger in which something is to be answered; where nothing was ever recorded nothing waits. */
export async function demandLedger(id: string, ports: ToolsPorts): Promise<LedgerForRuns> {
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) throw nothingWaits(id, []);
  return runs;
}

/** The ledger of a run; where nothing was ever recorded there is no run. */
export async function demandLedgerOfRun(runId: string, ports: ToolsPorts): Promise<LedgerForRuns> {
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs !== undefined) return runs;
  throw new KeelsonError('run.unknown', { message: `There is no run ${runId} here: nothing has been recorded yet.`, nextStep: 'Check the id, and whether KEELSON_HOME names the folder of the run.', data: { run_id: runId } });
}
