import { modelCalibrated, type ModelId, type ModelUsage, type TokenCalibration } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import type { RequestEstimate } from './estimate.ts';
import { modelStreamId } from './model-stream.ts';

/** A schema's estimate is corrected when it strays further than this from what the provider counted for it. */
export const CALIBRATION_VARIANCE_THRESHOLD = 0.15;

/** Beyond these bounds it is not the tokenizer that differs but the report or the estimate that is wrong. */
export const RATIO_MIN = 0.5;
export const RATIO_MAX = 5;

/** A report that strays further than this from what was sent is about something else: no tokenizer counts a tenth, or tenfold. */
const UNBELIEVABLE_FACTOR = 10;

/** Once a model is known, one report moves what is known of it no further than to the double or the half. */
const OUTLIER_FACTOR = 2;
/** From so many reports on a model is known. */
const KNOWN_SAMPLES_MIN = 5;

/** In a call where schemas are less than this share, what they really cost drowns in the error of the rest. */
export const SCHEMA_SHARE_MIN = 0.1;

/** A correction goes half the way, so that one odd call does not rule all later ones. */
const CORRECTION_STEP = 0.5;

export function uncalibrated(modelId: ModelId): TokenCalibration {
  return { model_id: modelId, raw_sent: 0, provider_reported: 0, ratio: 1, schema_overhead: 1, samples: 0 };
}

/**
 * What a model's answer teaches about counting for it. A report that cannot be believed teaches nothing: the same object
 * comes back, so that nothing needs to be recorded. One that strays far is taken for as much as it can be.
 */
export function calibrate(stored: TokenCalibration, estimate: Pick<RequestEstimate, 'raw' | 'schemaRaw'>, usage: ModelUsage): TokenCalibration {
  const reported = usage.input_tokens;
  if (usage.flags.length > 0 || reported === null || reported === 0 || !isBelievable(reported, estimate)) return stored;
  const current = isSpoilt(stored) ? uncalibrated(stored.model_id) : stored;
  const schemaOverhead = correctedOverhead(current, estimate, reported);
  const sent = Math.round(estimate.raw + estimate.schemaRaw * schemaOverhead);
  const rawSent = current.raw_sent + sent;
  if (rawSent === 0) return stored;
  const providerReported = current.provider_reported + withoutOutlier(current, sent, reported);
  return {
    model_id: current.model_id,
    raw_sent: rawSent,
    provider_reported: providerReported,
    ratio: clamped(providerReported / rawSent),
    schema_overhead: schemaOverhead,
    samples: current.samples + 1,
  };
}

/** Whether so many tokens can have been counted for what was sent. */
export function isBelievable(reported: number, { raw, schemaRaw }: Pick<RequestEstimate, 'raw' | 'schemaRaw'>): boolean {
  const sent = raw + schemaRaw;
  return reported * UNBELIEVABLE_FACTOR >= sent && reported <= sent * UNBELIEVABLE_FACTOR;
}

/** Sums from before reports were bounded may hold one that nobody should have believed; it would rule for ever. */
function isSpoilt({ raw_sent: sent, provider_reported: reported }: TokenCalibration): boolean {
  return reported > sent * RATIO_MAX || reported < sent * RATIO_MIN;
}

/** As much of a report as one call may teach. */
function withoutOutlier({ ratio, samples }: TokenCalibration, sent: number, reported: number): number {
  const [low, high] = samples < KNOWN_SAMPLES_MIN ? [RATIO_MIN, RATIO_MAX] : [Math.max(RATIO_MIN, ratio / OUTLIER_FACTOR), Math.min(RATIO_MAX, ratio * OUTLIER_FACTOR)];
  return Math.round(Math.min(sent * high, Math.max(sent * low, reported)));
}

/** Whatever the messages do not explain, at the ratio so far, the schemas must have cost. */
function correctedOverhead({ ratio, schema_overhead: current }: TokenCalibration, { raw, schemaRaw }: Pick<RequestEstimate, 'raw' | 'schemaRaw'>, reported: number): number {
  if (schemaRaw < (raw + schemaRaw) * SCHEMA_SHARE_MIN) return current;
  const seen = clamped((reported / ratio - raw) / schemaRaw);
  const variance = Math.abs(seen - current) / current;
  return variance > CALIBRATION_VARIANCE_THRESHOLD ? current + (seen - current) * CORRECTION_STEP : current;
}

function clamped(value: number): number {
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, value));
}

/** Appended together with the end of the call that taught it. */
export function calibratedEvent(calibration: TokenCalibration): NewEvent {
  return { type: modelCalibrated.type, streamId: modelStreamId(calibration.model_id), payload: calibration };
}
