import { CassetteEntry, type ModelResponse, type Sha256 } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { AnswerPort } from '../gateway/answer-port.ts';
import { cassetteHash } from './cassette-hash.ts';

/**
 * Answers from a cassette and never from anywhere else. The same question asked several times gets its answers in the
 * order they were recorded, and the last one from then on.
 */
export function playAnswers(name: string, lines: Iterable<string>): AnswerPort {
  const answers = new Map<Sha256, ModelResponse[]>();
  let number = 0;
  for (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const { request_hash, response } = entryOf(name, line, number);
    answers.set(request_hash, [...(answers.get(request_hash) ?? []), response]);
  }
  return async ({ request, target, signal, onEvent }) => {
    signal.throwIfAborted();
    const hash = cassetteHash(request, target.modelId);
    const recorded = answers.get(hash) ?? [];
    const response = recorded.length > 1 ? recorded.shift() : recorded[0];
    if (response === undefined) throw missing(name, hash);
    onEvent?.({ type: 'finished', response });
    return response;
  };
}

function entryOf(name: string, line: string, number: number): CassetteEntry {
  try {
    return CassetteEntry.parse(JSON.parse(line));
  } catch (error) {
    const detail = error instanceof SyntaxError ? 'it is no JSON' : 'it is no recorded answer';
    throw new KeelsonError('cassette.unreadable', {
      message: `Line ${number} of the cassette ${name} cannot be read: ${detail}.`,
      nextStep: 'Record the cassette again, or take the line out if its answer is not needed.',
      data: { file: name, line: number, detail },
      cause: error,
    });
  }
}

function missing(name: string, hash: Sha256): KeelsonError {
  return new KeelsonError('cassette.missing', {
    message: `The cassette ${name} holds no answer to this request (${hash.slice(0, 12)}).`,
    nextStep: 'What is asked differs from what was recorded; record the cassette again with the present prompts and tools.',
    data: { request_hash: hash },
  });
}
