import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { defineQuery } from './operation.ts';

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
