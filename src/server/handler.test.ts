import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../test/requirements/verifies.ts';
import { bind, createDispatcher } from '../commands/index.ts';
import { defineQuery, type Operation } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { createHandler, MAX_REQUEST_BYTES } from './handler.ts';

const behaviours = { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' };
const Text = z.strictObject({ text: z.string() });
const echo = defineQuery({ id: 'text.echo', request: ['Text', Text], response: ['Text', Text], failureCodes: [], behaviours });
const fail = defineQuery({ id: 'text.fail', request: ['Text', Text], response: ['Text', Text], failureCodes: [], behaviours });
const keep = {
  ...echo,
  entry: { ...echo.entry, operation_id: 'text.keep', kind: 'command', durable_write: 'required', idempotency_key_required: true },
} satisfies Operation;
const handle = createHandler(
  createDispatcher([
    bind(echo, async (request) => request),
    bind(fail, async () => {
      throw new TypeError('boom');
    }),
    bind(keep, async (_request, { idempotencyKey }) => ({ text: idempotencyKey ?? 'none' })),
  ]),
);

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
  const response = await handle(new Request(`http://keelson.test${path}`, { method: 'POST', body, headers }));
  return { status: response.status, body: await response.json() };
}

describe('the handler', () => {
  it('answers a query', verifies('KEL-SERVER-01'), async () => {
    expect(await post('/v1/queries/text.echo', '{"text":"grüß dich 👋"}')).toEqual({ status: 200, body: { text: 'grüß dich 👋' } });
  });

  it('hands the idempotency key to a command', verifies('KEL-SERVER-01'), async () => {
    expect(await post('/v1/commands/text.keep', '{"text":"x"}', { 'idempotency-key': 'k7' })).toEqual({ status: 200, body: { text: 'k7' } });
    expect(await post('/v1/commands/text.keep', '{"text":"x"}')).toMatchObject({
      status: 400,
      body: { code: 'operation.idempotency_key_missing' },
    });
  });

  it('lists the registry', verifies('KEL-SERVER-01'), async () => {
    const response = await handle(new Request('http://keelson.test/v1/operations'));
    expect(await response.json()).toEqual({ operations: [echo.entry, fail.entry, keep.entry] });
  });

  it.each([
    ['/v1/queries/text.none', '{}', 404, 'operation.unknown'],
    ['/v1/queries/text.keep', '{"text":"x"}', 404, 'operation.unknown'],
    ['/v2/queries/text.echo', '{}', 404, 'operation.unknown'],
    ['/v1/queries/text.echo/more', '{}', 404, 'operation.unknown'],
    ['/v1/queries', '{}', 404, 'operation.unknown'],
    ['/v1/queries/text.echo', '{"text":', 400, 'input.invalid'],
    ['/v1/queries/text.echo', '{"text":1}', 400, 'input.invalid'],
    ['/v1/queries/text.fail', '{"text":"x"}', 500, 'internal.unexpected'],
    ['/v1/queries/text.echo', 'x'.repeat(MAX_REQUEST_BYTES + 1), 413, 'input.too_large'],
  ])('answers %s with a coded error and a next step', verifies('KEL-SERVER-01', 'KEL-SERVER-02'), async (path, body, status, code) => {
    const answer = await post(path, body);
    expect(answer).toMatchObject({ status, body: { code } });
    expect((answer.body as { next_step: string }).next_step).toMatch(/\S/);
  });

  it('takes a body of exactly the limit, and none above it', verifies('KEL-SERVER-02'), async () => {
    const body = '{"text":"x"}';
    const status = async (maxRequestBytes: number): Promise<number> => {
      const strict = createHandler(createDispatcher([bind(echo, async (request) => request)]), { maxRequestBytes });
      return (await strict(new Request('http://keelson.test/v1/queries/text.echo', { method: 'POST', body }))).status;
    };
    expect([await status(body.length), await status(body.length - 1)]).toEqual([200, 413]);
  });

  it('tells its own faults from those of the caller', verifies('KEL-SERVER-02'), async () => {
    for (const [code, status] of [['requirements.unreadable', 500], ['invariant.broken', 500], ['input.invalid', 400]] as const) {
      const failing = createHandler(
        createDispatcher([
          bind(echo, async () => {
            throw new KeelsonError(code, { message: 'm', nextStep: 'n', data: {} as never });
          }),
        ]),
      );
      expect((await failing(new Request('http://keelson.test/v1/queries/text.echo', { method: 'POST', body: '{"text":"x"}' }))).status).toBe(status);
    }
  });

  it('refuses other methods', verifies('KEL-SERVER-01', 'KEL-SERVER-02'), async () => {
    const response = await handle(new Request('http://keelson.test/v1/queries/text.echo'));
    expect(response.status).toBe(404);
  });
});
