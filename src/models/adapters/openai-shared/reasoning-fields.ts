import type { ModelRequest } from '../../../contracts/index.ts';
import type { Target } from '../adapter.ts';
import { servesOpenAiModels } from './openai-hosts.ts';
import { openAiEffort, refusesSampling } from './openai-name.ts';

/** Other servers take what they please, and most of them ignore what they do not know. */
export function effortFor({ reasoning_effort: effort }: ModelRequest, { name, provider }: Target): string | undefined {
  return servesOpenAiModels(provider) ? openAiEffort(name, effort) : (effort ?? undefined);
}

export interface SamplingFields {
  readonly temperature?: number;
  readonly top_p?: number;
}

/** Nothing for a model that reasons first: it would refuse the request, whoever serves it. */
export function samplingFor({ temperature, top_p: topP, reasoning_effort: effort }: ModelRequest, { name }: Target): SamplingFields {
  if (refusesSampling(name, effort)) return {};
  return { ...(temperature !== null && { temperature }), ...(topP !== null && { top_p: topP }) };
}

export function stopFor({ stop, reasoning_effort: effort }: ModelRequest, { name }: Target): readonly string[] | undefined {
  return stop.length === 0 || refusesSampling(name, effort) ? undefined : stop;
}
