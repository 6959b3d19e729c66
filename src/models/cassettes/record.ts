import type { AssistantPart, CassetteEntry, ModelResponse } from '../../contracts/index.ts';
import { timestamp, type Clock } from '../../kernel/index.ts';
import type { AnswerPort } from '../gateway/answer-port.ts';
import { cassetteHash } from './cassette-hash.ts';
import { mask } from './mask.ts';
import { plainPart } from './plain-part.ts';

export interface RecorderPorts {
  readonly clock: Clock;
  /** Takes one line, without a line feed. */
  write(line: string): Promise<void> | void;
}

/** Passes answers on unaltered and records them masked. Failures and stopped calls are not recorded. */
export function recordAnswers(answers: AnswerPort, { clock, write }: RecorderPorts): AnswerPort {
  return async (order) => {
    const response = await answers(order);
    const entry: CassetteEntry = { request_hash: cassetteHash(order.request, order.target.modelId), recorded_at: timestamp(clock), response: masked(response), schema_version: '1.0' };
    await write(JSON.stringify(entry));
    return response;
  };
}

function masked(response: ModelResponse): ModelResponse {
  return { ...response, message: { role: 'assistant', content: response.message.content.map(maskedPart) } };
}

function maskedPart(part: AssistantPart): AssistantPart {
  return plainPart(part, mask);
}
