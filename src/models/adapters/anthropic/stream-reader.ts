import { CallFault } from '../../failure/faults.ts';
import { createSseReader, type SseEvent } from '../../wire/sse.ts';
import type { AnswerReader, Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { sealMakerOf } from '../seals.ts';
import { objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';
import { faultFromEvent } from './error-reader.ts';
import { createMessageBuilder, garbage } from './message-builder.ts';

/** A model may well write the same short piece twice; one as long as this was sent twice. */
export const REPEATED_PIECE_CHARS_MIN = 24;

/** Some hosts end with this, as another format does. */
const FOREIGN_END = '[DONE]';

/** Reads a message as it comes: begun once, blocks begun, grown and stopped, the reason to stop, the end. */
export function anthropicStreamReader(target: Pick<Target, 'modelId' | 'provider'>): AnswerReader {
  const sse = createSseReader();
  const answer = createAnswerBuilder(target.modelId, sealMakerOf(target.provider));
  const message = createMessageBuilder(answer);
  const startOfBlock = new Map<unknown, string>();
  let previousDelta = '';
  let hasEvents = false;
  let isFinished = false;

  const takeDelta = (event: WireObject, data: string): void => {
    if (isRepeated(event, data, previousDelta)) answer.repair('repeated_chunk_dropped');
    else message.addDelta(event['index'], event['delta']);
    previousDelta = data;
  };
  const startBlock = (event: WireObject, data: string): void => {
    if (startOfBlock.get(event['index']) === data) {
      answer.repair('repeated_chunk_dropped');
      return;
    }
    message.startBlock(event['index'], event['content_block']);
    startOfBlock.set(event['index'], data);
  };
  const finish = (): void => {
    message.finish();
    isFinished = true;
  };
  const take = (event: WireObject, type: string, data: string): void => {
    if (type === 'content_block_delta') {
      takeDelta(event, data);
      return;
    }
    if (type !== 'ping') previousDelta = '';
    if (type === 'message_start') message.start(objectOf(event['message']) ?? {});
    else if (type === 'content_block_start') startBlock(event, data);
    else if (type === 'content_block_stop') message.stopBlock(event['index']);
    else if (type === 'message_delta') message.update(objectOf(event['delta']) ?? {}, event['usage']);
    else if (type === 'message_stop') finish();
    else if (type === 'error') throw faultFromEvent(event);
    // Kinds that are not known yet are to be ignored, says the provider.
  };
  const read = ({ event: name, data }: SseEvent): void => {
    if (isFinished || data === '' || data === FOREIGN_END) return;
    hasEvents = true;
    const event = parseObject(data);
    if (event === undefined) throw garbage('an event of the stream is no JSON object');
    take(event, textOf(event['type']) || name, data);
  };

  return {
    push(text) {
      for (const event of sse.push(text)) read(event);
      return answer.take();
    },
    end() {
      // An event that was not closed may have been cut, so what the stream still holds is left.
      if (isFinished) return [];
      if (!hasEvents) throw new CallFault('empty', 'The answer ended without a single event.');
      if (!message.isComplete) throw new CallFault('truncated', 'The answer broke off before its end.');
      answer.repair('end_marker_missing');
      finish();
      return answer.take();
    },
  };
}

function isRepeated(event: WireObject, data: string, previous: string): boolean {
  return data === previous && pieceOf(event).length >= REPEATED_PIECE_CHARS_MIN;
}

function pieceOf(event: WireObject): string {
  const delta = objectOf(event['delta']) ?? {};
  return textOf(delta['text']) || textOf(delta['partial_json']) || textOf(delta['thinking']) || textOf(delta['signature']);
}
