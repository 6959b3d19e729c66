import type { ModelsPorts } from '../../src/commands/index.ts';
import { keyProgram, modelServers } from '../../src/drivers/index.ts';
import { systemClock } from '../../src/kernel/index.ts';
import { checkConfig, createKeys, createNodeHttp, type Environment } from '../../src/models/index.ts';

/** Where nothing listens, so that an Ollama on the developer's machine does not answer. */
export const NO_OLLAMA = { OLLAMA_HOST: '127.0.0.1:1' };

/** Models as they are found here, with this environment and this section `models` of the file. */
export function modelsHere(environment: Environment, models?: unknown): ModelsPorts {
  return {
    readFile: async () => (models === undefined ? undefined : { file: '/home/ada/keelson.config.json', config: checkConfig({ models }, '/home/ada/keelson.config.json') }),
    environment,
    http: createNodeHttp({ clock: systemClock }),
    keys: createKeys({ environment, platform: 'linux', run: keyProgram(environment) }),
    starter: modelServers({ environment, withheld: [], clock: systemClock }),
    priceOf: ({ model_id }) => (model_id === 'z-ai/glm-5.2' ? { model: model_id, prices: { input: 0.98, output: 3.08, cached_input: 0.1 }, since: '2026-06-01', source: 'a price list' } : undefined),
    reliability: { read: async () => ({}) },
  };
}
