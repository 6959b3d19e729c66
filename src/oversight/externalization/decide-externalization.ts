import type { CostVector, Governance } from '../../contracts/index.ts';
import { usdAtMost } from './cost-cap.ts';
import { leavesTheMachine, type ExternalizationPolicy } from './policies.ts';

/** What is known of an outside action before it is done. */
export interface ExternalizationCase {
  readonly policy: ExternalizationPolicy;
  /** Of the material that would leave, or that the question is about. */
  readonly governance: Governance;
  readonly cost?: CostVector | undefined;
  /** Whether there is a preview of what would leave, without what is sensitive. */
  readonly hasPreview: boolean;
  readonly isConfirmed: boolean;
}

/** It counts at this moment only: whoever waits, for a person or for a resumed run, asks again. */
export interface ExternalizationDecision {
  readonly decision: 'allowed' | 'confirm' | 'blocked';
  readonly rule: string;
  readonly explanation: string;
}

/** Whether something may leave, needs a person's word first, or stays. */
export function decideExternalization(question: ExternalizationCase): ExternalizationDecision {
  const { policy: { policy, usdMax }, governance, cost, hasPreview, isConfirmed } = question;
  const { data_class: dataClass, taint_class: taintClass } = governance;
  const kind = policy.externalization_kind;
  if (dataClass === 'local_only' && leavesTheMachine(kind)) return blocked('externalization.local_only', `What is local only never leaves this machine, also not by ${kind}.`);
  if (!policy.allowed_data_classes.includes(dataClass)) return blocked('externalization.data_class', `${policy.policy_id} does not let ${dataClass} material leave by ${kind}.`);
  if (governance.privileged && !policy.allowed_data_classes.includes('privileged')) return blocked('externalization.data_class', `${policy.policy_id} does not let privileged material leave by ${kind}.`);
  if (!policy.allowed_taint_classes.includes(taintClass)) return blocked('externalization.taint_class', `${policy.policy_id} does not let ${taintClass} content leave by ${kind}.`);
  const usd = cost === undefined ? 0 : usdAtMost(cost);
  if (cost !== undefined && usdMax === null) return blocked('externalization.cost_cap_missing', `${policy.policy_id} sets no limit on what ${kind} may cost.`);
  if (usdMax !== null && usd > usdMax) return blocked('externalization.cost_above_cap', `It may cost ${usd} USD, and ${policy.policy_id} allows ${usdMax}.`);
  if (policy.requires_redaction_preview && !hasPreview) return blocked('externalization.preview_missing', `${policy.policy_id} asks for a preview without what is sensitive, and there is none.`);
  if (!isConfirmed && (policy.requires_user_confirmation || isGuarded(governance))) {
    return { decision: 'confirm', rule: 'externalization.confirmation', explanation: isGuarded(governance) ? `A person confirms each time that ${dataClass} material leaves by ${kind}.` : `${policy.policy_id} asks a person before ${kind}.` };
  }
  return { decision: 'allowed', rule: 'externalization.policy', explanation: `${policy.policy_id} allows it.` };
}

/** Local-only material travels less than privileged material, so it asks for no less; no policy waives that. */
function isGuarded({ privileged, data_class: dataClass }: Governance): boolean {
  return privileged || dataClass === 'privileged' || dataClass === 'local_only';
}

function blocked(rule: string, explanation: string): ExternalizationDecision {
  return { decision: 'blocked', rule, explanation };
}
