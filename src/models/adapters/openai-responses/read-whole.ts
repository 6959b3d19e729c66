import type { ModelResponse } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import type { Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { emptyAnswer } from '../openai-shared/answer-faults.ts';
import { finishedResponse } from '../openai-shared/finished-response.ts';
import { parsePiece } from '../openai-shared/wire-piece.ts';
import { sealMakerOf } from '../seals.ts';
import { objectOf, textOf } from '../wire-values.ts';
import { createItemsReader } from './read-items.ts';
import { finishResponse } from './read-response.ts';

export function readWholeResponse(body: string, { modelId, provider }: Target): ModelResponse {
  if (body.trim() === '') throw emptyAnswer();
  const whole = parsePiece(body);
  if (!Array.isArray(whole['output']) && objectOf(whole['error']) === undefined) throw new CallFault('garbage', 'the answer is not a response: it holds no output');
  const answer = createAnswerBuilder(modelId, sealMakerOf(provider));
  const id = textOf(whole['id']);
  answer.start(id);
  answer.repair('whole_answer_for_stream');
  finishResponse(whole, answer, createItemsReader(answer, () => id));
  return finishedResponse(answer);
}
