import { z } from 'zod';

/**
 * What a run may teach: `production` results feed memory, `signal_generation` runs exist to produce
 * labelled signals, `calibration` runs only adjust scores. Deliberately three: a fourth mode would
 * have to say whose memory it writes.
 */
export const LearningMode = z.enum(
  ['production', 'signal_generation', 'calibration'],
  'validation.learning_mode_value_drift',
);
export type LearningMode = z.infer<typeof LearningMode>;
