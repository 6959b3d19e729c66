import {
  Count,
  CostAddends,
  CostCorrelationPolicy,
  CostDimension,
  JointCostSamples,
  type CostComponents,
  type CostDistribution,
  type QuantileSummary,
} from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate, rejected } from '../result.ts';
import { quantileSummary } from '../stats/quantile.ts';
import { independentSums } from './independent-sum.ts';

const QUANTILES = ['p50', 'p90', 'p99'] as const;
/** As for any sample: below this the 99th percentile is hardly more than the largest sum seen. */
const JOINT_ROWS_MIN = 100;

const call = { usd: { expected: 2, p50: 1, p90: 4, unit: 'usd' } } as const;
const search = {
  usd: { expected: 3, p50: 2, p90: 5, p99: 9, unit: 'usd' },
  wall_clock_ms: { expected: 40, unit: 'wall_clock_ms' },
} as const;
const wait = { wall_clock_ms: { expected: 60, unit: 'wall_clock_ms', hard_cap: 90 } } as const;

/** What the addends of one dimension have to be combined with. */
interface Combination {
  readonly policy: CostCorrelationPolicy | undefined;
  readonly seed: number | undefined;
  readonly jointSamples: readonly (readonly number[])[] | undefined;
}

/**
 * Adds costs dimension by dimension. Expected costs always add; quantiles do not, unless somebody declares how the
 * costs depend on each other.
 */
export const costAdd = defineFormula({
  spec: {
    formula_id: 'cost.add',
    owner_doc: 'src/mother',
    semantic_version: '1.0.0',
    purpose: 'The cost of several things together, with its spread where the correlation is declared.',
    expression: 'Σ expected; quantiles of the sum by the correlation policy; Σ hard caps where all have one',
    output: {
      value_kind: 'cost_vector',
      unit: 'custom',
      range: [0, Number.MAX_VALUE],
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('different-dimensions', { addends: quantity([call, wait]) }, { value: { ...call, ...wait } }),
      vector(
        'upper-bound',
        { addends: quantity([call, search]), correlation_policy: quantity('assume_perfect_correlation_upper_bound') },
        { value: { usd: { expected: 5, p50: 3, p90: 9, unit: 'usd' }, wall_clock_ms: search.wall_clock_ms } },
      ),
      vector(
        'seen-together',
        {
          addends: quantity([call, { usd: { ...call.usd, hard_cap: 8 } }]),
          correlation_policy: quantity('empirical_joint_distribution'),
          joint_samples: quantity({
            usd: Array.from({ length: JOINT_ROWS_MIN }, (_, row) => [row % 4, 3 - (row % 4)]),
          }),
        },
        { value: { usd: { expected: 4, p50: 3, p90: 3, unit: 'usd' } } },
      ),
      vector(
        'seldom-seen-together',
        {
          addends: quantity([call, call]),
          correlation_policy: quantity('empirical_joint_distribution'),
          joint_samples: quantity({ usd: [[1, 2]] }),
        },
        { status: 'indeterminate', codes: ['formula.insufficient_sample'] },
      ),
      vector(
        'no-quantiles-no-policy',
        { addends: quantity([wait, wait]) },
        {
          value: { wall_clock_ms: { expected: 120, unit: 'wall_clock_ms', hard_cap: 180 } },
        },
      ),
      vector(
        'undeclared',
        { addends: quantity([call, search]) },
        {
          status: 'rejected',
          codes: ['validation.cost_quantile_sum_without_correlation_policy'],
        },
      ),
      vector(
        'no-seed',
        { addends: quantity([call, search]), correlation_policy: quantity('assume_independent_monte_carlo') },
        { status: 'rejected', codes: ['formula.inputs_inconsistent'] },
      ),
    ],
  },
  inputs: {
    addends: structuredInput('CostAddends', CostAddends),
    correlation_policy: structuredInput('CostCorrelationPolicy', CostCorrelationPolicy.optional()),
    /** Makes the draws of `assume_independent_monte_carlo` repeatable. */
    seed: structuredInput('Count', Count.optional(), { units: ['count'] }),
    joint_samples: structuredInput('JointCostSamples', JointCostSamples.optional()),
  },
  compute: ({ addends, correlation_policy: policy, seed, joint_samples: joint }) => {
    if (needsCorrelationPolicy(addends) && policy === undefined) {
      return rejected('validation.cost_quantile_sum_without_correlation_policy');
    }
    const total: CostComponents = {};
    for (const dimension of CostDimension.options) {
      const costs = addends.flatMap((components) => components[dimension] ?? []);
      const sum = addDistributions(costs, { policy, seed, jointSamples: joint?.[dimension] });
      if (sum === 'inconsistent') return rejected('formula.inputs_inconsistent');
      if (sum === 'too_few') return indeterminate('insufficient_sample', 'formula.insufficient_sample');
      if (sum) total[dimension] = sum;
    }
    return computed(total);
  },
});

