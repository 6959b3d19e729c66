import type { ModelResponse } from '../../../contracts/index.ts';
import { invariant } from '../../../kernel/index.ts';
import type { AnswerBuilder } from '../answer-builder.ts';

/** The answer that was put together, once it is finished. */
export function finishedResponse(answer: AnswerBuilder): ModelResponse {
  const last = answer.take().at(-1);
  invariant(last?.type === 'finished', 'an answer read in one piece is finished');
  return last.response;
}
