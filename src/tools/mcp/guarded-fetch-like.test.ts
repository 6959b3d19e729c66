import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { GuardedAnswer, GuardedRequest } from '../network/guarded-request.ts';
import { fetchThrough } from './guarded-fetch-like.ts';

const answer = (rest: Partial<GuardedAnswer>): GuardedAnswer => ({ url: 'https://login.example/', status: 200, headers: {}, contentType: undefined, body: new Uint8Array(), truncated: false, redirects: [], address: '203.0.113.1', credentialsStripped: false, ...rest });

describe('asking a server that another server names', () => {
  it('goes through the guard, follows nothing, and gives a plain answer', verifies('KEL-MCP-12'), async () => {
    const asked: GuardedRequest[] = [];
    const ask = fetchThrough(async (request) => {
      asked.push(request);
      return answer({ status: 201, headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': '3' }, body: Buffer.from('{"a":1}') });
    });
    const { signal } = new AbortController();
    const given = await ask(new URL('https://login.example/token'), { method: 'POST', body: new URLSearchParams({ code: 'x y' }), headers: { accept: 'application/json' }, signal });
    expect([given.status, [...given.headers], await given.json()]).toEqual([201, [['content-type', 'application/json']], { a: 1 }]);
    expect(asked).toEqual([{ url: 'https://login.example/token', method: 'POST', headers: { accept: 'application/json' }, limits: { redirectsMax: 0 }, body: 'code=x+y', signal }]);
  });

  it('may have an answer without a body', verifies('KEL-MCP-12'), async () => {
    const given = await fetchThrough(async () => answer({ status: 204 }))('https://login.example/');
    expect([given.status, given.body]).toEqual([204, null]);
  });
});
