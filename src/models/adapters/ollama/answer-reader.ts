import type { ModelStreamEvent, ModelResponse, StopReason } from '../../../contracts/index.ts';
import { ToolCallId } from '../../../contracts/index.ts';
import { invariant } from '../../../kernel/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { createLineReader } from '../../wire/ndjson.ts';
import type { AnswerReader, Target } from '../adapter.ts';
import { createAnswerBuilder, type AnswerBuilder } from '../answer-builder.ts';
import { argumentsTextOf } from '../call-arguments.ts';
import { readUsage } from '../read-usage.ts';
import { listOf, objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';
import { faultFromLine } from './error-reader.ts';

/** Words and thinking are one text each, however they alternate. */
const ONLY_SLOT = 0;

export function ollamaStreamReader(target: Pick<Target, 'modelId'>): AnswerReader {
  const lines = createLineReader();
  const answer = createAnswerBuilder(target.modelId);
  const pieces = createPieceReader(answer);
  let last = '';

  const readAll = (whole: readonly string[]): readonly ModelStreamEvent[] => {
    for (const line of whole) {
      if (line.trim() === '') continue;
      // Each line tells the nanosecond at which it was made, so no two are the same unless one was sent again.
      if (line === last && line.includes('"created_at"')) answer.repair('repeated_chunk_dropped');
      else pieces.read(line);
      last = line;
    }
    return answer.take();
  };
  return {
    push: (text) => readAll(lines.push(text)),
    end() {
      // The last line may lack its line feed; one that is no JSON was cut.
      const rest = lines.end();
      const events = readAll(rest.filter((line) => parseObject(line) !== undefined));
      if (pieces.isFinished) return events;
      if (last === '' && rest.length === 0) throw new CallFault('empty', 'The answer ended without a single line.');
      throw new CallFault('truncated', 'The answer broke off before its last line.');
    },
  };
}

/** A whole answer is the last piece of a stream with everything in it. */
export function readWholeOllama(body: string, target: Pick<Target, 'modelId'>): ModelResponse {
  const answer = createAnswerBuilder(target.modelId);
  const pieces = createPieceReader(answer);
  pieces.read(body);
  if (!pieces.isFinished) throw new CallFault('truncated', 'The answer does not say that it is complete.');
  const last = answer.take().at(-1);
  invariant(last?.type === 'finished', 'a finished answer says so last');
  return last.response;
}

function createPieceReader(answer: AnswerBuilder): { read(text: string): void; readonly isFinished: boolean } {
  let callCount = 0;
  let isFinished = false;

  const takeCall = (value: unknown): void => {
    const call = objectOf(value);
    const wanted = objectOf(call?.['function']);
    if (wanted === undefined) throw garbage('a tool call names no function');
    callCount += 1;
    // Most versions give calls no id; the number of the call in the answer is the same each time.
    const given = ToolCallId.safeParse(call?.['id']);
    const slot = callCount;
    if (answer.beginCall(slot, given.success ? given.data : `call_${callCount}`, textOf(wanted['name']))) answer.callArguments(slot, argumentsTextOf(wanted['arguments']));
  };
  const finish = (piece: WireObject): void => {
    isFinished = true;
    answer.usage(readUsage({ input: piece['prompt_eval_count'], output: piece['eval_count'] }));
    answer.finish(stopReasonOf(textOf(piece['done_reason']), answer.hasCalls));
  };
  return {
    read(text) {
      if (isFinished) return;
      const piece = parseObject(text);
      if (piece === undefined) throw garbage('a line of it is no JSON object');
      if (piece['error'] !== undefined) throw faultFromLine(piece);
      const message = objectOf(piece['message']);
      if (message === undefined && piece['done'] !== true) throw garbage('a line of it holds no message');
      answer.reasoning(ONLY_SLOT, textOf(message?.['thinking']));
      answer.text(ONLY_SLOT, textOf(message?.['content']));
      for (const call of listOf(message?.['tool_calls'])) takeCall(call);
      if (piece['done'] === true) finish(piece);
    },
    get isFinished() {
      return isFinished;
    },
  };
}

function stopReasonOf(reason: string, hasCalls: boolean): StopReason {
  if (reason === 'length') return 'max_tokens';
  if (reason === 'load' || reason === 'unload') throw new CallFault('empty', `The server answered without asking the model (${reason}).`);
  if (hasCalls) return 'tool_calls';
  return reason === 'stop' ? 'end_turn' : 'unknown';
}

function garbage(detail: string): CallFault {
  return new CallFault('garbage', `The answer is no chat: ${detail}.`);
}
