import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { defineCommand, defineQuery } from './operation.ts';

describe('defineQuery', () => {
  it('fills in what every query has in common: it writes nothing and makes nothing stale', verifies('KEL-COMMANDS-05'), () => {
    const behaviours = { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' };
    const Ask = z.strictObject({});
    const Answer = z.strictObject({ value: z.number() });
    const query = defineQuery({
      id: 'number.guess',
      request: ['Ask', Ask],
      response: ['Answer', Answer],
      failureCodes: ['input.invalid'],
      behaviours,
    });
    expect(query).toEqual({
      request: Ask,
      response: Answer,
      entry: {
        operation_id: 'number.guess',
        kind: 'query',
        request_schema_ref: '#/schemas/Ask',
        response_schema_ref: '#/schemas/Answer',
        durable_write: 'none',
        required_policy_checks: [],
        idempotency_key_required: false,
        telemetry_event_kind: 'number.guess',
        read_model_invalidations: [],
        invalidates_nothing: true,
        failure_codes: ['input.invalid'],
        behaviours,
        owning_module: 'commands',
        schema_version: '1.0',
      },
    });
  });
});

describe('defineCommand', () => {
  const declaration = {
    id: 'number.set',
    request: ['Ask', z.strictObject({})],
    response: ['Answer', z.strictObject({})],
    failureCodes: [],
    behaviours: { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' },
  } as const;

  it('demands an idempotency key of what writes, and says what it makes stale', verifies('KEL-LEDGERCLI-17'), () => {
    expect(defineCommand({ ...declaration, durableWrite: 'required', policyChecks: ['asked'], invalidates: ['RunDiff'] }).entry).toMatchObject({
      operation_id: 'number.set',
      kind: 'command',
      durable_write: 'required',
      required_policy_checks: ['asked'],
      idempotency_key_required: true,
      read_model_invalidations: ['RunDiff'],
      invalidates_nothing: false,
    });
  });

  it('demands none of what changes nothing of the product’s own', verifies('KEL-LEDGERCLI-17'), () => {
    expect(defineCommand({ ...declaration, durableWrite: 'explicit_no_op', policyChecks: [], invalidates: [] }).entry).toMatchObject({
      kind: 'command',
      durable_write: 'explicit_no_op',
      idempotency_key_required: false,
      read_model_invalidations: [],
      invalidates_nothing: true,
    });
  });
});
