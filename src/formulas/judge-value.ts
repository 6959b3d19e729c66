import type { ConfidenceInterval, FormulaCode } from '../contracts/index.ts';
import type { FormulaDefinition } from './definition.ts';
import { isWithin, nonFiniteIn } from './numeric-content.ts';
import { isSampleTooSmall, notFinite } from './policies.ts';
import { roundForStorage } from './rounding.ts';
import { finite, refusal, withhold, type Judgement } from './verdict.ts';

type Values = Readonly<Record<string, unknown>>;

/** The last gate: only a finite value within the declared range leaves a formula. */
export function judgeValue<Value>(
  definition: FormulaDefinition<string, Value>,
  values: Values,
  value: Value,
): Judgement<Value> {
  const { spec } = definition;
  const nonFinite = nonFiniteIn(value);
  if (nonFinite) return notFinite(spec, nonFinite, nonFiniteOutputCodes(definition));
  if (spec.output.range && !isWithin(value, spec.output.range)) return finite(refusal('formula.output_out_of_range'));
  const confidenceInterval = intervalOf(definition, values);
  if (!confidenceInterval && spec.confidence_interval_policy?.required) {
    return finite(withhold('insufficient_sample', 'formula.interval_unavailable'));
  }
  const sampleSize = definition.sampleSize?.(values);
  return finite({
    status: 'value',
    value: roundForStorage(value, spec.rounding_policy) as Value,
    codes: isSampleTooSmall(definition, values) ? ['formula.low_confidence'] : [],
    ...(sampleSize !== undefined && { sampleSize }),
    ...(confidenceInterval && { confidenceInterval }),
  });
}

export function nonFiniteOutputCodes(definition: FormulaDefinition): FormulaCode[] {
  return ['validation.formula_output_nan_or_infinity', ...(definition.nonFiniteCodes ?? [])];
}

function intervalOf(definition: FormulaDefinition, values: Values): ConfidenceInterval | undefined {
  const level = definition.spec.confidence_interval_policy?.interval_level;
  const bounds = level && definition.interval?.(values, level);
  return level && bounds && !nonFiniteIn(bounds) ? { lower: bounds[0], upper: bounds[1], level } : undefined;
}
