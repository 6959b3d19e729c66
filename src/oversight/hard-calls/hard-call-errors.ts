import type { HardCallId, HardRevisionCall } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { SettledHardCall } from './read-hard-call.ts';

export function hardCallUnknown(id: HardCallId, pending: readonly string[]): KeelsonError<'hard_call.unknown'> {
  return new KeelsonError('hard_call.unknown', {
    message: `No question was ever asked under ${id}.`,
    nextStep: `List what waits with keelson attention${pending.length === 0 ? '; no question waits now' : `; now waiting: ${pending.join(', ')}`}.`,
    data: { hard_call_id: id, pending: [...pending] },
  });
}

/** Also for whoever answered at the same moment and came second. */
export function hardCallSettled(id: HardCallId, { answer, by, at }: SettledHardCall): KeelsonError<'hard_call.settled'> {
  return new KeelsonError('hard_call.settled', {
    message: `${id} is settled: "${answer}", by ${by}, at ${at}.`,
    nextStep: 'That stands, and your answer changed nothing; to go another way, send the run a message or stop it.',
    data: { hard_call_id: id, answer, answered_by: by, at },
  });
}

export function answerInvalid({ hard_call_id: id, options }: HardRevisionCall, detail: string): KeelsonError<'hard_call.answer_invalid'> {
  const listed = options.map(({ option_id, label }, at) => `${at + 1}) ${option_id}: ${label}`);
  return new KeelsonError('hard_call.answer_invalid', {
    message: `This does not answer ${id}: ${detail}.`,
    nextStep: listed.length === 0 ? 'Answer in your own words, in the form that was asked for.' : `Choose by name, number or label: ${listed.join('; ')}.`,
    data: { hard_call_id: id, options: options.map(({ option_id }) => option_id), detail },
  });
}

export function hardCallRefused(code: string, detail: string): KeelsonError<'hard_call.refused'> {
  return new KeelsonError('hard_call.refused', {
    message: `The question cannot be put like this: ${detail}.`,
    nextStep: 'Declare that the scope pauses or is given up when nobody answers, and offer an answer for everything that may be done.',
    data: { code, detail },
  });
}
