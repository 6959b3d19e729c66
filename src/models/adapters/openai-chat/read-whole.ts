import type { ModelResponse } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import type { Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { emptyAnswer } from '../openai-shared/answer-faults.ts';
import { finishedResponse } from '../openai-shared/finished-response.ts';
import { parsePiece } from '../openai-shared/wire-piece.ts';
import { sealMakerOf } from '../seals.ts';
import { listOf } from '../wire-values.ts';
import { createCompletionReader } from './read-completion.ts';

export function readWholeChat(body: string, { modelId, provider }: Target): ModelResponse {
  if (body.trim() === '') throw emptyAnswer();
  const whole = parsePiece(body);
  const answer = createAnswerBuilder(modelId, sealMakerOf(provider));
  const completion = createCompletionReader(answer);
  completion.read(whole);
  if (listOf(whole['choices']).length === 0) throw new CallFault('garbage', 'the answer is not a chat completion: it holds no choices');
  answer.repair('whole_answer_for_stream');
  completion.finish();
  return finishedResponse(answer);
}
