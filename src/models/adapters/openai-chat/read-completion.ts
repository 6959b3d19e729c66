import type { AnswerBuilder } from '../answer-builder.ts';
import { faultOfErrorPiece } from '../openai-shared/provider-error.ts';
import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';
import { stopReasonOf } from './finish-reason.ts';
import { createCallsReader } from './read-calls.ts';
import { readChatUsage } from './read-chat-usage.ts';
import { readMessage, SLOT } from './read-message.ts';
import { createReasoningSeal } from './reasoning-seal.ts';

export interface CompletionReader {
  /** A chunk of a stream, or a completion in one piece. Throws when it is an error. */
  read(completion: WireObject): void;
  readonly hasFinishReason: boolean;
  readonly callsBegun: number;
  /** Ends the answer as its finish reason says. */
  finish(): void;
}

/** Reads completions into an answer, the first choice only: no more than one is ever asked for. */
export function createCompletionReader(answer: AnswerBuilder): CompletionReader {
  let responseId = '';
  let finishReason = '';
  let hasRefusal = false;
  const seal = createReasoningSeal();
  const calls = createCallsReader(answer, () => responseId);

  const readChoice = (choice: WireObject): void => {
    // Moonshot tells the usage here.
    readUsageOf(choice);
    const message = objectOf(choice['delta']) ?? objectOf(choice['message']);
    // What comes after the finish reason is no part of the answer, whoever put it there.
    if (message !== undefined && finishReason === '') {
      // Sealed reasoning may have no words, and it has its place among the other parts all the same.
      if (seal.read(message)) answer.sealReasoning(SLOT, {});
      readMessage(message, answer, calls);
      hasRefusal ||= textOf(message['refusal']) !== '';
    }
    finishReason = textOf(choice['finish_reason']) || finishReason;
  };
  const readUsageOf = (holder: WireObject | undefined): void => {
    const usage = objectOf(holder?.['usage']);
    if (usage !== undefined) answer.usage(readChatUsage(usage));
  };

  return {
    read(completion) {
      if (isError(completion)) throw faultOfErrorPiece(completion);
      if (responseId === '') {
        responseId = textOf(completion['id']);
        // Azure begins with a chunk about its filters, which has no id yet.
        if (responseId !== '') answer.start(responseId);
      }
      for (const item of listOf(completion['choices'])) {
        const choice = objectOf(item);
        if (choice !== undefined && (choice['index'] ?? 0) === 0) readChoice(choice);
      }
      readUsageOf(objectOf(completion['x_groq']));
      readUsageOf(completion);
    },
    get hasFinishReason() {
      return finishReason !== '';
    },
    get callsBegun() {
      return calls.begun;
    },
    finish() {
      const stopReason = stopReasonOf(finishReason, { hasCalls: answer.hasCalls, hasRefusal });
      const { providerData } = seal;
      if (providerData !== undefined) answer.sealReasoning(SLOT, { provider_data: providerData });
      calls.end(stopReason === 'max_tokens' || stopReason === 'content_filter');
      answer.finish(stopReason);
    },
  };
}

/** vLLM sends an error without a wrapper. */
function isError(piece: WireObject): boolean {
  return (piece['error'] !== undefined && piece['error'] !== null) || piece['object'] === 'error';
}
