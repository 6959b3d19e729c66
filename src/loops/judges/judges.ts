import { SubtaskJudgement, TaskJudgement } from '../../contracts/index.ts';
import type { RoleDesk, ToJudgeSubtask, ToJudgeTask, Unjudged } from '../engine.ts';
import { AGENT_VALIDATOR_PROMPT, renderSubtaskResult } from '../prompts/agent-validator/v1.ts';
import { META_VALIDATOR_PROMPT, renderTaskResult } from '../prompts/meta-validator/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** Whether the calls of one subtask show what no check could settle. What it says is still held against the evidence. */
export function askSubtaskJudge(input: ToJudgeSubtask, desk: RoleDesk): Promise<SubtaskJudgement | Unjudged> {
  const { key, signal } = input;
  return unlessUnanswered(async () => (await desk.ask({ key, signal, roleId: 'agent_validator', head: AGENT_VALIDATOR_PROMPT.head, body: renderSubtaskResult(input), answer: { name: 'SubtaskJudgement', schema: SubtaskJudgement }, work: 'main' })).answer, signal);
}

/** Whether the whole is what was asked for. Whoever judges a plan must be able to reason at least as well as who made it. */
export function askTaskJudge(input: ToJudgeTask, desk: RoleDesk): Promise<TaskJudgement | Unjudged> {
  const { key, signal } = input;
  return unlessUnanswered(async () => (await desk.ask({ key, signal, roleId: 'meta_validator', head: META_VALIDATOR_PROMPT.head, body: renderTaskResult(input), answer: { name: 'TaskJudgement', schema: TaskJudgement }, work: 'main', noWeakerThan: 'planner' })).answer, signal);
}
