import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS, type NumericRange } from '../../contracts/index.ts';
import { defaultedNumberInput, numberInput, optionalNumberInput, quantity } from '../definition.ts';

/** α, β_eff and λ are at most 1 each, and so are D, P and Ω. */
const LOSS_RANGE: NumericRange = [0, 3];

/** What every version of the gradient is given, so that a run may be pinned to any; each takes what it needs. */
export const ROUND_INPUTS = {
  loss: numberInput(['unitless'], { range: LOSS_RANGE }),
  distance: numberInput(['ratio'], { range: [0, 1] }),
  process: numberInput(['ratio'], { range: [0, 1] }),
  previous_loss: optionalNumberInput(['unitless'], { range: LOSS_RANGE }),
  previous_distance: optionalNumberInput(['ratio'], { range: [0, 1] }),
  previous_process: optionalNumberInput(['ratio'], { range: [0, 1] }),
  distance_weight: defaultedNumberInput(['unitless'], DEFAULTS.distance_weight, [0, 1]),
  process_weight: defaultedNumberInput(['unitless'], DEFAULTS.process_weight, [0, 1]),
} as const;

export interface Round {
  readonly loss: number;
  readonly distance: number;
  readonly process: number;
}

interface PreviousInputs {
  readonly previous_loss?: number | undefined;
  readonly previous_distance?: number | undefined;
  readonly previous_process?: number | undefined;
}

/** The round before; undefined in the first round. Half a round is a mistake of the caller. */
export function previousRound(given: PreviousInputs): Round | 'incomplete' | undefined {
  const { previous_loss: loss, previous_distance: distance, previous_process: process } = given;
  if (loss === undefined && distance === undefined && process === undefined) return undefined;
  if (loss === undefined || distance === undefined || process === undefined) return 'incomplete';
  return { loss, distance, process };
}

/** Inputs as the test vectors of both versions write them. */
export function roundOf({ loss, distance, process }: Round) {
  return { loss: quantity(loss), distance: quantity(distance, 'ratio'), process: quantity(process, 'ratio') };
}

export function after({ loss, distance, process }: Round) {
  return {
    previous_loss: quantity(loss),
    previous_distance: quantity(distance, 'ratio'),
    previous_process: quantity(process, 'ratio'),
  };
}
