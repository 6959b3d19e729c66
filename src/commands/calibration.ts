import { calibrationApply, calibrationPropose, calibrationShow, calibrationWithdraw } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Fits the solver's weights to what is on record, and lets a person apply a set or take it back. */
export function calibrationBindings(openTools: OpenTools): Binding[] {
  const handlers = () => import('./calibration-handlers.ts');
  return [
    bind(calibrationPropose, async (_request, { idempotencyKey = '' }) => (await handlers()).proposeSet(idempotencyKey, openTools)),
    bind(calibrationShow, async () => (await handlers()).showCalibration(openTools)),
    bind(calibrationApply, async (request, { idempotencyKey = '' }) => (await handlers()).applySet(request, idempotencyKey, openTools)),
    bind(calibrationWithdraw, async (request, { idempotencyKey = '' }) => (await handlers()).withdrawSet(request, idempotencyKey, openTools)),
  ];
}
