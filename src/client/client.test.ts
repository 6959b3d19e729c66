import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../test/requirements/verifies.ts';
import { defineQuery, type Operation } from '../contracts/index.ts';
import { createClient } from './client.ts';

const behaviours = { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' };
const Text = z.strictObject({ text: z.string() });
const echo = defineQuery({ id: 'text.echo', request: ['Text', Text], response: ['Text', Text], failureCodes: [], behaviours });
const keep = { ...echo, entry: { ...echo.entry, operation_id: 'text.keep', kind: 'command' } } satisfies Operation;

const answering = (status: number, body: string) =>
  createClient({ baseUrl: 'http://keelson.test', fetch: async () => new Response(body, { status }) });

describe('the client', () => {
  it('posts a query to its path and gives the checked answer', verifies('KEL-CLIENT-01', 'KEL-CLIENT-02'), async () => {
    const seen: { url: string; method: string; type: string | null; body: string; key: string | null; aborted: boolean }[] = [];
    const client = createClient({
      baseUrl: 'http://keelson.test',
      fetch: async (request) => {
        const { url, method, headers, signal } = request;
        const body = await request.text();
        seen.push({ url, method, type: headers.get('content-type'), body, key: headers.get('idempotency-key'), aborted: signal.aborted });
        return Response.json({ text: 'back' });
      },
    });
    expect(await client.call(echo, { text: 'there' })).toEqual({ ok: true, value: { text: 'back' } });
    await client.call(keep, { text: 'x' }, { idempotencyKey: 'k1', signal: AbortSignal.abort() });
    const post = { method: 'POST', type: 'application/json' };
    expect(seen).toEqual([
      { ...post, url: 'http://keelson.test/v1/queries/text.echo', body: '{"text":"there"}', key: null, aborted: false },
      { ...post, url: 'http://keelson.test/v1/commands/text.keep', body: '{"text":"x"}', key: 'k1', aborted: true },
    ]);
  });

  it('gives a coded failure as a value', verifies('KEL-CLIENT-02'), async () => {
    const error = { code: 'input.invalid', message: 'm', next_step: 'n', data: {} };
    expect(await answering(400, JSON.stringify(error)).call(echo, { text: '' })).toEqual({ ok: false, error });
  });

  it.each([
    ['an answer that is not JSON', 200, '<html>', 'the answer is not JSON'],
    ['an answer that does not fit', 200, '{"text":1}', 'text'],
    ['an error without a code', 500, '{"oops":true}', 'the error has no code'],
  ])('gives %s as a failure that names the status', verifies('KEL-CLIENT-02'), async (_what, status, body, detail) => {
    const outcome = await answering(status, body).call(echo, { text: '' });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'server.unreadable_answer', data: { status } } });
    expect(outcome.ok ? '' : outcome.error.message).toContain(detail);
  });

  it('gives a server that does not answer as a failure with a next step', verifies('KEL-CLIENT-01', 'KEL-CLIENT-02'), async () => {
    const client = createClient({ baseUrl: 'http://keelson.test', fetch: () => Promise.reject(new TypeError('refused')) });
    expect(await client.call(echo, { text: '' })).toEqual({
      ok: false,
      error: {
        code: 'server.unreachable',
        message: 'The Keelson server at http://keelson.test did not answer (TypeError: refused).',
        next_step: 'Check that it runs and that the address is right, then try again.',
        data: { detail: 'TypeError: refused' },
      },
    });
  });
});
