import { createLikePieces } from '../../wire/like-pieces.ts';
import { createSseReader, type SseEvent } from '../../wire/sse.ts';
import type { AnswerReader, Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { brokenOff, emptyAnswer } from '../openai-shared/answer-faults.ts';
import { faultOfErrorPiece } from '../openai-shared/provider-error.ts';
import { parsePiece } from '../openai-shared/wire-piece.ts';
import { sealMakerOf } from '../seals.ts';
import { plainTextOf } from './plain-text.ts';
import { createCompletionReader } from './read-completion.ts';
import { SLOT } from './read-message.ts';
import { isRepeatedChunk } from './repeated-chunk.ts';

const END_MARKER = '[DONE]';

export function createChatStreamReader({ modelId, provider }: Target): AnswerReader {
  const stream = createSseReader();
  const answer = createAnswerBuilder(modelId, sealMakerOf(provider));
  const completion = createCompletionReader(answer);
  const likeChunks = createLikePieces('content');
  let lastData = '';
  let lastBeganCall = false;
  let hasEnded = false;

  /** Usage may follow the finish reason, so the answer ends only with the stream. */
  const finish = (): void => {
    hasEnded = true;
    // Proxies send the end marker also when the server behind them broke off.
    if (!completion.hasFinishReason) throw lastData === '' ? emptyAnswer() : brokenOff();
    completion.finish();
  };
  /** True when the chunk is one of those that differ in their text only. */
  const readLike = (data: string): boolean => {
    const text = data === lastData || completion.hasFinishReason ? undefined : likeChunks.textOf(data);
    if (text === undefined) return false;
    answer.text(SLOT, text);
    [lastData, lastBeganCall] = [data, false];
    return true;
  };
  const read = ({ event, data }: SseEvent): void => {
    if (hasEnded || (event === 'message' && readLike(data)) || data.trim() === '') return;
    if (data.trim() === END_MARKER) return finish();
    const chunk = parsePiece(data);
    if (event === 'error') throw faultOfErrorPiece(chunk);
    if (data === lastData && isRepeatedChunk(chunk, lastBeganCall)) return answer.repair('repeated_chunk_dropped');
    const begunBefore = completion.callsBegun;
    completion.read(chunk);
    lastBeganCall = completion.callsBegun > begunBefore;
    lastData = data;
    const text = plainTextOf(chunk);
    if (text !== undefined && event === 'message') likeChunks.learn(data, text, (piece) => plainTextOf(parsePiece(piece)));
    return undefined;
  };

  return {
    push(text) {
      for (const event of stream.push(text)) read(event);
      return answer.take();
    },
    end() {
      for (const event of stream.end()) read(event);
      if (!hasEnded) {
        answer.repair('end_marker_missing');
        finish();
      }
      return answer.take();
    },
  };
}
