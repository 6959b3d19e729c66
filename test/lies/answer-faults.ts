import { ArbiterAnswer, CompactedWords, CriticReport, PartialResultAnswer, PerceiverAnswer, PlannerAnswer, QueryRewriteAnswer, SubtaskJudgement, SummaryAnswer, TaskJudgement, WorkReport } from '../../src/contracts/index.ts';
import { faultsOf } from '../support/schema-faults.ts';
import { scenarioOf, type LiePair, type Side } from './lie-scenario.ts';

const ANSWERS = { perceiver: PerceiverAnswer, planner: PlannerAnswer, subtask_judge: SubtaskJudgement, task_judge: TaskJudgement, partial_result: PartialResultAnswer, arbiter: ArbiterAnswer, summary: SummaryAnswer, query_rewriter: QueryRewriteAnswer, critic: CriticReport, compactor: CompactedWords, executor: WorkReport } as const;

/** Where the script of one side is no answer that the contracts allow: then it would be found out by that, and not by what it says. */
export function answerFaults(pair: LiePair, side: Side): string[] {
  const { name, model } = scenarioOf(pair, side);
  const faults = (model?.turns ?? []).flatMap(({ as, says, finish }) => [...(says === undefined ? [] : faultsOf(ANSWERS[as], says)), ...(finish === undefined ? [] : faultsOf(WorkReport, finish))]);
  return faults.map((fault) => `${name}: ${fault}`);
}
