import type { ModelsPorts } from '../commands/index.ts';
import { keyProgram, modelServers } from '../drivers/index.ts';
import { systemClock, timestamp } from '../kernel/index.ts';
import { createKeys, createNodeHttp, CUSTOM_KEY_VARIABLE, entryFor, PRICE_TABLE, type Environment } from '../models/index.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';

export interface ModelsOfThisMachine extends ModelsPorts {
  close(): Promise<void>;
}

/** Everything that models need of this machine. */
export function modelsOfThisMachine(places: ConfigurationPlaces, environment: Environment, platform: string): ModelsOfThisMachine {
  const http = createNodeHttp({ clock: systemClock });
  const starter = modelServers({ environment, withheld: [CUSTOM_KEY_VARIABLE], clock: systemClock });
  const today = timestamp(systemClock).slice(0, 'YYYY-MM-DD'.length);
  return {
    readFile: () => readConfiguration(places),
    environment,
    http,
    keys: createKeys({ environment, platform, run: keyProgram(environment) }),
    starter,
    priceOf: ({ model_id, name }) => entryFor(model_id, today, PRICE_TABLE) ?? entryFor(name, today, PRICE_TABLE),
    reliability: { read: async () => ({}) },
    async close() {
      await starter.close();
      http.close();
    },
  };
}
