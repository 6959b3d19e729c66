import { PARSE_CORRECTIONS_MAX } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import type { RoleDesk, RoleQuestion } from '../../src/loops/index.ts';

/** Everything of a question but what it is asked with. */
export type AskedQuestion = Omit<RoleQuestion<unknown>, 'signal' | 'answer'> & { readonly answerName: string };

export interface RecordedDesk extends RoleDesk {
  readonly asked: AskedQuestion[];
}

/**
 * A desk whose models answered beforehand: every question takes the next recorded answer, and one that does not fit its
 * schema is asked again as often as a desk does it. An answer that is an error is what the model layer failed with.
 */
export function recordedDesk(...answers: readonly unknown[]): RecordedDesk {
  const left = [...answers];
  const asked: AskedQuestion[] = [];
  return {
    asked,
    async ask({ signal, answer, ...question }) {
      signal.throwIfAborted();
      asked.push({ ...question, answerName: answer.name });
      let problems: string[] = [];
      for (let attempt = 0; attempt <= PARSE_CORRECTIONS_MAX; attempt += 1) {
        if (left.length === 0) throw new Error(`nothing was recorded for ${question.key}`);
        const recorded = left.shift();
        if (recorded instanceof Error) throw recorded;
        const read = answer.schema.safeParse(recorded);
        if (read.success) return { answer: read.data, modelId: 'recorded' };
        problems = read.error.issues.map(({ message }) => message);
      }
      throw new KeelsonError('model.output_undecodable', { message: 'The model gave no answer that fits.', nextStep: 'Ask again.', data: { corrections: PARSE_CORRECTIONS_MAX, problems } });
    },
  };
}
