import { PerceiverAnswer, SESSION_EXCHANGES_MAX, type TaskSpec } from '../../contracts/index.ts';
import type { Exchange, RoleDesk, ToPerceive } from '../engine.ts';
import { PERCEIVER_PROMPT, renderRequest } from '../prompts/perceiver/v1.ts';

/**
 * Carries what a person asked into the system. It is given nothing but the desk, so it can choose no tool and store
 * nothing; its answer has no place for criteria. What was typed goes along verbatim and is not looked into here.
 */
export async function perceive({ key, signal, taskId, request, history }: ToPerceive, desk: RoleDesk): Promise<TaskSpec> {
  const { answer } = await desk.ask({
    key,
    signal,
    roleId: 'perceiver',
    head: PERCEIVER_PROMPT.head,
    body: renderRequest(request, lastOf(history)),
    answer: { name: 'PerceiverAnswer', schema: PerceiverAnswer },
    work: 'intent',
  });
  return { task_id: taskId, intent: answer.intent, constraints: { scope: answer.scope, deadline: answer.deadline }, raw_input: request };
}

/** The last exchanges, after what stands for those before them. */
function lastOf(history: readonly Exchange[]): readonly Exchange[] {
  const isBlock = ({ standsFor }: Exchange): boolean => standsFor !== undefined;
  return [...history.filter(isBlock), ...history.filter((one) => !isBlock(one)).slice(-SESSION_EXCHANGES_MAX)];
}
