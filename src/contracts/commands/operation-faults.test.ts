import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { operationFaults, phantomActions } from './operation-faults.ts';
import type { OperationEntry } from './operation.ts';

const entry: OperationEntry = {
  operation_id: 'run.start',
  kind: 'command',
  request_schema_ref: '#/schemas/RunStart',
  response_schema_ref: '#/schemas/RunStarted',
  durable_write: 'required',
  required_policy_checks: ['circuit_breaker'],
  idempotency_key_required: true,
  telemetry_event_kind: 'run.start',
  read_model_invalidations: ['TaskHealthCard'],
  invalidates_nothing: false,
  failure_codes: ['budget.exhausted'],
  behaviours: { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' },
  owning_module: 'commands',
  schema_version: '1.0',
};

const codes = (value: unknown): string[] => operationFaults(value).map((fault) => fault.code);

describe('operationFaults', () => {
  it('finds nothing in a whole entry', verifies('validation.command_missing_idempotency_key'), () => {
    expect(operationFaults(entry)).toEqual([]);
  });

  it('demands an idempotency key of every durable write, and of nothing else', verifies('validation.command_missing_idempotency_key', 'ELN-D-14'), () => {
    expect(operationFaults({ ...entry, idempotency_key_required: false })).toEqual([
      { code: 'validation.command_missing_idempotency_key', operationId: 'run.start' },
    ]);
    expect(codes({ ...entry, durable_write: 'none', idempotency_key_required: false })).toEqual([]);
  });

  it('demands the read models a durable write makes stale, or the word that there are none', verifies('validation.command_missing_read_model_invalidation'), () => {
    expect(codes({ ...entry, read_model_invalidations: [] })).toEqual(['validation.command_missing_read_model_invalidation']);
    expect(codes({ ...entry, read_model_invalidations: [], invalidates_nothing: true })).toEqual([]);
    expect(codes({ ...entry, read_model_invalidations: [], durable_write: 'explicit_no_op' })).toEqual([]);
  });

  it('refuses an entry that contradicts itself', verifies('validation.user_action_without_command_registry_entry'), () => {
    const malformed = [{ code: 'validation.user_action_without_command_registry_entry', operationId: 'run.start' }];
    expect(operationFaults({ ...entry, kind: 'query' })).toEqual(malformed);
    expect(operationFaults({ ...entry, invalidates_nothing: true })).toEqual(malformed);
    expect(operationFaults({ ...entry, kind: 'query', durable_write: 'none' })).toEqual([]);
  });

  it.each([
    ['empty', 'validation.g_surface_missing_empty_state'],
    ['degraded', 'validation.g_surface_missing_degraded_state'],
    ['error', 'validation.g_surface_missing_error_state'],
  ])('demands what to show in the %s state', verifies('validation.g_surface_missing_empty_state', 'validation.g_surface_missing_degraded_state', 'validation.g_surface_missing_error_state'), (state, code) => {
    const { [state as 'empty']: _gone, ...rest } = entry.behaviours;
    expect(codes({ ...entry, behaviours: rest })).toEqual([code]);
    expect(codes({ ...entry, behaviours: { ...entry.behaviours, [state]: '' } })).toEqual([code]);
  });

  it('refuses what is no entry at all', verifies('validation.user_action_without_command_registry_entry'), () => {
    expect(operationFaults({ ...entry, operation_id: 'Start a run' })).toEqual([
      { code: 'validation.user_action_without_command_registry_entry', operationId: 'Start a run' },
    ]);
    expect(operationFaults(null)).toContainEqual({
      code: 'validation.g_surface_missing_empty_state',
      operationId: '(unnamed)',
    });
  });
});

describe('phantomActions', () => {
  it('names each offered action without an operation behind it', verifies('validation.phantom_button_no_command'), () => {
    expect(phantomActions(['run.start', 'run.undo', 'run.fly'], ['run.start', 'run.stop'])).toEqual([
      { code: 'validation.phantom_button_no_command', operationId: 'run.undo' },
      { code: 'validation.phantom_button_no_command', operationId: 'run.fly' },
    ]);
  });
});
