import { z } from 'zod';

/**
 * What a replay does at a step that reached outside. Doing it again is not among the choices: a replay
 * reads what was recorded, notes that it could not, or refuses to go on.
 */
export const ReplayPolicy = z.enum(['reuse_recorded_output', 'skip_and_record_divergence', 'refuse_replay']);
export type ReplayPolicy = z.infer<typeof ReplayPolicy>;
