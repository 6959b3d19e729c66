import type { OpenModels, OpenTools } from '../commands/index.ts';
import { FactsAnswer, MemorySection } from '../contracts/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';
import type { FactReader } from '../memory/index.ts';
import { dayUsedUp, payingFromDay } from './pay-from-day.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';

/** Has a model read facts and preferences where the person allows it; undefined where they do not. */
export function readFacts(places: ConfigurationPlaces, openModels: OpenModels, openTools: OpenTools): () => Promise<FactReader | undefined> {
  return async () => {
    const { facts_read_by: by } = MemorySection.parse((await readConfiguration(places))?.config.memory ?? {});
    if (by !== 'model') return undefined;
    const { FACTS_PROMPT, factsQuestion } = await import('../loops/index.ts');
    return {
      name: FACTS_PROMPT,
      async read(words, signal) {
        try {
          const models = await openModels(signal);
          const { output } = await payingFromDay('learner', openTools, (pay) => models.ask(factsQuestion(words), signal, pay));
          const answer = FactsAnswer.safeParse(output);
          return answer.success ? answer.data : { unanswered: 'The model gave no list of facts.' };
        } catch (error) {
          if (hasCode(error, 'counter.exhausted')) return { unanswered: dayUsedUp(error) };
          // A model that fails leaves the words unread; a stop or a store that fails is no matter of the model's.
          if (signal.aborted || !(error instanceof KeelsonError) || !error.code.startsWith('model.')) throw error;
          return { unanswered: `${error.code}: ${error.message}` };
        }
      },
    };
  };
}