/** True when two costs of one dimension meet and either of them has a quantile. */
export function needsCorrelationPolicy(addends: readonly CostComponents[]): boolean {
  return CostDimension.options.some((dimension) => {
    const costs = addends.flatMap((components) => components[dimension] ?? []);
    return costs.length > 1 && costs.some((cost) => QUANTILES.some((name) => cost[name] !== undefined));
  });
}

function addDistributions(
  costs: readonly CostDistribution[],
  combination: Combination,
): CostDistribution | NoSpread | undefined {
  const [first, ...others] = costs;
  if (first === undefined || others.length === 0) return first;
  const shared = QUANTILES.filter((name) => costs.every((cost) => cost[name] !== undefined));
  const spread = shared.length > 0 ? spreadOfSum(costs, combination) : {};
  if (typeof spread === 'string') return spread;
  const cap = sumOfShared(costs, 'hard_cap');
  const quantiles = shared.map((name) => [name, Math.min(spread[name] ?? 0, cap ?? Number.MAX_VALUE)] as const);
  return {
    expected: orderFreeSum(costs.map((cost) => cost.expected)),
    ...Object.fromEntries(quantiles),
    ...(cap !== undefined && { hard_cap: cap }),
    unit: first.unit,
  };
}

/** Undefined when one of the costs lacks the figure: a sum of some would read as a sum of all. */
function sumOfShared(costs: readonly CostDistribution[], name: 'p50' | 'p90' | 'p99' | 'hard_cap'): number | undefined {
  const given = costs.flatMap((cost) => cost[name] ?? []);
  return given.length === costs.length ? orderFreeSum(given) : undefined;
}

/** Why the policy gives no quantiles: what it needs was not given or does not fit, or is too little to tell. */
type NoSpread = 'inconsistent' | 'too_few';

function spreadOfSum(
  costs: readonly CostDistribution[],
  combination: Combination,
): Partial<QuantileSummary> | NoSpread {
  const { policy, seed, jointSamples } = combination;
  switch (policy) {
    case 'assume_perfect_correlation_upper_bound':
      return sumsOfQuantiles(costs);
    case 'assume_independent_monte_carlo':
      return (seed !== undefined && quantileSummary(independentSums(costs, seed))) || 'inconsistent';
    case 'empirical_joint_distribution':
    case undefined:
      return jointSamples === undefined ? 'inconsistent' : spreadOfRows(costs.length, jointSamples);
  }
}

function sumsOfQuantiles(costs: readonly CostDistribution[]): Partial<QuantileSummary> {
  return Object.fromEntries(
    QUANTILES.flatMap((name) => {
      const sum = sumOfShared(costs, name);
      return sum === undefined ? [] : [[name, sum]];
    }),
  );
}

/** Each row must hold exactly one amount per cost. */
function spreadOfRows(width: number, rows: readonly (readonly number[])[]): QuantileSummary | NoSpread {
  if (rows.some((row) => row.length !== width)) return 'inconsistent';
  const sums = rows.length < JOINT_ROWS_MIN ? [] : rows.map((row) => orderFreeSum(row));
  return quantileSummary(sums) ?? 'too_few';
}
