import type { ArgumentOrigin, JsonObject, JudgedIntention, RunId, TaintClass, ToolCallDecision, ToolCallOutcome } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import type { Tool, ToolIntention, ToolPlace } from '../registry/tool.ts';

/** A call as whoever knows where words came from sees it. */
export interface CallInQuestion {
  readonly runId: RunId;
  /** Where in the whole run it is made. */
  readonly call: string;
  readonly tool: Pick<Tool, 'definition' | 'touches' | 'taint'>;
  readonly arguments: JsonObject;
  /** `owner` when a person put these arguments in the place of others; `plan` for what a run does by itself to check its work. */
  readonly typedBy: 'model' | 'owner' | 'plan';
  readonly intentions: readonly ToolIntention[];
  readonly place: ToolPlace;
}

export interface WordsVerdict {
  /** Of the kind `words` when anything that was read has to do with it; of the kind `remote` when a policy speaks about what leaves. */
  readonly judged: readonly JudgedIntention[];
  readonly origins: readonly ArgumentOrigin[];
}

/** Knows where the words of a run came from. Who that is, is none of the runner's business. */
export interface ProvenancePort {
  /** Judges a call by where its words came from. Changes nothing; what it says is recorded with what the other judges say. */
  judge(call: CallInQuestion): Promise<WordsVerdict>;
  /** How far what this call gives back may be trusted: never more than the tool says, nor than what it reads. */
  classOf(call: CallInQuestion): Promise<TaintClass>;
  /** What is recorded in the same append as the result. */
  eventsFor(call: CallInQuestion, outcome: ToolCallOutcome, decision: ToolCallDecision): readonly NewEvent[];
  /** Told of every result in order, also of those that a resumed run reads from its journal. */
  observe(call: CallInQuestion, outcome: ToolCallOutcome): Promise<void>;
}

/** For calls that a person makes alone: every word is theirs. */
export const TYPED_BY_OWNER: ProvenancePort = {
  judge: async () => ({ judged: [], origins: [] }),
  classOf: async ({ tool }) => tool.taint,
  eventsFor: () => [],
  observe: async () => {},
};
