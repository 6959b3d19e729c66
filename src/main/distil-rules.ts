import type { OpenModels, OpenTools } from '../commands/index.ts';
import { DistilledRuleAnswer, MemorySection } from '../contracts/index.ts';
import type { Distil } from '../memory/index.ts';
import { payingFromDay } from './pay-from-day.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';

/** Has a model put rules into words where the person allows it; undefined where they do not. */
export function distilRules(places: ConfigurationPlaces, openModels: OpenModels, openTools: OpenTools): () => Promise<Distil | undefined> {
  return async () => {
    const { distilled_by: by } = MemorySection.parse((await readConfiguration(places))?.config.memory ?? {});
    if (by !== 'model') return undefined;
    return async (cluster, signal) => {
      const [models, { distilQuestion }] = await Promise.all([openModels(signal), import('../loops/index.ts')]);
      const { output, modelId } = await payingFromDay('dreamer', openTools, (pay) => models.ask(distilQuestion(cluster), signal, pay));
      return { text: DistilledRuleAnswer.parse(output).rule, modelId };
    };
  };
}
