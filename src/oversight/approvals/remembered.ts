import { approvalRemembered, documentKey, type RunId, type Sha256, type SignedApproval } from '../../contracts/index.ts';
import { timestamp } from '../../kernel/index.ts';
import type { ApprovalCase } from '../policy/approval-case.ts';
import type { RunApprovalPorts } from './approval-ports.ts';
import { faultOf, type StatementFault } from './check-statement.ts';
import { readApproval } from './read-approval.ts';
import { refuse } from './refuse.ts';
import { denialScopeKey, grantScopeKey, isRememberable, type RememberableQuestion } from './scope-keys.ts';

/** What a person's earlier answers say about this action. */
export type RememberedAnswers = Pick<ApprovalCase, 'remembered' | 'deniedBefore'>;

const SCOPES = ['run', 'workspace'] as const;

/** Every remembered answer is checked like a fresh one; what does not hold is refused and counts for nothing. */
export async function rememberedAnswers(runId: RunId, question: RememberableQuestion, ports: RunApprovalPorts): Promise<RememberedAnswers> {
  const denied = await grantUnder(denialScopeKey(runId, question.decision.action_hash), ports);
  if (denied?.statement.answer === 'denied') return { deniedBefore: { reason: denied.statement.reason.trim() || 'no reason was given.' } };
  if (!isRememberable(question)) return {};
  for (const scope of SCOPES) {
    const granted = await grantUnder(grantScopeKey(scope, runId, question), ports);
    if (granted?.statement.answer === 'approved' && timestamp(ports.clock) < granted.statement.expires_at) {
      return { remembered: { answeredBy: granted.statement.answered_by, expiresAt: granted.statement.expires_at } };
    }
  }
  return {};
}

async function grantUnder(scopeKey: Sha256, ports: RunApprovalPorts): Promise<SignedApproval | undefined> {
  const stored = await ports.documents.get(documentKey.approvalGrant(scopeKey));
  if (stored === undefined) return undefined;
  const { approval } = approvalRemembered.payload.parse(stored.body);
  const fault = await faultOfGrant(approval, scopeKey, ports);
  if (fault === undefined) return approval;
  await refuse(approval.statement, fault, ports);
  return undefined;
}

/** Its question is read again, so that a genuine answer cannot be put under the name of another action. */
async function faultOfGrant(approval: SignedApproval, scopeKey: Sha256, ports: RunApprovalPorts): Promise<StatementFault | undefined> {
  const { statement } = approval;
  const known = await readApproval(statement.approval_id, ports.documents);
  if (known === undefined) return { rule: 'approval.other_approval', explanation: 'it answers a question that was never asked' };
  const { record } = known;
  const fault = faultOf(approval, { record, key: await ports.key(), approvers: ports.settings.approvers });
  if (fault !== undefined) return fault;
  const isOfScope = statement.answer === 'denied' ? denialScopeKey(record.run_id, statement.action_hash) === scopeKey : statement.remember !== 'once' && grantScopeKey(statement.remember, record.run_id, record.question) === scopeKey;
  return isOfScope ? undefined : { rule: 'approval.other_scope', explanation: 'it was not meant to be remembered for this action' };
}
