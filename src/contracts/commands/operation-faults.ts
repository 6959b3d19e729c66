import { OperationEntry } from './operation.ts';

export interface OperationFault {
  readonly code: string;
  readonly operationId: string;
}

/** What is wrong with a registry entry, by validation code. A registry with faults is never served. */
export function operationFaults(entry: unknown): OperationFault[] {
  const candidate = entry as { operation_id?: unknown; behaviours?: Record<string, unknown> } | null;
  const operationId = typeof candidate?.operation_id === 'string' ? candidate.operation_id : '(unnamed)';
  const fault = (code: string): OperationFault => ({ code, operationId });
  const behaviours = candidate?.behaviours ?? {};
  const faults = [
    ...(isText(behaviours['empty']) ? [] : [fault('validation.g_surface_missing_empty_state')]),
    ...(isText(behaviours['degraded']) ? [] : [fault('validation.g_surface_missing_degraded_state')]),
    ...(isText(behaviours['error']) ? [] : [fault('validation.g_surface_missing_error_state')]),
  ];
  const parsed = OperationEntry.safeParse(entry);
  if (!parsed.success) return faults.length > 0 ? faults : [fault('validation.user_action_without_command_registry_entry')];
  const { durable_write, idempotency_key_required, read_model_invalidations, invalidates_nothing } = parsed.data;
  if (durable_write === 'required' && !idempotency_key_required) faults.push(fault('validation.command_missing_idempotency_key'));
  if (durable_write === 'required' && read_model_invalidations.length === 0 && !invalidates_nothing) {
    faults.push(fault('validation.command_missing_read_model_invalidation'));
  }
  return faults;
}

/** Actions that a surface offers although no registered operation stands behind them. */
export function phantomActions(offered: readonly string[], registered: readonly string[]): OperationFault[] {
  return offered
    .filter((id) => !registered.includes(id))
    .map((operationId) => ({ code: 'validation.phantom_button_no_command', operationId }));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0;
}
