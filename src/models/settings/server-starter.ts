import type { ProviderSettings } from '../../contracts/index.ts';
import { askProvider } from './ask-provider.ts';
import type { ProviderAnswer } from './found-model.ts';
import type { AskOptions } from './json-asker.ts';

export interface ServerStart {
  readonly provider: string;
  readonly command: readonly string[];
  /** True when the server answers. */
  readonly isReady: (signal: AbortSignal) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Starts model servers on this machine and stops those it started. */
export interface ServerStarter {
  /** Resolves when the server answers; rejects with `model.start_failed`. A server that runs already is not started again. */
  start(request: ServerStart): Promise<void>;
  /** Ends every server that was started here. */
  close(): Promise<void>;
}

/** Asks a provider, and starts its server first when nothing answers and the settings say how. */
export async function askOrStart(provider: string, settings: ProviderSettings, options: AskOptions & { readonly starter: ServerStarter }): Promise<ProviderAnswer> {
  const answer = await askProvider(provider, settings, options);
  // Only a server on this machine can be started here; one that answers wrongly is not a server that is missing.
  if (answer.isReachable || answer.hasAnswered === true || settings.start === undefined || settings.location !== 'local') return answer;
  await options.starter.start({
    provider,
    command: settings.start,
    isReady: async (signal) => (await askProvider(provider, settings, { ...options, signal })).isReachable,
    signal: options.signal,
  });
  return askProvider(provider, settings, options);
}
