import type { ModelResponse } from '../../../contracts/index.ts';
import { invariant } from '../../../kernel/index.ts';
import type { Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { sealMakerOf } from '../seals.ts';
import { listOf, parseObject } from '../wire-values.ts';
import { faultFromEvent } from './error-reader.ts';
import { createMessageBuilder, garbage } from './message-builder.ts';

/** Reads a message that came in one piece. */
export function readWholeAnthropic(body: string, target: Pick<Target, 'modelId' | 'provider'>): ModelResponse {
  const whole = parseObject(body);
  if (whole?.['type'] === 'error') throw faultFromEvent(whole);
  if (whole === undefined || !Array.isArray(whole['content'])) throw garbage('it holds no content');
  const answer = createAnswerBuilder(target.modelId, sealMakerOf(target.provider));
  const message = createMessageBuilder(answer);
  message.start(whole);
  for (const [index, block] of listOf(whole['content']).entries()) {
    message.startBlock(index, block);
    message.stopBlock(index);
  }
  message.update(whole, whole['usage']);
  message.finish();
  const last = answer.take().at(-1);
  invariant(last?.type === 'finished', 'a finished answer says so last');
  return last.response;
}
