/** A process of its own that waits for approvals or gives them, over a ledger on disk. Says what it does, line by line. */
import { createInterface } from 'node:readline';
import { ApprovalId, OversightSection } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, KeelsonError, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, systemTimer } from '../../src/ledger/index.ts';
import { answerApproval } from '../../src/oversight/approvals/answer-approval.ts';
import { createApprovalKey } from '../../src/oversight/approvals/approval-key.ts';
import { approvalsForRun } from '../../src/oversight/approvals/approvals-for-run.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { APPROVAL_RUN, sampleCall, sampleKeyPem } from './approval-samples.ts';

/** `wait`: asks so many questions and says `told ID` and `answer N JSON`. `answer`: reads ids and says `won ID` or `CODE ID JSON`. */
export type ApprovalOrder =
  | { readonly does: 'wait'; readonly file: string; readonly calls: number }
  | { readonly does: 'answer'; readonly file: string; readonly answer: 'approved' | 'denied'; readonly userId: string };

const order = JSON.parse(process.argv[2] ?? '') as ApprovalOrder;
const store = await openSqliteStore({ file: order.file });
const ids = createIds({ clock: systemClock, random: systemRandom });
const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids });
const log = ledger.log.writerFor(AUTHOR);
const key = createApprovalKey(sampleKeyPem('this installation'));
const settings = OversightSection.parse({ approvals: { approvers: { owner: ['ada', 'grace'], admin: [], security: [] } } }).approvals;
console.log('ready');

if (order.does === 'wait') {
  const ports = { log, person: { userId: 'ada', log }, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, key: async () => key, settings, clock: systemClock, ids, random: systemRandom, timer: systemTimer, notify: [({ params }: { params: { approval_id: string } }) => console.log(`told ${params.approval_id}`)] };
  const approvals = approvalsForRun({ runId: APPROVAL_RUN, attendance: 'attended', mode: 'ask', triggersOf: () => [] }, ports);
  await Promise.all(
    Array.from({ length: order.calls }, async (_, at) => {
      const answer = await approvals.request(sampleCall({ idempotencyKey: `key-${at}`, call: `execute/1/tool-${at}` }), new AbortController().signal);
      console.log(`answer ${at} ${JSON.stringify(answer)}`);
    }),
  );
} else {
  const { answer, userId: answeredBy } = order;
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'end') break;
    const approvalId = ApprovalId.parse(line);
    try {
      await answerApproval({ approvalId, answer, actionHash: sampleCall().decision.action_hash, remember: 'once', reason: '', answeredBy, idempotencyKey: `${answeredBy} ${approvalId}` }, { log, reader: ledger.log, documents: ledger.documents, key: async () => key, approvers: settings.approvers, clock: systemClock });
      console.log(`won ${approvalId}`);
    } catch (error) {
      if (!(error instanceof KeelsonError)) throw error;
      console.log(`${error.code} ${approvalId} ${JSON.stringify(error.data)}`);
    }
  }
}
await ledger.close();
