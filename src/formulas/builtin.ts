import { calibrationAuc } from './calibration/auc.ts';
import { brierScore } from './calibration/brier-score.ts';
import { expectedCalibrationError } from './calibration/expected-calibration-error.ts';
import { spearman } from './calibration/spearman.ts';
import { costAdd } from './cost/add.ts';
import { lossBetaEffective } from './loss/beta-effective.ts';
import { lossDistance } from './loss/distance.ts';
import { lossProcess } from './loss/process.ts';
import { lossResource } from './loss/resource.ts';
import { lossTotal } from './loss/total.ts';
import { memoryPotentialAction } from './memory/potential-action.ts';
import { attentionPotential, decisionPotential } from './memory/potentials.ts';
import { regressionRate } from './reputation/regression-rate.ts';
import { subAgentScore } from './reputation/sub-agent-score.ts';
import { criterionWeights } from './scoring/criterion-weights.ts';
import { qualityIndex } from './scoring/quality-index.ts';
import { templateMatch } from './scoring/template-match.ts';
import { gradientOfLoss } from './solver/gradient-of-loss.ts';
import { gradientOfQuality } from './solver/gradient-of-quality.ts';
import { statsMean } from './stats/mean.ts';
import { statsProportion } from './stats/proportion.ts';
import { statsQuantile } from './stats/quantile.ts';
import { wilsonInterval } from './stats/wilson-interval.ts';

/** Every formula of the product. `createFormulaRegistry(BUILTIN_FORMULAS)` runs all their vectors first. */
export const BUILTIN_FORMULAS = [
  brierScore,
  calibrationAuc,
  expectedCalibrationError,
  spearman,
  costAdd,
  lossBetaEffective,
  lossDistance,
  lossProcess,
  lossResource,
  lossTotal,
  attentionPotential,
  decisionPotential,
  memoryPotentialAction,
  regressionRate,
  subAgentScore,
  criterionWeights,
  qualityIndex,
  templateMatch,
  gradientOfLoss,
  gradientOfQuality,
  statsMean,
  statsProportion,
  statsQuantile,
  wilsonInterval,
] as const;
