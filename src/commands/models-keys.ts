import type { ProviderSettings } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Keys, Secret } from '../models/index.ts';

export interface UsableKey {
  /** The first that there is; undefined where none is asked for. */
  readonly key: Secret | undefined;
  /** Why others cannot be had, in words. */
  readonly problems: readonly string[];
}

/**
 * A key to ask a provider with. Several keys are for load, and any one of them is enough; `all` looks at the others too,
 * so that the broken ones are heard of. Rejects with the first failure when none can be had.
 */
export async function usableKey(keys: Keys, provider: string, settings: ProviderSettings, { all }: { readonly all: boolean }): Promise<UsableKey> {
  const failures: KeelsonError[] = [];
  let key: Secret | undefined;
  for (const source of settings.keys) {
    if (key !== undefined && !all) break;
    try {
      const resolved = await keys.resolve(provider, source);
      key ??= resolved;
    } catch (error) {
      if (!(error instanceof KeelsonError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  if (key !== undefined || first === undefined) return { key, problems: failures.map(wordsOf) };
  if (others.length === 0) throw first;
  throw new KeelsonError('model.key_unavailable', { message: failures.map((one) => one.message).join(' '), nextStep: first.nextStep, data: { provider, source: '', detail: 'none of its keys can be had' } });
}

function wordsOf({ message, nextStep }: KeelsonError): string {
  return `${message} ${nextStep}`;
}
