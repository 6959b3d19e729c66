import { z } from 'zod';
import { NonEmptyText, runSuspended, runSuspensionEnded } from '../../contracts/index.ts';
import { KeelsonError, timestamp } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { say } from './say.ts';
import type { TaskWork } from './task-ports.ts';

const Questions = z.strictObject({ questions: z.array(NonEmptyText).min(1) });
const Answers = z.array(z.string());

/** Asks what only the person can say, one question after the other. Waiting is a state of the run, and costs it no time. */
export async function askPerson(work: Pick<TaskWork, 'runId' | 'journal' | 'overseers' | 'budget' | 'ports'>, key: string, questions: readonly string[], why: string, signal: AbortSignal, options: readonly string[] = []): Promise<readonly string[]> {
  const { runId, journal, overseers, budget, ports } = work;
  const { ask } = overseers;
  const effect: EffectDefinition<z.infer<typeof Questions>, string[]> = {
    name: 'person.ask',
    sideEffect: 'read_only',
    request: Questions,
    result: Answers,
    async perform(asked, context) {
      if (ask === undefined) throw nobodyThere(runId, questions);
      const suspension = { waiting_for: 'input', since: timestamp(ports.clock), questions: asked.questions };
      await say(ports.writer, runId, key, runSuspended.type, { suspension, why });
      const answers: string[] = [];
      for (const question of asked.questions) answers.push(await budget.whileWaiting(() => ask({ question, options }, context.signal)));
      await say(ports.writer, runId, key, runSuspensionEnded.type, { why: 'The person answered.' });
      return answers;
    },
  };
  return journal.step(key, effect, { questions: [...questions] }, { signal });
}

function nobodyThere(runId: string, questions: readonly string[]): KeelsonError<'run.input_needed'> {
  return new KeelsonError('run.input_needed', {
    message: `The task cannot be done without an answer, and nobody is there to give it: ${questions.join(' ')}`,
    nextStep: 'Say it in the task, or run it where you can be asked.',
    data: { run_id: runId, questions: [...questions] },
  });
}
