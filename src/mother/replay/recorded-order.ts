import type { StepKey } from '../../contracts/index.ts';
import type { EffectDefinition, EffectHandler } from '../../ledger/index.ts';

/**
 * Answers one step after the other, of those that wait always the one that came to its end first in the run. Subtasks that
 * worked at the same time then tell of themselves in the order in which they did, also where one of them was cut off and
 * another had gone ahead.
 */
export function inRecordedOrder(handle: EffectHandler, positionOf: (key: StepKey) => number): EffectHandler {
  const waiting: { readonly position: number; begin(): Promise<void> }[] = [];
  let isAnswering = false;
  const answerNext = async (): Promise<void> => {
    for (;;) {
      // Whatever follows from the last answer has been asked by then: nothing of it leaves this process.
      await new Promise((resolve) => void setImmediate(resolve));
      const next = waiting.toSorted((one, other) => one.position - other.position)[0];
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      await next.begin();
    }
    isAnswering = false;
  };
  const inTurn = <Result>(key: StepKey, answer: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ position: positionOf(key), begin: () => answer().then(resolve, reject) });
      if (isAnswering) return;
      isAnswering = true;
      void answerNext();
    });
  return <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>): EffectDefinition<Request, Result> => {
    const handled = handle(key, effect);
    return { ...handled, perform: (request, context) => inTurn(key, () => handled.perform(request, context)) };
  };
}
