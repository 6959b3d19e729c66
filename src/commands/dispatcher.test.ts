import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../test/requirements/verifies.ts';
import { defineQuery, type Operation, type OperationEntry } from '../contracts/index.ts';
import { bind, createDispatcher, type CallContext } from './dispatcher.ts';

const behaviours = { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' };
const Double = z.strictObject({ value: z.number() });
const double = defineQuery({
  id: 'number.double',
  request: ['Double', Double],
  response: ['Double', Double],
  failureCodes: [],
  behaviours,
});
const commandEntry: OperationEntry = {
  ...double.entry,
  operation_id: 'number.store',
  kind: 'command',
  durable_write: 'required',
  idempotency_key_required: true,
};
const store = { entry: commandEntry, request: Double, response: Double } satisfies Operation;
const context: CallContext = { idempotencyKey: undefined, signal: new AbortController().signal };

const dispatcher = createDispatcher([
  bind(double, async ({ value }) => ({ value: value * 2 })),
  bind(store, async ({ value }) => ({ value })),
]);

describe('a dispatcher', () => {
  it('serves a registered query', verifies('KEL-COMMANDS-01', 'validation.user_action_without_command_registry_entry'), async () => {
    expect(await dispatcher.dispatch('query', 'number.double', { value: 21 }, context)).toEqual({ value: 42 });
  });

  it('lists its entries', verifies('KEL-COMMANDS-01'), () => {
    expect(dispatcher.entries).toEqual([double.entry, commandEntry]);
  });

  it('refuses what is not registered, or registered as the other kind', verifies('KEL-COMMANDS-01', 'validation.user_action_without_command_registry_entry'), async () => {
    const known = ['number.double', 'number.store'];
    await expect(dispatcher.dispatch('query', 'number.halve', {}, context)).rejects.toMatchObject({
      code: 'operation.unknown',
      message: 'There is no query "number.halve".',
      nextStep: 'Use one of: number.double, number.store.',
      data: { operation: 'number.halve', known, validation_code: 'validation.user_action_without_command_registry_entry' },
    });
    await expect(dispatcher.dispatch('command', 'number.double', { value: 1 }, context)).rejects.toMatchObject({
      code: 'operation.unknown',
    });
  });

  it('refuses a request that does not fit, naming each field', verifies('KEL-COMMANDS-02'), async () => {
    await expect(dispatcher.dispatch('query', 'number.double', { value: 'many', more: 1 }, context)).rejects.toMatchObject({
      code: 'input.invalid',
      message:
        'The request to "number.double" does not fit: value: Invalid input: expected number, received string; Unrecognized key: "more".',
      nextStep: 'Correct these fields and send it again; nothing was done.',
      data: {
        issues: [
          { path: 'value', message: 'Invalid input: expected number, received string' },
          { path: '', message: 'Unrecognized key: "more"' },
        ],
      },
    });
  });

  it('names a field inside another by its path', verifies('KEL-COMMANDS-02'), async () => {
    const Nested = z.strictObject({ outer: z.strictObject({ inner: z.number() }) });
    const nested = defineQuery({ id: 'number.nest', request: ['Nested', Nested], response: ['Double', Double], failureCodes: [], behaviours });
    const served = createDispatcher([bind(nested, async () => ({ value: 1 }))]);
    await expect(served.dispatch('query', 'number.nest', { outer: {} }, context)).rejects.toMatchObject({
      data: { issues: [{ path: 'outer.inner', message: 'Invalid input: expected number, received undefined' }] },
    });
  });

  it('demands an idempotency key of a command that writes', verifies('KEL-COMMANDS-03', 'validation.command_missing_idempotency_key'), async () => {
    await expect(dispatcher.dispatch('command', 'number.store', { value: 1 }, context)).rejects.toMatchObject({
      code: 'operation.idempotency_key_missing',
      message: '"number.store" writes, so it needs an idempotency key.',
      nextStep: 'Send a fresh unique key in the idempotency-key header, and the same one when you retry.',
      data: { operation: 'number.store', validation_code: 'validation.command_missing_idempotency_key' },
    });
    await expect(dispatcher.dispatch('command', 'number.store', { value: 1 }, { ...context, idempotencyKey: '' })).rejects.toMatchObject({
      code: 'operation.idempotency_key_missing',
    });
    const keyed = { ...context, idempotencyKey: 'k1' };
    expect(await dispatcher.dispatch('command', 'number.store', { value: 1 }, keyed)).toEqual({ value: 1 });
  });

  it('crashes on an answer that does not fit: that is our defect', verifies('KEL-COMMANDS-02'), async () => {
    const wrong = createDispatcher([{ operation: double, handle: async () => ({ value: 'text' }) }]);
    await expect(wrong.dispatch('query', 'number.double', { value: 1 }, context)).rejects.toMatchObject({ code: 'invariant.broken' });
  });
});

describe('createDispatcher', () => {
  it('refuses to serve a faulty registry', verifies('KEL-COMMANDS-04'), () => {
    const unkeyed = { ...store, entry: { ...commandEntry, idempotency_key_required: false } } satisfies Operation;
    const mute = { ...double, entry: { ...double.entry, behaviours: { ...behaviours, error: '' } } } satisfies Operation;
    expect(() => createDispatcher([bind(mute, async (request) => request)])).toThrow(expect.objectContaining({ code: 'operation.unserved' }));
    const faulty = [bind(unkeyed, async (request) => request), bind(mute, async (request) => request)];
    expect(() => createDispatcher(faulty)).toThrow(
      expect.objectContaining({
        code: 'operation.unserved',
        message:
          'The registry has faulty entries: number.store (validation.command_missing_idempotency_key), number.double (validation.g_surface_missing_error_state).',
        nextStep: 'Complete the entries in contracts before serving them.',
        data: {
          faults: [
            { code: 'validation.command_missing_idempotency_key', operation: 'number.store' },
            { code: 'validation.g_surface_missing_error_state', operation: 'number.double' },
          ],
        },
      }),
    );
  });

  it('refuses two handlers for one operation', verifies('KEL-COMMANDS-04'), () => {
    const binding = bind(double, async (request) => request);
    expect(() => createDispatcher([binding, binding])).toThrow(
      expect.objectContaining({ code: 'invariant.broken', data: { detail: 'each operation has one handler' } }),
    );
  });
});
