import { TaintClass, type ApprovalMode, type ApprovalPolicy, type ApprovalTrigger, type ArgumentOrigin, type Attendance, type Name, type PolicyDecision, type SideEffect, type Timestamp, type ToolCallDecision, type ToolCategory } from '../../contracts/index.ts';
import type { PolicyFacts } from './expression-holds.ts';

/** What is known of a call when it is decided whether to ask. */
export interface CallToDecide {
  readonly decision: Pick<ToolCallDecision, 'tool_id' | 'role_id' | 'arguments' | 'intentions'>;
  /** Rule and explanation of everything that asks. */
  readonly reasons: readonly string[];
  readonly isUndoable: boolean;
  readonly origins: readonly ArgumentOrigin[];
  readonly touches: readonly string[];
}

/** `offline`: programs are held to the workspace and reach no network. `none`: nothing holds them. */
export type ProgramConfinement = 'offline' | 'online' | 'none';

export interface ApprovalCase {
  readonly call: CallToDecide;
  /** What its definition says; a tool that is not known is taken for the most dangerous. */
  readonly tool?: { readonly category: ToolCategory; readonly sideEffects: SideEffect };
  /** How programs are held; not at all unless told. */
  readonly confinement?: ProgramConfinement;
  readonly mode: ApprovalMode;
  readonly attendance: Attendance;
  readonly policies: readonly ApprovalPolicy[];
  readonly triggers: readonly ApprovalTrigger[];
  /** How long a question waits when neither a trigger nor a policy says. */
  readonly expiresInMs: number;
  /** A yes to this very action that the person wanted remembered. After its end it permits nothing. */
  readonly remembered?: { readonly answeredBy: Name; readonly expiresAt: Timestamp } | undefined;
  /** A no to this very action, earlier in this run. */
  readonly deniedBefore?: { readonly reason: string } | undefined;
  readonly now: Timestamp;
}

/** From the most to the least permissive. */
const STRICTNESS: readonly PolicyDecision[] = ['allow', 'ask', 'gate', 'block', 'deny'];

/** A reason is the name of a rule, a colon and a sentence. */
export function ruleOf(reason: string): string {
  const end = reason.indexOf(':');
  return end === -1 ? reason : reason.slice(0, end);
}

/** Every rule that asks, of the reasons and of the verdicts that stand behind them. */
export function askingRules({ reasons, decision }: CallToDecide): string[] {
  const ofVerdicts = decision.intentions.filter(({ verdict }) => verdict.decision !== 'allow').map(({ verdict }) => verdict.rule);
  return [...new Set([...reasons.map(ruleOf), ...ofVerdicts])];
}

/** The call in the words of conditions. */
export function factsOf({ call, tool }: Pick<ApprovalCase, 'call' | 'tool'>): PolicyFacts {
  const { decision, touches, isUndoable, origins } = call;
  const verdicts = decision.intentions.map(({ verdict }) => STRICTNESS.indexOf(verdict.decision));
  const classes = origins.map(({ taint_class: taintClass }) => TaintClass.options.indexOf(taintClass ?? 'owner_typed'));
  return {
    tool: decision.tool_id,
    role: decision.role_id,
    category: tool?.category ?? null,
    side_effects: tool?.sideEffects ?? null,
    rules: askingRules(call),
    touches,
    kinds: [...new Set(decision.intentions.map(({ kind }) => kind))],
    subjects: decision.intentions.map(({ subject }) => subject),
    arguments: decision.arguments,
    taint: TaintClass.options[Math.max(0, ...classes)] ?? 'unclassified',
    undoable: isUndoable,
    decision: STRICTNESS[Math.max(0, ...verdicts)] ?? 'deny',
  };
}
