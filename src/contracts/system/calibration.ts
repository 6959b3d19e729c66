import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, NonEmptyText, SemanticVersion } from '../core/index.ts';
import { SolverSet } from '../formulas/index.ts';
import { CalibrationEvidence, CalibrationProposal, CalibrationStanding } from '../runs/index.ts';

const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];

export const CalibrationProposeRequest = z.strictObject({});
export type CalibrationProposeRequest = z.infer<typeof CalibrationProposeRequest>;

/** A proposal, or that nothing better was found and what was looked at. */
export const CalibrationProposeReport = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('proposed'), proposal: CalibrationProposal }),
  z.strictObject({ outcome: z.literal('no_better'), current: SolverSet, evidence: CalibrationEvidence }),
]);
export type CalibrationProposeReport = z.infer<typeof CalibrationProposeReport>;

/** Fits a set to the recorded runs. It proposes; only a person applies. */
export const calibrationPropose = defineCommand({
  id: 'calibration.propose',
  request: ['CalibrationProposeRequest', CalibrationProposeRequest],
  response: ['CalibrationProposeReport', CalibrationProposeReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'calibration.too_few_runs', ...storeFailures],
  behaviours: {
    empty: 'There are too few runs: it says how many are there and how many are missing.',
    blocked: 'A set that is no better on runs it was not fitted on is not proposed.',
    degraded: 'Runs whose course was erased, or that ended for other reasons than the work, are left out and counted.',
    error: 'Shows the error with its code and what to do next; no set was changed.',
  },
});

export const CalibrationShowRequest = z.strictObject({});
export type CalibrationShowRequest = z.infer<typeof CalibrationShowRequest>;

export const CalibrationShowReport = z.strictObject({ current: SolverSet, published: SolverSet, proposals: z.array(CalibrationStanding), usable_runs: Count, needed_runs: Count });
export type CalibrationShowReport = z.infer<typeof CalibrationShowReport>;

export const calibrationShow = defineQuery({
  id: 'calibration.show',
  request: ['CalibrationShowRequest', CalibrationShowRequest],
  response: ['CalibrationShowReport', CalibrationShowReport],
  failureCodes: ['input.invalid'],
  behaviours: {
    empty: 'The published set is in force: it says so, and how many runs a calibration still needs.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'What cannot be read any more is left out.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const CalibrationApplyRequest = z.strictObject({ version: SemanticVersion, reason: NonEmptyText });
export type CalibrationApplyRequest = z.infer<typeof CalibrationApplyRequest>;

/** What new runs are started with from now on, and what they were started with before. */
export const CalibrationChangeReport = z.strictObject({ current: SolverSet, before: SolverSet });
export type CalibrationChangeReport = z.infer<typeof CalibrationChangeReport>;

const changing = {
  empty: 'There is no such proposal: it says so and how to see those that there are.',
  blocked: 'A set that is in force is not applied again, and only the one in force can be withdrawn.',
  degraded: 'Runs that have begun keep the set that they began with.',
  error: 'Shows the error with its code and what to do next; nothing was changed.',
};

export const calibrationApply = defineCommand({
  id: 'calibration.apply',
  request: ['CalibrationApplyRequest', CalibrationApplyRequest],
  response: ['CalibrationChangeReport', CalibrationChangeReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'calibration.unknown', 'calibration.not_possible', ...storeFailures],
  behaviours: changing,
});

export const CalibrationWithdrawRequest = z.strictObject({ reason: NonEmptyText });
export type CalibrationWithdrawRequest = z.infer<typeof CalibrationWithdrawRequest>;

export const calibrationWithdraw = defineCommand({
  id: 'calibration.withdraw',
  request: ['CalibrationWithdrawRequest', CalibrationWithdrawRequest],
  response: ['CalibrationChangeReport', CalibrationChangeReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'calibration.not_possible', ...storeFailures],
  behaviours: changing,
});
