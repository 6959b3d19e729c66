import type { ModelsPorts } from '../commands/index.ts';
import { DEFAULT_TENANT } from '../contracts/index.ts';
import { keyProgram, modelServers } from '../drivers/index.ts';
import { KeelsonError, systemClock, timestamp } from '../kernel/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../ledger/index.ts';
import { createKeys, createNodeHttp, CUSTOM_KEY_VARIABLE, entryFor, PRICE_TABLE, readMeasures, type Environment, type ModelMeasures } from '../models/index.ts';
import type { LedgersOnDisk } from './ledger-admin.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';

export interface ModelsOfThisMachine extends ModelsPorts {
  close(): Promise<void>;
}

/** Everything that models need of this machine. */
export function modelsOfThisMachine(places: ConfigurationPlaces, environment: Environment, platform: string, ledgers: Pick<LedgersOnDisk, 'openToRead'>): ModelsOfThisMachine {
  const http = createNodeHttp({ clock: systemClock });
  const starter = modelServers({ environment, withheld: [CUSTOM_KEY_VARIABLE], clock: systemClock });
  const today = timestamp(systemClock).slice(0, 'YYYY-MM-DD'.length);
  return {
    readFile: () => readConfiguration(places, keysIn(environment)),
    environment,
    http,
    keys: createKeys({ environment, platform, run: keyProgram(environment) }),
    starter,
    priceOf: ({ model_id, name }) => entryFor(model_id, today, PRICE_TABLE) ?? entryFor(name, today, PRICE_TABLE),
    reliability: { read: (modelId) => measuredReliability(ledgers, modelId) },
    async close() {
      await starter.close();
      http.close();
    },
  };
}

/** Shorter values are no keys, and taking them out would spoil ordinary words. */
const KEY_CHARS_MIN = 8;

/** What the variables hold that are named like keys. */
export function keysIn(environment: Environment): string[] {
  const named = Object.entries(environment).filter(([name]) => ['_KEY', '_TOKEN', '_SECRET', '_PASSWORD'].some((end) => name.endsWith(end)));
  return named.flatMap(([, value]) => (value !== undefined && value.length >= KEY_CHARS_MIN ? [value] : []));
}

/** As the ledger of this machine's own runs has it. One that cannot be read says nothing about models, and keeps nobody from them. */
async function measuredReliability(ledgers: Pick<LedgersOnDisk, 'openToRead'>, modelId: string): Promise<ModelMeasures['reliability']> {
  try {
    const store = await ledgers.openToRead(DEFAULT_TENANT);
    if (store === undefined) return {};
    return (await readMeasures(createDocuments(store, BUILTIN_SETUP.projections), modelId)).reliability;
  } catch (error) {
    if (error instanceof KeelsonError) return {};
    throw error;
  }
}
