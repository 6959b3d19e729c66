import { KeelsonError } from '../../kernel/index.ts';
import type { Engine } from '../../loops/index.ts';
import type { RunOverseers } from '../overseers.ts';

/** What is thought by this engine is a step: before and after each it is heard whether somebody wants the run to end. */
export function stopBetweenSteps(engine: Engine, cancel: Pick<RunOverseers['cancel'], 'requested'>): Engine {
  const demandWanted = (): void => {
    const wish = cancel.requested();
    if (wish === undefined) return;
    throw new KeelsonError('run.cancelled', {
      message: `${wish.requested_by_ref} cancelled ${wish.run_id}.`,
      nextStep: 'Nothing that was done is taken back by this; the receipt of the cancellation lists it.',
      data: { run_id: wish.run_id, cancel_request_id: wish.cancel_request_id },
    });
  };
  const step =
    <Input, Thought>(think: (input: Input) => Promise<Thought>) =>
    async (input: Input): Promise<Thought> => {
      demandWanted();
      const thought = await think(input);
      demandWanted();
      return thought;
    };
  const { perceive, plan, execute, judgeSubtask, judgeTask, reviewCode, arbitrate, summarise, rewriteQuery, giveUp } = engine;
  return {
    kind: engine.kind,
    perceive: step(perceive),
    plan: step(plan),
    execute: step(execute),
    judgeSubtask: step(judgeSubtask),
    judgeTask: step(judgeTask),
    giveUp: step(giveUp),
    ...(reviewCode !== undefined && { reviewCode: step(reviewCode) }),
    ...(arbitrate !== undefined && { arbitrate: step(arbitrate) }),
    ...(rewriteQuery !== undefined && { rewriteQuery: step(rewriteQuery) }),
    ...(summarise !== undefined && { summarise: step(summarise) }),
  };
}
