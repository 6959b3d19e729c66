import { approvalRemembered, approvalResolved, type ApprovalId, type ApprovalRecord, type ApprovalStatement, type JsonObject, type Name, type RememberScope, type Sha256, type SignedApproval } from '../../contracts/index.ts';
import { canonicalHash, hasCode, sha256Hex, timestamp, type Clock } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter, NewEvent } from '../../ledger/index.ts';
import type { ApprovalKey } from './approval-key.ts';
import { actionChanged, approvalExpired, approvalSettled, approvalUnknown, argumentsWrong, marksLeft, notAllowed } from './approval-errors.ts';
import { mayActAs, type Approvers } from './approvers.ts';
import { readApproval } from './read-approval.ts';
import { denialScopeKey, grantScopeKey, isRememberable } from './scope-keys.ts';
import { keepsMarks } from './shown-values.ts';

export interface ApprovalAnswer {
  readonly approvalId: ApprovalId;
  readonly answer: ApprovalStatement['answer'];
  /** The action that the person saw. */
  readonly actionHash: Sha256;
  /** In place of the arguments, when edited. */
  readonly arguments?: JsonObject;
  readonly remember: RememberScope;
  readonly reason: string;
  readonly answeredBy: Name;
  readonly idempotencyKey: string;
}

export interface AnswerPorts {
  /** Writes as the person. */
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly key: () => Promise<ApprovalKey>;
  readonly approvers: Approvers;
  readonly clock: Clock;
  /** Ids to offer when the one given is unknown. */
  readonly pending?: () => Promise<readonly string[]>;
}

/** Signs and records what a person says. The first answer stands: whoever comes second is told who was first, and with what. */
export async function answerApproval(answer: ApprovalAnswer, ports: AnswerPorts): Promise<ApprovalStatement> {
  const { approvalId } = answer;
  const appendKey = `approval-answer:${sha256Hex(`${approvalId}:${answer.idempotencyKey}`)}`;
  const before = await recordedStatement(appendKey, ports);
  if (before !== undefined && saysTheSame(before, answer)) return before;
  const known = await readApproval(approvalId, ports.documents);
  if (known === undefined) throw approvalUnknown(approvalId, await ports.pending?.());
  if (known.settled !== null) throw approvalSettled(approvalId, known.settled);
  demandAnswerable(answer, known.record, ports);
  const signed = (await ports.key()).sign(statementOf(answer, known.record, ports.clock));
  try {
    await ports.log.append({ key: appendKey, events: eventsOf(signed, known.record) });
    return signed.statement;
  } catch (error) {
    if (!hasCode(error, 'ledger.document_final') && !hasCode(error, 'ledger.key_reused')) throw error;
    const recorded = await recordedStatement(appendKey, ports);
    if (recorded !== undefined && saysTheSame(recorded, answer)) return recorded;
    const settled = (await readApproval(approvalId, ports.documents))?.settled;
    throw settled ? approvalSettled(approvalId, settled) : error;
  }
}

/** The same key with other words is another answer, and comes too late like any other. */
function saysTheSame(said: ApprovalStatement, { answer, actionHash, arguments: edited }: ApprovalAnswer): boolean {
  return said.answer === answer && said.action_hash === actionHash && canonicalHash(said.arguments) === canonicalHash(edited ?? null);
}

function demandAnswerable({ approvalId, answer, actionHash, arguments: edited, answeredBy }: ApprovalAnswer, { question, expires_at }: ApprovalRecord, { approvers, clock }: AnswerPorts): void {
  if (actionHash !== question.decision.action_hash) throw actionChanged(approvalId, actionHash, question.decision.action_hash);
  if (!mayActAs(answeredBy, question.required_approver, approvers)) throw notAllowed(approvalId, question.required_approver, answeredBy, approvers);
  if (timestamp(clock) > expires_at) throw approvalExpired(approvalId, expires_at);
  if ((answer === 'edited') !== (edited !== undefined)) throw argumentsWrong(answer);
  if (edited !== undefined && keepsMarks(edited, question.decision.arguments)) throw marksLeft();
}

function statementOf({ answer, arguments: edited, remember, reason, answeredBy }: ApprovalAnswer, record: ApprovalRecord, clock: Clock): ApprovalStatement {
  return {
    approval_id: record.approval_id,
    run_id: record.run_id,
    call: record.call,
    nonce: record.nonce,
    action_hash: record.question.decision.action_hash,
    answer,
    arguments: edited ?? null,
    // The statement says what really follows: what has to be asked about every time is not remembered.
    remember: answer === 'approved' && isRememberable(record.question) ? remember : 'once',
    reason,
    answered_by: answeredBy,
    answered_at: timestamp(clock),
    expires_at: record.expires_at,
  };
}

/** The settlement, and what is remembered of it, in one append. */
function eventsOf(signed: SignedApproval, { approval_id, run_id, question }: ApprovalRecord): NewEvent[] {
  const { answer, remember, action_hash } = signed.statement;
  const settled = { type: approvalResolved.type, streamId: approval_id, payload: { approval_id, resolution: { by: 'person', approval: signed } } };
  const scopeKey = answer === 'denied' ? denialScopeKey(run_id, action_hash) : remember === 'once' ? undefined : grantScopeKey(remember, run_id, question);
  if (scopeKey === undefined) return [settled];
  return [settled, { type: approvalRemembered.type, streamId: scopeKey, payload: { scope_key: scopeKey, workspace: question.decision.workspace, approval: signed } }];
}

async function recordedStatement(appendKey: string, { reader }: AnswerPorts): Promise<ApprovalStatement | undefined> {
  for (const { event } of await reader.appended(appendKey)) {
    const parsed = approvalResolved.payload.safeParse(event.payload);
    if (parsed.success && parsed.data.resolution.by === 'person') return parsed.data.resolution.approval.statement;
  }
  return undefined;
}
