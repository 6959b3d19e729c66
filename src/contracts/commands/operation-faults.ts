import { OperationEntry } from './operation.ts';

export interface OperationFault {
  readonly code: string;
  readonly operationId: string;
}

/** What is wrong with a registry entry, by validation code. A registry with faults is never served. */
export function operationFaults(candidate: unknown): OperationFault[] {
  const fields = (typeof candidate === 'object' && candidate !== null ? candidate : {}) as Record<string, unknown>;
  const entry = OperationEntry.safeParse(candidate);
  const codes = [...surfaceCodes(fields['behaviours']), ...(entry.success ? [...keyCodes(entry.data), ...staleViewCodes(entry.data)] : [])];
  if (!entry.success && codes.length === 0) codes.push('validation.user_action_without_command_registry_entry');
  const operationId = typeof fields['operation_id'] === 'string' ? fields['operation_id'] : '(unnamed)';
  return codes.map((code) => ({ code, operationId }));
}

const SURFACE_CODES = {
  empty: 'validation.g_surface_missing_empty_state',
  degraded: 'validation.g_surface_missing_degraded_state',
  error: 'validation.g_surface_missing_error_state',
} as const;

function surfaceCodes(behaviours: unknown): string[] {
  const said = (behaviours ?? {}) as Record<string, unknown>;
  return Object.entries(SURFACE_CODES).flatMap(([state, code]) => (said[state] === undefined || said[state] === '' ? [code] : []));
}

function keyCodes(entry: OperationEntry): string[] {
  const isMissing = entry.durable_write === 'required' && !entry.idempotency_key_required;
  return isMissing ? ['validation.command_missing_idempotency_key'] : [];
}

function staleViewCodes(entry: OperationEntry): string[] {
  const saysNothing = entry.read_model_invalidations.length === 0 && !entry.invalidates_nothing;
  return entry.durable_write === 'required' && saysNothing ? ['validation.command_missing_read_model_invalidation'] : [];
}

/** Actions that a surface offers although no registered operation stands behind them. */
export function phantomActions(offered: readonly string[], registered: readonly string[]): OperationFault[] {
  return offered
    .filter((id) => !registered.includes(id))
    .map((operationId) => ({ code: 'validation.phantom_button_no_command', operationId }));
}
