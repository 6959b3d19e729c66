import { describe, expect, it } from 'vitest';
import { httpToolServer, oldToolServer, serveAnswers } from '../../../test/support/mcp/http-tool-server.ts';
import { address, failureOf, mcpRig, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';

describe('a server at an address', () => {
  it('is greeted when it is first asked, called, and left with its session given back', verifies('KEL-MCP-01', 'KEL-MCP-03'), async () => {
    const server = await httpToolServer(['echo', 'add', 'steps']);
    const { acceptAll, call, servers } = await mcpRig(address(server.url, { headers: { 'x-plain': 'yes', authorization: { env: 'A_KEY' } } }));
    expect(server.requests).toEqual([]);
    expect((await acceptAll()).map(({ touches }) => touches)).toEqual([['network'], ['network'], ['network']]);
    expect((await call('echo', { words: 'hello' })).text).toBe('hello');
    expect((await call('add', { a: 1, b: 1 })).structured).toEqual({ sum: 2 });
    expect((await call('steps', { count: 3 })).text).toBe('done');
    expect([server.greetings(), server.openSessions()]).toEqual([1, 1]);
    await servers.close();
    expect([server.openSessions(), server.requests.at(-1)?.method]).toEqual([0, 'DELETE']);
    expect([...new Set(server.requests.map(({ headers }) => `${String(headers['x-plain'])} ${String(headers.authorization)}`))]).toEqual(['yes the-value-of-A_KEY']);
  });

  it('that forgot the session is greeted again, and the call that it never saw is made anew', verifies('KEL-MCP-03'), async () => {
    const server = await httpToolServer(['echo', 'add']);
    const { call, servers, waits } = await mcpRig(address(server.url));
    await call('echo', { words: 'one' });
    server.forgetSessions();
    expect((await call('echo', { words: 'two' })).text).toBe('two');
    expect([server.greetings(), waits, servers.status()[0]?.failures]).toEqual([2, [], 0]);
  });

  it('may be of the time before 2025', verifies('KEL-MCP-03'), async () => {
    const { call, servers } = await mcpRig(address(await oldToolServer(['echo', 'hang'])));
    expect((await call('echo', { words: 'still here' })).text).toBe('still here');
    const stop = new AbortController();
    const hanging = failureOf(call('hang', {}, stop.signal));
    stop.abort();
    expect((await hanging).code).toBe('mcp.stopped');
    await servers.close();
  });

  it('is not followed to another origin, and no header of it goes there', verifies('KEL-MCP-12'), async () => {
    const elsewhere = await httpToolServer(['echo']);
    const url = await serveAnswers((_request, response) => response.writeHead(307, { location: elsewhere.url }).end());
    const { servers } = await mcpRig(address(url, { headers: { authorization: 'secret' } }));
    const { failures } = await servers.tools(UNHURRIED);
    expect(failures[0]?.error.data).toMatchObject({ server: 'test', detail: expect.stringContaining(`Redirect to ${elsewhere.url} not followed`) });
    expect(elsewhere.requests).toEqual([]);
  });

  it('that does not know us says so at once and is not asked again and again', verifies('KEL-MCP-12'), async () => {
    let requests = 0;
    const url = await serveAnswers((_request, response) => {
      requests += 1;
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('who are you?');
    });
    const { servers, waits } = await mcpRig(address(url));
    const { failures } = await servers.tools(UNHURRIED);
    expect(failures[0]?.error.toBody()).toEqual({
      code: 'mcp.authorization_failed',
      message: 'The server test did not accept who we are: Streamable HTTP error: Error POSTing to endpoint: who are you?.',
      next_step: 'Look at the headers or the oauth section of the server in the configuration, then try again.',
      data: { server: 'test', detail: 'Streamable HTTP error: Error POSTing to endpoint: who are you?' },
    });
    expect([requests, waits]).toEqual([1, []]);
  });

  it('that is not there is tried a few times, then left alone', verifies('KEL-MCP-03'), async () => {
    const { servers, waits } = await mcpRig(address('http://127.0.0.1:9/mcp'), { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })) });
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.data).toEqual({ server: 'test', attempts: 4, detail: 'connect ECONNREFUSED', error_output: [] });
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  it('that answers with an error refuses the one request and keeps the connection', verifies('KEL-MCP-03'), async () => {
    const server = await httpToolServer(['echo', 'add']);
    let isBroken = false;
    const { call, servers } = await mcpRig(address(server.url), { fetch: (url, init) => (isBroken && init?.method === 'POST' ? Promise.resolve(new Response('out of paper', { status: 503 })) : fetch(url, init)) });
    await call('echo', { words: 'one' });
    isBroken = true;
    expect((await failureOf(call('echo', { words: 'two' }))).data).toEqual({ server: 'test', method: 'tools/call', rpc_code: null, detail: 'Streamable HTTP error: Error POSTing to endpoint: out of paper' });
    isBroken = false;
    expect([(await call('echo', { words: 'three' })).text, server.greetings(), servers.status()[0]?.failures]).toEqual(['three', 1, 0]);
  });

  it('that cannot be started on its stream does not hang whoever waits', verifies('KEL-MCP-04'), async () => {
    const url = await serveAnswers((request, response) => void (request.method === 'GET' ? response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders() : response.writeHead(405).end()));
    const { servers } = await mcpRig(address(url));
    const stop = new AbortController();
    const listing = servers.tools(stop.signal);
    stop.abort();
    expect((await listing).failures[0]?.error.code).toBe('mcp.stopped');
    await servers.close();
  });

  it('with a name and a password in its address is sent them as a header, and they are not shown', verifies('KEL-MCP-12'), async () => {
    const server = await httpToolServer(['echo']);
    const { call } = await mcpRig(address(server.url.replace('//', '//ann:open%20sesame@')));
    expect((await call('echo', { words: 'hello' })).text).toBe('hello');
    expect([...new Set(server.requests.map(({ headers }) => headers.authorization))]).toEqual([`Basic ${Buffer.from('ann:open sesame').toString('base64')}`]);
    const echoing = await serveAnswers((request, response) => response.writeHead(500).end(`bad address ${request.url} for open sesame, on`));
    const { servers } = await mcpRig(address(`${echoing.replace('//', '//ann:open%20sesame@')}/mcp?key=abcdef&is=on`));
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.data).toMatchObject({ detail: 'Streamable HTTP error: Error POSTing to endpoint: bad address /mcp?key=[SECRET]&is=on for [SECRET], on' });
  });
});
