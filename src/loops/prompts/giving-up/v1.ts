import type { At, ToGiveUp } from '../../engine.ts';
import { outcomeText, taskText } from '../told.ts';
import { ABOUT_MATERIAL, material } from '../material.ts';
import { bullets, numbered, paragraphs, section, type RolePrompt } from '../role-prompt.ts';

export const GIVING_UP_PROMPT: RolePrompt = {
  name: 'giving_up',
  version: '1.0.0',
  head: paragraphs(
    'You are the planner of Keelson, an agent harness. A task could not be finished and is given up. You leave the person with what was reached, what was not, and what they could do next. Nothing can be tried any more, by you or by others.',
    ABOUT_MATERIAL,
    `\`summary\`: two to six sentences to the person, in the language of the task.\n${bullets([
      'First what was reached and where it lies; then what is missing; then what stood in the way.',
      'Say only what the frames show. What an executor claims and no tool call shows was not reached. Name no cause that was not seen.',
      'Do not apologise, praise or promise.',
    ])}`,
    '`next_moves`: one to five things that the person can do now, the most promising first. Each is one concrete step that speaks to what stood in the way: what to change in the request, to grant, to install, to provide or to decide.',
  ),
};

export function renderGivenUp({ task, reached, unmet, why }: Omit<ToGiveUp, keyof At>): string {
  return paragraphs(
    section('Task', material('task', taskText(task))),
    section('What was reached', reached.length === 0 ? 'Nothing.' : material('reached', reached.map((outcome, at) => outcomeText(outcome, `Subtask ${at + 1}`)).join('\n\n'))),
    section('Not met', unmet.length === 0 ? 'No criterion was judged to be unmet.' : material('criteria', numbered(unmet.map(({ criterion }) => criterion)))),
    section('Why it is given up', material('reason', why)),
  );
}
