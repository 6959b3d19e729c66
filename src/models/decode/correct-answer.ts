import type { AssistantMessage, AssistantPart, ModelMessage, ModelRequest, ModelResponse, ToolCallPart } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { decodeAnswer, type AnswerProblem, type DecodedAnswer } from './decode-answer.ts';

/** How often a model is told what is wrong with its answer before that is a failure. */
export const CORRECTIONS_MAX = 2;

export interface CorrectedAnswer extends DecodedAnswer {
  readonly response: ModelResponse;
  /** What was said on the way, to be kept in the conversation: answers that could not be read and what was said to them. */
  readonly exchange: readonly ModelMessage[];
  readonly corrections: number;
}

/**
 * Asks until the answer can be read: what is wrong with it goes back to the model as the observation of the call it made.
 * `ask` is told which attempt it is, so that each can be recorded under a name of its own.
 */
export async function askUntilReadable(request: ModelRequest, ask: (request: ModelRequest, attempt: number) => Promise<ModelResponse>, onDecoded?: (answer: DecodedAnswer, response: ModelResponse) => void): Promise<CorrectedAnswer> {
  const exchange: ModelMessage[] = [];
  for (let corrections = 0; ; corrections += 1) {
    const response = await ask({ ...request, messages: [...request.messages, ...exchange] }, corrections + 1);
    const decoded = decodeAnswer(request, response);
    onDecoded?.(decoded, response);
    if (decoded.problems.length === 0) return { ...decoded, response, exchange, corrections };
    if (corrections === CORRECTIONS_MAX) throw undecodable(decoded.problems);
    exchange.push(withoutLongArguments(response.message), ...observations(response, decoded.problems));
  }
}

/** Arguments that could not be used go back so that the model sees them, but not at any length. */
const ECHOED_CHARS_MAX = 4_000;

function withoutLongArguments(message: AssistantMessage): AssistantMessage {
  const isLong = (part: AssistantPart): part is ToolCallPart => part.type === 'tool_call' && part.arguments_text.length > ECHOED_CHARS_MAX;
  if (!message.content.some(isLong)) return message;
  return { role: 'assistant', content: message.content.map((part) => (isLong(part) ? { ...part, arguments_text: JSON.stringify({ left_out: `${part.arguments_text.length} characters` }) } : part)) };
}

/** Every call of the turn is answered, also those that were sound: nothing of it was done. */
function observations({ message }: ModelResponse, problems: readonly AnswerProblem[]): ModelMessage[] {
  const byCall = new Map(problems.map(({ callId, text }) => [callId, text]));
  const results = message.content
    .filter((part) => part.type === 'tool_call')
    .map(({ call_id, name }) => ({
      type: 'tool_result' as const,
      call_id,
      name,
      content: [{ type: 'text' as const, text: byCall.get(call_id) ?? 'Not done, because another call of this turn could not be read. Make this call again together with it.' }],
      is_error: true,
    }));
  if (results.length > 0) return [{ role: 'tool', content: results }];
  return [{ role: 'user', content: problems.map(({ text }) => ({ type: 'text', text })) }];
}

function undecodable(problems: readonly AnswerProblem[]): KeelsonError {
  return new KeelsonError('model.output_undecodable', {
    message: `The model's answer could not be used, also after ${CORRECTIONS_MAX} corrections: ${problems[0]?.text ?? ''}`,
    nextStep: 'Use a model that is more reliable with tools and JSON (`keelson models` shows the measure), or simplify what it has to fill in.',
    data: { corrections: CORRECTIONS_MAX, problems: problems.map(({ text }) => text) },
  });
}
