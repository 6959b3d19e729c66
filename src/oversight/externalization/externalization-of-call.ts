import { documentKey, type ExternalizationSetting, type Governance, type PolicyVerdict, type RunId, type Timestamp, type ToolCallDecision, type ToolCallOutcome, type WorkspaceExternalizationKind } from '../../contracts/index.ts';
import { canonicalHash, type Ids } from '../../kernel/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { decideExternalization } from './decide-externalization.ts';
import { policyFor } from './policies.ts';
import { receiptEvent, workspaceIdOf } from './receipt.ts';

/** As much of a tool call as tells whether it reaches outside. */
export interface CallReachingOut {
  readonly runId: RunId;
  /** Where in the whole run it is made. */
  readonly call: string;
  readonly intentions: readonly ({ readonly kind: 'url'; readonly method: string } | { readonly kind: string })[];
  readonly place: { readonly workspace: string };
}

/** The governance of what the call's arguments are about, and what a person set. */
export interface CallTerms {
  readonly governance: Governance;
  readonly settings: readonly ExternalizationSetting[];
}

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The way out that a call takes: a page or a search is a question to a source, anything sent is a call of an interface. */
export function kindOfCall({ intentions }: Pick<CallReachingOut, 'intentions'>): WorkspaceExternalizationKind | undefined {
  if (intentions.some(({ kind }) => kind === 'remote')) return 'connector_fetch';
  const methods = intentions.flatMap((one) => (one.kind === 'url' && 'method' in one ? [one.method.toUpperCase()] : []));
  if (methods.length === 0) return undefined;
  return methods.every((method) => READING_METHODS.has(method)) ? 'external_source_query' : 'api_call';
}

/** What the policy of its way out says to a call before it is made; undefined when it stays inside. */
export function judgeWayOut(call: Pick<CallReachingOut, 'intentions'>, { governance, settings }: CallTerms): PolicyVerdict | undefined {
  const kind = kindOfCall(call);
  if (kind === undefined) return undefined;
  const { decision, rule, explanation } = decideExternalization({ policy: policyFor(kind, settings), governance, hasPreview: false, isConfirmed: false });
  return { decision: ({ allowed: 'allow', confirm: 'gate', blocked: 'block' } as const)[decision], rule, explanation };
}

const STATUS = { completed: 'completed', truncated: 'completed', failed: 'failed', interrupted: 'cancelled' } as const satisfies Record<ToolCallOutcome['status'], string>;

/** The step under which the runner records a call; its request is the decision. */
const STEP_SUFFIX = '/call';

/** The receipt of a tool call that reached outside, to be appended with its result; none for a call that stays inside. */
export function externalizationOfCall(call: CallReachingOut, outcome: Pick<ToolCallOutcome, 'status'>, decision: ToolCallDecision, { governance, settings, ids, now }: CallTerms & { readonly ids: Ids; readonly now: Timestamp }): NewEvent[] {
  const kind = kindOfCall(call);
  if (kind === undefined) return [];
  const parts = {
    workspace_id: workspaceIdOf(call.place.workspace),
    source_record_refs: [],
    policy: policyFor(kind, settings).policy,
    governance,
    step: { run_id: call.runId, key: `${call.call}${STEP_SUFFIX}`, request_hash: canonicalHash(decision) },
  };
  const { approval_id: approvalId } = decision;
  const confirmation = approvalId !== null && { user_confirmation_ref: { kind: 'document' as const, key: documentKey.approval(approvalId) } };
  return [receiptEvent(parts, { status: STATUS[outcome.status], hasBegun: true, ...confirmation }, { ids, now })];
}
