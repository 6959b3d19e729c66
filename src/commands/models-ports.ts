import type { KeelsonConfig, MeasuredReliability, ModelSettings, PriceEntry } from '../contracts/index.ts';
import type { Environment, HttpPort, Keys, ServerStarter } from '../models/index.ts';

/** The configuration file as it was found and checked. */
export interface ConfigurationFile {
  readonly file: string;
  readonly config: KeelsonConfig;
}

/** How often a model's output validated for each role, as far as it was measured. */
export interface ReliabilityReader {
  read(modelId: string): Promise<Readonly<Record<string, MeasuredReliability>>>;
}

/** What a million tokens of a model cost; undefined where the price table does not know it. */
export type PriceReader = (model: ModelSettings) => PriceEntry | undefined;

export interface ModelsPorts {
  /** Rejects with `model.settings_invalid`; undefined when there is no file. */
  readonly readFile: () => Promise<ConfigurationFile | undefined>;
  readonly environment: Environment;
  readonly http: HttpPort;
  readonly keys: Keys;
  readonly starter: ServerStarter;
  readonly priceOf: PriceReader;
  readonly reliability: ReliabilityReader;
}
