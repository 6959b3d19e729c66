import type { ArgumentOrigin, ExternalizationSetting, Governance, JudgedIntention, TaintClass, ToolCallDecision, ToolCallOutcome } from '../../contracts/index.ts';
import { timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import type { CallInRun, RunProvenance } from '../taint/provenance.ts';
import { higherClass } from '../taint/run-words.ts';
import { externalizationOfCall, judgeWayOut, kindOfCall } from './externalization-of-call.ts';

export interface WaysOutTerms {
  /** Of what the run works on; the taint is that of what it has read. */
  readonly governance: Omit<Governance, 'taint_class'>;
  readonly settings: readonly ExternalizationSetting[];
  readonly ids: Ids;
  readonly clock: Clock;
}

/** What a run says is trusted no further than the least of what it has read. */
export function classOfRead(sources: readonly { readonly taintClass: TaintClass }[]): TaintClass {
  return sources.map(({ taintClass }) => taintClass).reduce(higherClass, 'owner_typed');
}

/** Holds every call that reaches outside to the policy of its way out, and leaves the receipt beside its result. */
export function withWaysOut(provenance: RunProvenance, { governance, settings, ids, clock }: WaysOutTerms) {
  const terms = () => ({ governance: { ...governance, taint_class: classOfRead(provenance.sources()) }, settings });
  return {
    ...provenance,
    async judge(call: CallInRun): Promise<{ readonly judged: readonly JudgedIntention[]; readonly origins: readonly ArgumentOrigin[] }> {
      const { judged, origins } = await provenance.judge(call);
      const verdict = judgeWayOut(call, terms());
      // One that the policy simply allows adds nothing to what the judge of addresses says.
      const wayOut: JudgedIntention[] = verdict === undefined || verdict.decision === 'allow' ? [] : [{ kind: 'remote', subject: `${kindOfCall(call)}`, verdict }];
      return { judged: [...judged, ...wayOut], origins };
    },
    eventsFor(call: CallInRun, outcome: ToolCallOutcome, decision: ToolCallDecision): readonly NewEvent[] {
      return [...provenance.eventsFor(call, outcome), ...externalizationOfCall(call, outcome, decision, { ...terms(), ids, now: timestamp(clock) })];
    },
  };
}
