import { z } from 'zod';
import { Name, NonEmptyText, SemanticVersion } from '../core/index.ts';
import { CalibrationProposal } from '../runs/solver-calibration.ts';
import { defineEvent } from './define-event.ts';

/** All sets of the solver stand in one stream, so that two versions are never given twice. */
export const CALIBRATION_STREAM = 'solver';

/** A better set was found in the record. Nothing is changed by it. */
export const calibrationProposed = defineEvent({ type: 'calibration.proposed', version: 1, payload: z.strictObject({ proposal: CalibrationProposal }) });

/** By a person's word: runs that begin from now on have this set. */
export const calibrationApplied = defineEvent({
  type: 'calibration.applied',
  version: 1,
  payload: z.strictObject({ version: SemanticVersion, replaces: SemanticVersion, applied_by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

/** By a person's word: runs that begin from now on have the set of before again. */
export const calibrationWithdrawn = defineEvent({
  type: 'calibration.withdrawn',
  version: 1,
  payload: z.strictObject({ version: SemanticVersion, back_to: SemanticVersion, withdrawn_by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

export const CALIBRATION_EVENTS = [calibrationProposed, calibrationApplied, calibrationWithdrawn] as const;
