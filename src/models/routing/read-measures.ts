import type { z } from 'zod';
import { ModelProfile, TokenCalibration, type ModelId } from '../../contracts/index.ts';
import { modelCalibrationDocument, modelReliabilityDocument, type Documents } from '../../ledger/index.ts';
import { uncalibrated } from '../tokens/calibration.ts';
import { modelStreamId } from '../tokens/model-stream.ts';

/** What earlier calls taught about a model. */
export interface ModelMeasures {
  readonly calibration: TokenCalibration;
  readonly reliability: ModelProfile['json_reliability'];
}

/** A model that was never asked has nothing measured. */
export async function readMeasures(documents: Pick<Documents, 'get'>, modelId: ModelId): Promise<ModelMeasures> {
  const streamId = modelStreamId(modelId);
  const [calibration, reliability] = await Promise.all([documents.get(modelCalibrationDocument(streamId)), documents.get(modelReliabilityDocument(streamId))]);
  return {
    calibration: calibration === undefined ? uncalibrated(modelId) : parsedOnce(TokenCalibration, calibration.body),
    reliability: parsedOnce(ModelProfile.shape.json_reliability, (reliability?.body['roles'] ?? NOTHING) as object),
  };
}

const NOTHING = {};
const parsed = new WeakMap<object, unknown>();

/** A document is the same for everybody as long as nothing is measured, so each state of it is parsed once. */
function parsedOnce<Value>(schema: z.ZodType<Value>, body: object): Value {
  const value = (parsed.get(body) as Value | undefined) ?? schema.parse(body);
  parsed.set(body, value);
  return value;
}
