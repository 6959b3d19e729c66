import { modelReliabilityMeasured, type MeasuredReliability, type ModelId, type RoleId, type RouteRequest } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { modelStreamId } from '../tokens/model-stream.ts';

/** Below this share of valid outputs a second model runs beside the first where strict JSON is needed. */
export const RELIABILITY_LOW = 0.9;
/** Fewer outputs than this say nothing yet. */
export const RELIABILITY_SAMPLES_MIN = 5;
/**
 * The score is the plain mean of the first so many outputs (the formula `stats.proportion`); from then on each new output
 * weighs as one of so many. Models change behind their names, so what was seen long ago must fade.
 */
export const RELIABILITY_WINDOW = 50;

/** The measure after one more output: valid against its schema and not refused by a critic, or not. */
export function measureReliability(current: MeasuredReliability | undefined, wasValid: boolean): MeasuredReliability {
  if (current === undefined) return { score: Number(wasValid), sample_size: 1 };
  const sampleSize = current.sample_size + 1;
  const score = current.score + (Number(wasValid) - current.score) / Math.min(sampleSize, RELIABILITY_WINDOW);
  return { score, sample_size: sampleSize };
}

/** True only when it was measured and found low: what nobody measured is not held against a model. */
export function isUnreliable(measured: MeasuredReliability | undefined): boolean {
  return measured !== undefined && measured.sample_size >= RELIABILITY_SAMPLES_MIN && measured.score < RELIABILITY_LOW;
}

/** Whether the answer must be JSON of a given shape, however strongly the model's talent for it was asked for. */
export function needsStrictJson({ required_capabilities: required, wanted_capabilities: wanted = [] }: RouteRequest): boolean {
  return [...required, ...wanted].includes('strict_json');
}

export interface JudgedOutput {
  readonly modelId: ModelId;
  readonly roleId: RoleId;
  readonly wasValid: boolean;
}

/** Appended when an output has been judged. */
export function reliabilityEvent({ modelId, roleId, wasValid }: JudgedOutput, current: MeasuredReliability | undefined): NewEvent {
  const payload = { model_id: modelId, role_id: roleId, was_valid: wasValid, measured: measureReliability(current, wasValid) };
  return { type: modelReliabilityMeasured.type, streamId: modelStreamId(modelId), payload };
}
