import type {
  DateRange,
  FormulaCode,
  JsonValue,
  MetricExclusionReason,
  MetricObservation,
  MetricRollup,
  ObservationId,
  RollupId,
  StorageRef,
  ValidationCode,
} from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import type { EvaluationContext } from '../receipt.ts';
import { versionToUse, type FormulaOutcome, type FormulaRef, type FormulaRegistry } from '../registry.ts';

export interface RollupRequest {
  readonly rollupId: RollupId;
  readonly metricId: string;
  /** A figure without a period cannot be compared with another, so none is computed. */
  readonly window: DateRange | undefined;
  readonly subjectScope: { readonly ref: StorageRef; readonly includes: (subject: StorageRef) => boolean };
  /** A formula with one input named `samples`. */
  readonly formula: FormulaRef;
  /** Observations that a later event declared invalid. */
  readonly invalidated: ReadonlySet<ObservationId>;
  /** Leaves out what a policy forbids to count, such as another matter's observations. */
  readonly isAllowed?: (observation: MetricObservation) => boolean;
  /** Censored values are known only as "at least this", so they count only where that is what is wanted. */
  readonly rightCensored: 'exclude' | 'count_as_observed';
  readonly context: EvaluationContext;
  /** Where the receipt of this roll-up will lie. */
  readonly receiptRef: StorageRef;
}

export type RollupResult =
  | { readonly status: 'rolled_up'; readonly rollup: MetricRollup; readonly outcome: FormulaOutcome<unknown> }
  | { readonly status: 'refused'; readonly codes: readonly FormulaCode[] };

/** One figure over many observations. Every observation given is accounted for: counted, or left out with a reason. */
export function rollUp(
  registry: FormulaRegistry,
  observations: readonly MetricObservation[],
  request: RollupRequest,
): RollupResult {
  const { window } = request;
  if (window === undefined) return refuse('validation.metric_rollup_without_window');
  if (observations.some((observation) => observation.metric_id !== request.metricId))
    return refuse('formula.inputs_inconsistent');
  if (!isRegistered(registry, request.formula, request.context.pinnedVersions)) {
    return refuse('validation.metric_without_formula_spec');
  }
  const { included, excluded } = selectObservations(observations, { ...request, window });
  const unit = included[0]?.unit ?? observations[0]?.unit ?? 'unitless';
  if (included.some((observation) => observation.unit !== unit)) return refuse('formula.input_unit_mismatch');
  const samples = quantity(
    included.map((observation) => observation.value),
    unit,
  );
  const outcome = registry.evaluate(request.formula, { samples }, { ...request.context, window });
  if (outcome.status === 'rejected') return { status: 'refused', codes: outcome.codes };
  const interval = outcome.status === 'value' ? outcome.confidenceInterval : undefined;
  const rollup: MetricRollup = {
    rollup_id: request.rollupId,
    metric_id: request.metricId,
    subject_scope_ref: request.subjectScope.ref,
    measurement_window: window,
    included_observation_refs: included.map(observationRef),
    excluded_observation_refs: excluded.map(({ observation, reason }) => ({
      observation_ref: observationRef(observation),
      exclusion_reason: reason,
    })),
    formula_eval_receipt_ref: request.receiptRef,
    sample_size: included.length,
    // A value that left a formula is JSON: it was hashed as such for its receipt.
    value: outcome.status === 'value' ? (outcome.value as JsonValue) : null,
    validation_codes: [...outcome.codes],
    ...(interval && {
      confidence_interval: [interval.lower, interval.upper],
      confidence_interval_level: interval.level,
    }),
    created_at: request.context.computedAt,
    schema_version: '1.0',
  };
  return { status: 'rolled_up', rollup, outcome };
}

function refuse(code: FormulaCode): RollupResult {
  return { status: 'refused', codes: [code] };
}

/** Whether the version that the evaluation would use exists; the newest always does. */
function isRegistered(
  registry: FormulaRegistry,
  { id, version }: FormulaRef,
  pinnedVersions: EvaluationContext['pinnedVersions'],
): boolean {
  const wanted = versionToUse(version, pinnedVersions?.[id]);
  return registry
    .specs()
    .some((spec) => spec.formula_id === id && (wanted ?? spec.semantic_version) === spec.semantic_version);
}

/** An observation is found by its own id, whichever event brought it. */
export function observationRef(observation: Pick<MetricObservation, 'observation_id'>): StorageRef {
  return { kind: 'document', key: observation.observation_id };
}

type Selection = Pick<RollupRequest, 'subjectScope' | 'invalidated' | 'isAllowed' | 'rightCensored'> & {
  readonly window: DateRange;
};

interface SelectedObservations {
  readonly included: readonly MetricObservation[];
  readonly excluded: readonly { observation: MetricObservation; reason: MetricExclusionReason }[];
}

export function selectObservations(
  observations: readonly MetricObservation[],
  selection: Selection,
): SelectedObservations {
  const seen = new Set<ObservationId>();
  const included: MetricObservation[] = [];
  const excluded: { observation: MetricObservation; reason: MetricExclusionReason }[] = [];
  for (const observation of observations) {
    const reason = seen.has(observation.observation_id) ? 'duplicate' : exclusionReason(observation, selection);
    seen.add(observation.observation_id);
    if (reason) excluded.push({ observation, reason });
    else included.push(observation);
  }
  return { included, excluded };
}

/** The first reason that applies. What a later event took back is out whatever else holds; both window ends are in. */
function exclusionReason(observation: MetricObservation, selection: Selection): MetricExclusionReason | undefined {
  const { window } = selection;
  if (selection.invalidated.has(observation.observation_id)) return 'invalidated';
  if (observation.observed_at < window.start || observation.observed_at > window.end) return 'outside_window';
  if (!selection.subjectScope.includes(observation.subject_ref)) return 'wrong_subject_scope';
  if (selection.isAllowed?.(observation) === false) return 'policy_filtered';
  const isLeftOut = selection.rightCensored === 'exclude' && observation.right_censored_at !== undefined;
  return isLeftOut ? 'right_censored' : undefined;
}

/** What a claimed roll-up lacks or got wrong, seen with what is known to be invalid now. */
export function rollupFaults(
  claimed: Partial<Pick<MetricRollup, 'measurement_window' | 'included_observation_refs' | 'formula_eval_receipt_ref'>>,
  invalidated: ReadonlySet<ObservationId>,
): ValidationCode[] {
  const invalidKeys = new Set<string>(invalidated);
  const faults: ValidationCode[] = [];
  if (!claimed.measurement_window) faults.push('validation.metric_rollup_without_window');
  if (!claimed.formula_eval_receipt_ref) faults.push('validation.metric_value_without_formula_receipt');
  if (claimed.included_observation_refs?.some((ref) => invalidKeys.has(ref.key))) {
    faults.push('validation.metric_rollup_includes_invalidated_observation');
  }
  return faults;
}
