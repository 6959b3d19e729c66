import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { httpToolServer, serveAnswers } from '../../../test/support/mcp/http-tool-server.ts';
import { address, mcpRig, UNHURRIED } from '../../../test/support/mcp/mcp-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { McpOAuthSettings } from '../../contracts/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import { attendedProvider, type KeptAuthorization, type McpAuthorization } from './authorization.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { fetchFor } from './http-fetch.ts';

const BACK = 'http://localhost:3000/callback';

function port(answer: (state: string) => string, saved: KeptAuthorization[] = []): McpAuthorization {
  return { load: async () => saved.at(-1) ?? {}, save: async (_server, kept) => void saved.push(kept), redirectUrl: BACK, visit: async ({ url }) => answer(new URL(url).searchParams.get('state') ?? ''), random: seededRandom(1) };
}

const visit = async (answer: (state: string) => string): Promise<string> => {
  const { provider, takeCode } = await attendedProvider('shop', McpOAuthSettings.parse({}), {}, port(answer));
  const state = await provider.state?.();
  await provider.redirectToAuthorization(new URL(`https://login.example/?state=${state}`));
  return takeCode();
};

describe('the visit to a page', () => {
  it('gives the code only for the question that was ours', verifies('KEL-MCP-12'), async () => {
    expect(await visit((state) => `${BACK}?code=abc&state=${state}`)).toBe('abc');
    await expect(visit(() => `${BACK}?code=abc&state=other`)).rejects.toThrow('The server shop did not accept who we are: the page answered another question than ours.');
    await expect(visit(() => `${BACK}?code=abc`)).rejects.toThrow('another question');
    await expect(visit((state) => `${BACK}?state=${state}`)).rejects.toThrow('the page gave no code');
    await expect(visit((state) => `${BACK}?error=access_denied&state=${state}`)).rejects.toThrow('the page answered access_denied');
  });

  it('leaves what was learned with whoever keeps it, and a configured name is never registered anew', verifies('KEL-MCP-12'), async () => {
    const saved: KeptAuthorization[] = [];
    const own = await attendedProvider('shop', McpOAuthSettings.parse({ scope: 'read' }), {}, port(() => '', saved));
    await own.provider.saveClientInformation?.({ client_id: 'made' });
    await own.provider.saveTokens({ access_token: 't', token_type: 'Bearer', refresh_token: 'r' });
    await own.forgetRefresh();
    await own.provider.invalidateCredentials?.('tokens');
    await own.provider.invalidateCredentials?.('all');
    expect(saved).toEqual([
      { client: { client_id: 'made' } },
      { client: { client_id: 'made' }, tokens: { access_token: 't', token_type: 'Bearer', refresh_token: 'r' } },
      { client: { client_id: 'made' }, tokens: { access_token: 't', token_type: 'Bearer', refresh_token: undefined } },
      { client: { client_id: 'made' }, tokens: undefined },
      { client: undefined, tokens: undefined },
    ]);
    const configured = await attendedProvider('shop', McpOAuthSettings.parse({ client_id: 'mine', issuer: 'https://login.example' }), { clientSecret: 's' }, port(() => ''));
    expect([await configured.provider.clientInformation(), configured.provider.saveClientInformation]).toEqual([{ client_id: 'mine', client_secret: 's', issuer: 'https://login.example' }, undefined]);
  });
});

describe('asking with a token', () => {
  it('sends headers and token to the server alone', verifies('KEL-MCP-12'), async () => {
    const seen: Record<string, IncomingMessage['headers'][]> = { here: [], there: [] };
    const here = await serveAnswers((request, response) => void (seen['here']?.push(request.headers), response.end('{}')));
    const there = await serveAnswers((request, response) => void (seen['there']?.push(request.headers), response.end('{}')));
    const { provider, ...rest } = await attendedProvider('shop', McpOAuthSettings.parse({}), {}, port(() => '', [{ tokens: { access_token: 'token', token_type: 'Bearer' } }]));
    const ask = await authorizedFetch({ name: 'shop', url: here, clean: (text) => text, authorization: { provider, ...rest }, fetch: fetchFor({ url: here, headers: { 'x-key': 'secret' }, fetchServer: fetch, fetchElsewhere: fetch }) });
    await ask(here);
    await ask(there);
    const kept = (side: string) => seen[side]?.map((headers) => [headers['x-key'], headers.authorization]);
    expect([kept('here'), kept('there')]).toEqual([[['secret', 'Bearer token']], [[undefined, undefined]]]);
  });

  it('sends a person to the page once, not from page to page', verifies('KEL-MCP-12'), async () => {
    let [requests, visits] = [0, 0];
    const url = await serveAnswers((request, response) => {
      const path = request.url ?? '';
      if (path === '/mcp') return void ((requests += 1), response.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
      const metadata = { issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token`, registration_endpoint: `${origin}/register`, response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] };
      const answers: Record<string, object> = { '/.well-known/oauth-authorization-server': metadata, '/token': { access_token: 'never enough', token_type: 'Bearer' }, '/register': { client_id: 'c', redirect_uris: [BACK] } };
      const answer = answers[path];
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    const origin = url;
    const { servers } = await mcpRig(address(`${url}/mcp`, { oauth: {} }), { authorization: port((state) => ((visits += 1), `${BACK}?code=abc&state=${state}`)) });
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.code).toBe('mcp.authorization_failed');
    expect([requests, visits]).toEqual([2, 1]);
  });

  it('needs somebody to go to the page', verifies('KEL-MCP-12'), async () => {
    const server = await httpToolServer(['echo']);
    const { servers } = await mcpRig(address(server.url, { oauth: {} }));
    expect((await servers.tools(UNHURRIED)).failures[0]?.error.data).toEqual({ server: 'test', detail: 'it wants a person to say yes on its page, and nobody can be asked here' });
  });
});
