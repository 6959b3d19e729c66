import type { Engine, ExecutorPorts, RoleDesk, ToExecute } from './engine.ts';
import { executeSubtask } from './executor/execute-subtask.ts';
import { askArbiter } from './judges/arbiter.ts';
import { askCompaction } from './judges/compaction.ts';
import { askCritic } from './judges/critic.ts';
import { askGiveUp } from './judges/give-up.ts';
import { askSubtaskJudge, askTaskJudge } from './judges/judges.ts';
import { askOtherWords } from './judges/other-words.ts';
import { askSummary } from './judges/summary.ts';
import { perceive } from './perceiver/perceive.ts';
import { makePlan } from './planner/make-plan.ts';

export interface ModelEnginePorts {
  readonly desk: RoleDesk;
  /** Opened for one attempt; whoever gives them records what enters through them. */
  executorPorts(input: ToExecute): Promise<ExecutorPorts>;
  readonly workspace: string;
}

/** The engine that thinks with models. It is given ways to ask and to act, and nothing to write with. */
export function createModelEngine({ desk, executorPorts, workspace }: ModelEnginePorts): Engine {
  return {
    kind: 'model',
    perceive: (input) => perceive(input, desk),
    plan: (input) => makePlan(input, desk),
    execute: async (input) => {
      const ports = await executorPorts(input);
      const { compaction } = ports;
      return await executeSubtask(input, { ...ports, workspace, ...(compaction !== undefined && { compaction: { ...compaction, write: (turn, wanted) => askCompaction({ ...wanted, key: `${input.key}/turn-${turn}/compaction/model`, signal: input.signal }, desk) } }) });
    },
    judgeSubtask: (input) => askSubtaskJudge(input, desk),
    judgeTask: (input) => askTaskJudge(input, desk),
    reviewCode: (input) => askCritic(input, desk),
    arbitrate: (input) => askArbiter(input, desk),
    summarise: (input) => askSummary(input, desk),
    rewriteQuery: (input) => askOtherWords(input, desk),
    giveUp: (input) => askGiveUp(input, desk),
  };
}
