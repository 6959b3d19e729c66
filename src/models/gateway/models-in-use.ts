import type { ModelId, ModelSettings, ProviderSettings } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** A model that is configured, with where it is served. */
export interface ModelInUse {
  readonly settings: ModelSettings;
  readonly provider: ProviderSettings;
}

export type ModelsInUse = ReadonlyMap<ModelId, ModelInUse>;

export function modelInUse(models: ModelsInUse, modelId: ModelId): ModelInUse {
  const found = models.get(modelId);
  if (found !== undefined) return found;
  throw new KeelsonError('model.unknown', {
    message: `No model is configured under the name ${modelId}.`,
    nextStep: `Use one of: ${[...models.keys()].join(', ') || 'none is configured, and "keelson models" says how'}.`,
    data: { model_id: modelId, known: [...models.keys()] },
  });
}
