import type { ModelStreamEvent } from '../../../contracts/index.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import type { ModelPlugin } from '../plugin.ts';
import { type AiSdkCallOptions, callOptions } from './call-options.ts';
import { faultFromError } from './model-error.ts';
import { createPartReader } from './part-reader.ts';
import type { AiSdkVersion } from './prompt.ts';

/** As much of the LanguageModel interface as is used here; a model of any supported version fits it. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doStream(options: AiSdkCallOptions): PromiseLike<{ readonly stream: { getReader(): PartSource } }>;
}

interface PartSource {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
}

const VERSIONS: readonly AiSdkVersion[] = ['v2', 'v3', 'v4'];

/** Makes a model of an @ai-sdk provider one of ours. */
export function aiSdkPlugin(model: AiSdkModel): ModelPlugin {
  const version = VERSIONS.find((known) => known === model.specificationVersion);
  if (version === undefined) {
    throw new KeelsonError('model.plugin_unsupported', {
      message: `The model ${model.modelId} of ${model.provider} speaks version ${model.specificationVersion} of the LanguageModel interface; ${VERSIONS.join(', ')} are understood.`,
      nextStep: 'Install a version of its package that speaks one of them.',
      data: { model_id: model.modelId, version: model.specificationVersion },
    });
  }
  return {
    modelId: model.modelId,
    async *stream(request, target, signal): AsyncGenerator<ModelStreamEvent> {
      const parts = createPartReader(target.modelId);
      const { stream } = await settled(() => model.doStream(callOptions(request, version, signal)), signal);
      const source = stream.getReader();
      try {
        while (!parts.isFinished) {
          const { done, value } = await settled(() => source.read(), signal);
          if (done) break;
          yield* parts.read(value);
        }
        parts.end();
      } finally {
        // Nobody waits for a model that does not let itself be stopped.
        source.cancel().catch(() => undefined);
      }
    },
  };
}

/** What a step of the model comes to: an abort ends it at once, even in a model that takes no notice; errors become faults. */
async function settled<Value>(step: () => PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  // Between two steps nobody listens.
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([step(), aborted.promise]);
  } catch (error) {
    signal.throwIfAborted();
    throw faultFromError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
