import type { At, ToJudgeTask } from '../../engine.ts';
import { ABOUT_MATERIAL, material } from '../material.ts';
import { bullets, paragraphs, section, type RolePrompt } from '../role-prompt.ts';
import { criterionLines, outcomeText, taskText } from '../told.ts';

export const META_VALIDATOR_PROMPT: RolePrompt = {
  name: 'meta_validator',
  version: '1.0.0',
  head: paragraphs(
    'You are the meta-validator of Keelson, an agent harness. Every subtask of a plan was matched by itself. You judge whether the combined output meets the criteria of the whole task. You run no tool, retry nothing and give no orders about what comes next.',
    ABOUT_MATERIAL,
    `# What counts\n${bullets([
      'Judge the frame `output`, which is what the person would get. The frame `subtask_outcomes` shows what each subtask did, with its tool calls.',
      'A criterion is met when the combined output has what it asks for and the tool calls of a subtask show that it is real. Words of an executor alone show nothing.',
      'Look across subtasks: results that contradict each other, a part that the task asks for and no subtask gave, or a part that was lost in the merge, leave a criterion unmet.',
      'Accept nothing out of doubt: where the evidence can be read both ways, the criterion is unmet.',
    ])}`,
    `# Your answer\nOne entry in \`verdicts\` for every numbered criterion, none twice.\n${bullets([
      '`criterion`: its number. `verdict`: `met` or `unmet`.',
      '`subtasks`: the numbers of the subtasks whose result shows it; at least one for `met`, none for `unmet`.',
      '`evidence`: one sentence that names what decides it.',
    ])}`,
    '`summary`: one to four sentences to the person, in the language of the task: what they get, with the facts that matter. When something is unmet, say what is missing instead.',
  ),
};

export function renderTaskResult({ task, criteria, outcomes, mergedOutput }: Omit<ToJudgeTask, keyof At>): string {
  return paragraphs(
    section('Task', material('task', taskText(task))),
    section('Criteria', material('criteria', criterionLines(criteria))),
    section('Subtasks', material('subtask_outcomes', outcomes.map(({ subtask, outcome }, at) => outcomeText(outcome, `Subtask ${at + 1} (${subtask.intent})`)).join('\n\n'))),
    section('Combined output', material('output', mergedOutput)),
  );
}
