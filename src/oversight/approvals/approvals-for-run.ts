import type { ApprovalId, ApprovalRecord, ToolApprovalAnswer } from '../../contracts/index.ts';
import { hasCode, invariant, timestamp } from '../../kernel/index.ts';
import { alsoAsks } from '../policy/also-asks.ts';
import type { CallToDecide } from '../policy/approval-case.ts';
import { decideApproval, NOBODY_THERE, type ApprovalDecision } from '../policy/decide-approval.ts';
import { durationMs } from '../policy/duration.ts';
import { acceptAnswer } from './accept-answer.ts';
import { answerApproval } from './answer-approval.ts';
import type { RunApprovalOptions, RunApprovalPorts } from './approval-ports.ts';
import { ask, askedBefore } from './ask.ts';
import { awaitSettlement } from './await-settlement.ts';
import type { CallToApprove } from './call-to-approve.ts';
import { decideAlone } from './decide-alone.ts';
import { pendingNotification } from './pending-notification.ts';
import { questionOf } from './question.ts';
import { readSettlement } from './read-approval.ts';
import { rememberedAnswers } from './remembered.ts';
import { settleWithoutAnswer } from './settle-without-answer.ts';
import { whyNotEdited } from './why-not-edited.ts';

/** Whoever makes calls of tools asks here; fits the approval port of the tools. */
export interface RunApprovals {
  request(call: CallToApprove, signal: AbortSignal): Promise<ToolApprovalAnswer>;
  /** Why a call needs a yes that nothing else asks for. */
  alsoAsks(call: CallToDecide): Promise<readonly string[]>;
  /** Why arguments that a person put in the place of others may not be used after all; undefined when they may. */
  whyNotEdited(call: CallToDecide, approvalId: ApprovalId): Promise<string | undefined>;
}

/** What a person has forbidden since the question was asked; other changes leave what they answered as it is. */
const OVERRULES: ReadonlySet<string> = new Set(['approval.blocked', 'approval.policy_denies']);

/**
 * The way from a call that needs a yes to its answer. Everything on it is recorded under the key of the call, so that a
 * resumed run finds the question it asked, the answer that came meanwhile, and that it used it.
 */
export function approvalsForRun(options: RunApprovalOptions, ports: RunApprovalPorts): RunApprovals {
  const { toolOf, triggersOf } = options;
  return {
    async alsoAsks(call) {
      const tool = toolOf?.(call.decision.tool_id);
      return alsoAsks({ call, ...(tool !== undefined && { tool }), policies: ports.settings.policies, triggers: triggersOf(call.decision.role_id) });
    },
    whyNotEdited: (call, approvalId) => whyNotEdited(call, approvalId, options, ports),
    async request(call, signal) {
      invariant(call.runId === options.runId, 'approvals belong to one run');
      const { presented } = options;
      if (presented !== undefined && presented !== call.decision.action_hash) {
        return decideAlone(call, { answer: 'denied', rule: 'approval.presented_other', explanation: 'what was said yes to is not what would be done now' }, ports);
      }
      const before = await askedBefore(call, ports);
      const decided = await decide(call, options, ports);
      if (decided.kind === 'automatic' && (before === undefined || (await isOverruled(before.record, decided, ports)))) return decideAlone(call, decided, ports);
      // Nobody is asked in vain: without a key no answer could count.
      await ports.key();
      const asked = before ?? (await ask(call, decided, ports));
      if (presented === undefined) await tell(asked.record, ports);
      const refused = presented === undefined ? undefined : await answerAsPresented(asked.record, ports);
      if (refused !== undefined) return { answer: 'denied', reason: refused };
      const settlement = await awaitSettlement(asked.record, asked.position, ports, signal);
      return acceptAnswer(call, asked.record, settlement, decided.kind === 'ask' ? decided.requiredApprover : undefined, ports);
    },
  };
}

/** Whether what is decided now ends a question that was asked before; it is then withdrawn. */
async function isOverruled({ approval_id }: ApprovalRecord, { rule, explanation }: Pick<ApprovalDecision, 'rule' | 'explanation'>, { log }: RunApprovalPorts): Promise<boolean> {
  if (!OVERRULES.has(rule) && rule !== NOBODY_THERE) return false;
  const isWithdrawn = await settleWithoutAnswer(approval_id, 'withdrawal', explanation, log);
  // An answer that came while somebody was there counts; only for one that did not come nobody waits.
  return isWithdrawn || rule !== NOBODY_THERE;
}

async function decide(call: CallToApprove, { mode, attendance, triggersOf, toolOf, confinement }: RunApprovalOptions, ports: RunApprovalPorts): Promise<ApprovalDecision> {
  const { settings, clock } = ports;
  const tool = toolOf?.(call.decision.tool_id);
  // Asked as it would be shown, for that is what a person's earlier answer was about.
  const remembered = await rememberedAnswers(call.runId, questionOf(call, 'owner', []), ports);
  return decideApproval({
    call,
    ...(tool !== undefined && { tool }),
    ...(confinement !== undefined && { confinement }),
    mode,
    attendance,
    policies: settings.policies,
    triggers: triggersOf(call.decision.role_id),
    expiresInMs: durationMs(settings.expires_in),
    ...remembered,
    now: timestamp(clock),
  });
}

/** Tells every surface of a question that is still open. Nobody waits for them. */
async function tell(record: ApprovalRecord, { notify, documents }: RunApprovalPorts): Promise<void> {
  if ((await readSettlement(record.approval_id, documents)) !== undefined) return;
  const notification = pendingNotification(record);
  for (const surface of notify) void (async () => surface(notification))().catch(() => undefined);
}

/** Records the yes that was given before. Says why it does not count when the person may not give it; nobody else is asked then. */
async function answerAsPresented({ approval_id, question }: ApprovalRecord, { person, reader, documents, key, settings, clock }: RunApprovalPorts): Promise<string | undefined> {
  const answer = { approvalId: approval_id, answer: 'approved', actionHash: question.decision.action_hash, remember: 'once', reason: 'said before the run began', answeredBy: person.userId, idempotencyKey: 'presented' } as const;
  try {
    await answerApproval(answer, { log: person.log, reader, documents, key, approvers: settings.approvers, clock });
    return undefined;
  } catch (error) {
    if (hasCode(error, 'approval.settled') || hasCode(error, 'approval.expired')) return undefined;
    if (!hasCode(error, 'approval.not_allowed')) throw error;
    await settleWithoutAnswer(approval_id, 'withdrawal', error.message, person.log);
    return `${error.message} ${error.nextStep}`;
  }
}
