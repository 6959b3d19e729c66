import { HardRevisionCall, type ApprovalId, type ApprovalRecord, type HardCallId, type HardCallPendingPolicy, type HumanDecisionOption, type RunId } from '../../src/contracts/index.ts';
import { questionHash, type NewEvent } from '../../src/ledger/index.ts';
import { JOURNAL_RUN } from './journal-fixture.ts';

export const ASKED_AT = '2027-01-15T08:00:00.000Z';

const body = (at: number): string => `01JCQZ9Y5D${String(at).padStart(16, '0')}`;

export function approvalId(at: number): ApprovalId {
  return `apr_${body(at)}` as ApprovalId;
}

export function hardCallId(at: number): HardCallId {
  return `hcl_${body(at)}` as HardCallId;
}

/** A question about a program that removes a folder. */
export function approvalRecord(at: number, changes: { runId?: RunId; subject?: string; isUndoable?: boolean; expiresAt?: string; requestedAt?: string } = {}): ApprovalRecord {
  const { runId = JOURNAL_RUN, subject = 'rm -rf build (in /w)', isUndoable = true, expiresAt = '2027-01-15T10:00:00.000Z', requestedAt = ASKED_AT } = changes;
  const verdict = { decision: 'ask', rule: 'command.deletes', explanation: 'It deletes.' } as const;
  return {
    approval_id: approvalId(at),
    run_id: runId,
    call: `execute/${at}`,
    question: {
      decision: { tool_id: 'shell', role_id: 'coder', arguments: {}, workspace: '/w', definition_hash: 'a'.repeat(64), action_hash: 'b'.repeat(64), intentions: [{ kind: 'script', subject, verdict }] },
      reasons: ['command.deletes: It deletes.'],
      is_undoable: isUndoable,
      touches: ['processes'],
      origins: [],
      required_approver: 'owner',
      triggers: [],
    },
    batch: 'execute',
    nonce: 'c'.repeat(64),
    requested_at: requestedAt,
    expires_at: expiresAt,
  };
}

export function approvalAsked(record: ApprovalRecord): NewEvent {
  return { type: 'approval.requested', streamId: record.approval_id, payload: { record } };
}

export const YES: HumanDecisionOption = { option_id: 'yes', label: 'Yes, go on', consequence: 'The run goes on.', causes_side_effect: false };
export const NO: HumanDecisionOption = { option_id: 'no', label: 'No, stop', consequence: 'The run stops here.', causes_side_effect: false };

export type HardCallChanges = Partial<Omit<HardRevisionCall, 'pending_policy' | 'question_hash'>> & { readonly policy?: Partial<HardCallPendingPolicy>; readonly question_hash?: string };

/** A closed choice between yes and no that holds up the whole run. */
export function hardCall(at: number, { policy = {}, ...changes }: HardCallChanges = {}): HardRevisionCall {
  const call = {
    hard_call_id: hardCallId(at),
    run_id: JOURNAL_RUN,
    raised_at_step: 'execute/1',
    pending_policy: {
      hard_call_id: hardCallId(at),
      blocking_scope: 'entire_run',
      blocked_refs: [],
      allowed_to_continue_refs: [],
      context_visible_to_continuing_modules: 'none',
      on_defer: 'pause_scope',
      on_timeout: 'abort',
      schema_version: '1.0',
      ...policy,
    },
    created_at: ASKED_AT,
    schema_version: '1.1',
    call_kind: 'conflicting_evidence',
    response_mode: 'closed_choice',
    options: [YES, NO],
    prompt_text: 'Shall I go on?',
    ...changes,
  } as const;
  return HardRevisionCall.parse({ question_hash: questionHash(call as HardRevisionCall), ...call });
}

export function hardCallAsked(call: HardRevisionCall): NewEvent {
  return { type: 'hard_call.raised', streamId: call.hard_call_id, payload: { call } };
}
