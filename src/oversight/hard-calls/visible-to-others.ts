import type { HardRevisionCall } from '../../contracts/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';

/** What work that goes on beside a pending question is told of it. */
export interface PendingQuestionView {
  readonly hard_call_id: HardRevisionCall['hard_call_id'];
  readonly call_kind: HardRevisionCall['call_kind'];
  readonly blocking_scope: HardRevisionCall['pending_policy']['blocking_scope'];
  readonly since: HardRevisionCall['created_at'];
  /** Only where the policy shows the whole context; secrets are masked. */
  readonly prompt_text?: string;
  readonly option_labels?: readonly string[];
}

/** No more than the policy shows; undefined when it shows nothing. */
export function visibleToOthers({ hard_call_id, call_kind, created_at: since, prompt_text, options, pending_policy: policy }: HardRevisionCall): PendingQuestionView | undefined {
  const summary = { hard_call_id, call_kind, blocking_scope: policy.blocking_scope, since };
  switch (policy.context_visible_to_continuing_modules) {
    case 'none':
      return undefined;
    case 'hard_call_pending_summary':
      return summary;
    case 'full_context_redacted':
      return { ...summary, prompt_text: withoutSecrets(prompt_text), option_labels: options.map(({ label }) => withoutSecrets(label)) };
  }
}

/** Whether a part of the run stands still until the question is answered. Only the declared scope does. */
export function isHeldBy({ pending_policy: policy }: Pick<HardRevisionCall, 'pending_policy'>, ref: string): boolean {
  if (policy.allowed_to_continue_refs.includes(ref)) return false;
  return policy.blocking_scope === 'entire_run' || policy.blocked_refs.includes(ref);
}
