import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { servedLog, TOKEN } from '../../test/support/served-log.ts';
import { STRANGER_RATE } from './guard/rate.ts';

const BEARER = { authorization: `Bearer ${TOKEN}` };

describe('a server', () => {
  it('lets in who shows the token, and tells everybody else nothing', verifies('KEL-SERVER-03'), async () => {
    await using served = await servedLog();
    const status = async (headers: Record<string, string>, path = '/v1/operations'): Promise<number> => (await served.get(path, headers)).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await status({ authorization: TOKEN })).toBe(401);
    expect(await status({ authorization: `Basic ${TOKEN}` })).toBe(401);
    expect(await status({ authorization: `bearer   ${TOKEN}` })).toBe(200);
    expect(await status(BEARER)).toBe(200);
    expect(await status({}, '/nothing/here')).toBe(401);
    expect(await status(BEARER, '/nothing/here')).toBe(404);
    expect(await status({}, '/healthz')).toBe(200);
  });

  it('gives a page a cookie for the token, which it carries from then on', verifies('KEL-SERVER-03'), async () => {
    await using served = await servedLog();
    const first = await served.get(`/?token=${TOKEN}`);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect([first.status, first.headers.get('location'), cookie.includes(TOKEN), cookie.includes('HttpOnly'), cookie.includes('SameSite=Strict')]).toEqual([303, '/', false, true, true]);
    const [pair = ''] = cookie.split(';');
    expect((await served.get('/v1/operations', { cookie: `other=1; ${pair}` })).status).toBe(200);
    expect((await served.get('/v1/operations', { cookie: `${pair}x` })).status).toBe(401);
    expect((await served.get('/?token=wrong')).status).toBe(401);
    // A file of the person that leads there is let in by the token, and goes on to the page from a page of this server.
    const fromFile = await served.get(`/?token=${TOKEN}`, { 'sec-fetch-site': 'cross-site' });
    expect([fromFile.status, fromFile.headers.get('set-cookie') !== null, (await fromFile.text()).includes('content="0;url=/"')]).toEqual([200, true, true]);
    expect((await served.get(`/v1/operations?token=${TOKEN}`)).status).toBe(401);
    expect((await served.get('/?token=wrong', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('answers no page of elsewhere, and under no name but its own', verifies('KEL-SERVER-04'), async () => {
    await using served = await servedLog();
    const status = async (headers: Record<string, string>): Promise<number> => (await served.post('/v1/queries/text.echo', '{}', headers)).status;
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: `http://127.0.0.1:${served.port + 1}` })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ origin: `http://localhost:${served.port}` })).toBe(200);
    expect(await status({ 'content-type': 'text/plain' })).toBe(415);
    expect(await status({ 'content-encoding': 'gzip' })).toBe(415);
    expect(await status({ 'content-encoding': 'Identity', 'content-type': 'application/json; charset=utf-8' })).toBe(200);
    const named = (host: string): Promise<string> => served.raw(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect((await named('evil.example')).split('\r\n')[0]).toBe('HTTP/1.1 421 Misdirected Request');
    expect((await named(`evil.example:${served.port}`)).split('\r\n')[0]).toBe('HTTP/1.1 421 Misdirected Request');
    expect((await named(`localhost:${served.port}`)).split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  });

  it('tires who guesses', verifies('KEL-SERVER-05'), async () => {
    await using served = await servedLog();
    const answers: number[] = [];
    for (let nth = 0; nth < STRANGER_RATE.burst * 2; nth += 1) answers.push((await served.get('/v1/operations', { authorization: `Bearer ${nth}` })).status);
    expect([answers[0], answers.includes(429)]).toEqual([401, true]);
    expect((await served.get('/v1/operations', BEARER)).status).toBe(200);
  });

  it('takes no request that is too large, too deep, out of bounds, broken or never ends', verifies('KEL-SERVER-06'), async () => {
    await using served = await servedLog();
    const status = async (body: string): Promise<number> => (await served.post('/v1/queries/text.echo', body)).status;
    expect(await status(`{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`)).toBe(413);
    expect(await status('{"amount":1e309}')).toBe(400);
    expect(await status(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400);
    expect(await status('{"a":"[[[[ are words"}')).toBe(200);
    expect(await status('{"k\\u0000":1}')).toBe(200);
    const first = async (bytes: string): Promise<string> => (await served.raw(bytes)).split('\r\n')[0] ?? '';
    expect(await first('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc')).toBe('HTTP/1.1 400 Bad Request');
    expect(await first(`POST /v1/queries/text.echo HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a`)).toBe('HTTP/1.1 408 Request Timeout');
  });

  it('goes on with a command whose caller does not wait for it', verifies('KEL-SERVER-07'), async () => {
    await using served = await servedLog();
    const asked = { 'idempotency-key': 'k1', prefer: 'respond-async' };
    const begun = await served.post('/v1/commands/text.keep', '{"waits":true}', asked);
    expect([begun.status, await begun.json()]).toEqual([202, { accepted: true, idempotency_key: 'k1' }]);
    expect((await served.post('/v1/commands/text.keep', '{}', { prefer: 'respond-async' })).status).toBe(400);
    served.release();
    expect((await served.post('/v1/commands/text.keep', '{"waits":true}', { 'idempotency-key': 'k1' })).status).toBe(200);
  });

  it('tells other programs what can be asked, from the contracts, and offers no start of servers', verifies('KEL-SERVER-08'), async () => {
    await using served = await servedLog();
    const api = (await (await served.get('/v1/openapi.json', BEARER)).json()) as { openapi: string; paths: Record<string, { post?: { operationId: string; requestBody: { content: { 'application/json': { schema: { properties?: object } } } } } }> };
    expect([api.openapi, Object.keys(api.paths)]).toEqual(['3.1.0', ['/v1/commands/key.create', '/v1/queries/key.list', '/v1/commands/key.revoke', '/v1/queries/ledger.events', '/v1/events']]);
    expect(Object.keys(api.paths['/v1/queries/ledger.events']?.post?.requestBody.content['application/json'].schema.properties ?? {})).toContain('wait_ms');
    expect((await served.post('/v1/commands/server.start', '{}')).status).toBe(404);
  });
});
