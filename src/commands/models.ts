import { modelsList, type ModelsReport, type ProviderSettings } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { askOrStart, askProvider, resolveSettings, type FoundModel, type ProviderAnswer, type ResolvedModels } from '../models/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { usableKey } from './models-keys.ts';
import type { ModelsPorts } from './models-ports.ts';
import { modelsReport } from './models-report.ts';

/** Serves `models.list`. */
export function modelsBinding(ports: ModelsPorts): Binding {
  return bind(modelsList, ({ check }, { signal }) => listModels(ports, { check, signal }));
}

export interface ListOptions {
  /** Asks also what is not on this machine or its network, and starts servers. */
  readonly check: boolean;
  readonly signal: AbortSignal;
  /** Models that are known to have been there, instead of those that servers tell of: nobody is asked. */
  readonly known?: readonly FoundModel[];
}

/** What is configured and what of it answers; the doctor looks through this too, so that both say the same. */
export async function listModels(ports: ModelsPorts, options: ListOptions): Promise<ModelsReport> {
  return (await lookForModels(ports, options)).report;
}

export interface ModelsLookedFor {
  readonly resolved: ResolvedModels;
  readonly report: ModelsReport;
}

/** The same look, with everything that is needed to ask what was found. */
export async function lookForModels(ports: ModelsPorts, { check, signal, known }: ListOptions): Promise<ModelsLookedFor> {
  const configuration = await ports.readFile();
  const input = { file: configuration?.config, environment: ports.environment };
  const { providers, cloud } = resolveSettings(input);
  const asked = Object.entries(known === undefined ? providers : {}).filter(([, one]) => one.location === 'local' || (check && cloud === 'allow'));
  const keyProblems: string[] = [];
  const answers = new Map(await Promise.all(asked.map(async ([name, one]) => [name, await ask(ports, name, one, { check, signal, keyProblems })] as const)));
  const found = known ?? [...answers.values()].flatMap((answer) => (answer.isReachable ? (answer.models ?? []) : []));
  const resolved = resolveSettings({ ...input, found });
  const reliability = await Promise.all(resolved.models.map(({ settings }) => ports.reliability.read(settings.model_id)));
  return { resolved, report: modelsReport({ file: configuration?.file ?? null, resolved, answers, keyProblems, reliability, environment: ports.environment, priceOf: ports.priceOf }) };
}

/** One provider that cannot be asked never hides the others. */
async function ask(ports: ModelsPorts, name: string, settings: ProviderSettings, { check, signal, keyProblems }: ListOptions & { readonly keyProblems: string[] }): Promise<ProviderAnswer> {
  try {
    const { key, problems } = await usableKey(ports.keys, name, settings, { all: check });
    keyProblems.push(...problems);
    const options = { http: ports.http, key, signal };
    return check ? await askOrStart(name, settings, { ...options, starter: ports.starter }) : await askProvider(name, settings, options);
  } catch (error) {
    if (error instanceof KeelsonError) return { isReachable: false, why: `${error.message} ${error.nextStep}` };
    throw error;
  }
}
