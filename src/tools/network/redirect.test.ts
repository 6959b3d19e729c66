import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet } from '../../../test/support/loopback-internet.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { CREDENTIAL_HEADERS, type Hop, redirected } from './redirect.ts';

const HERE = 'https://ok.example/a';
const PLAIN = { accept: 'x', 'content-type': 'text/plain', 'content-language': 'en' };
const hop = (method: Hop['method'], headers: Record<string, string> = PLAIN): Hop => ({ url: new URL(HERE), method, headers, body: 'body' });
const to = (url = 'https://ok.example/b'): URL => new URL(url);

describe('a redirect', () => {
  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [303, 'GET', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ] as const)('with status %i turns %s into %s, and the body goes with the method', verifies('KEL-NET-07'), (status, method, next) => {
    const isKept = method === next;
    expect(redirected(hop(method), status, to(), [])).toEqual({
      hop: { url: to(), method: next, headers: isKept ? PLAIN : { accept: 'x' }, body: isKept ? 'body' : undefined },
      isStripped: false,
    });
  });

  it.each([
    ['https://other.example/b', true],
    ['https://sub.ok.example/b', true],
    ['http://ok.example/b', true],
    ['https://ok.example:8443/b', true],
    ['https://ok.example:443/b', false],
    ['https://ok.example/c?d', false],
  ])('to %s leaves credentials behind: %s', verifies('KEL-NET-07'), (url, isStripped) => {
    const secrets = Object.fromEntries([...CREDENTIAL_HEADERS, 'x-mine'].map((name) => [name, 's']));
    expect(redirected(hop('GET', { accept: 'x', ...secrets }), 302, to(url), ['X-Mine'])).toEqual({
      hop: { url: to(url), method: 'GET', headers: { accept: 'x', ...(isStripped ? {} : secrets) }, body: 'body' },
      isStripped,
    });
  });
});

describe('a chain of redirects', () => {
  const DNS = { 'ok.example': [['93.184.216.34']], 'other.example': [['93.184.216.35']] };

  it('is followed with credentials for their own origin only, and they do not come back', verifies('KEL-NET-07'), async () => {
    const internet = loopbackInternet(DNS);
    const seen: unknown[] = [];
    const chain: Record<string, string> = { '/1': '/2', '/2': 'http://me:pw@other.example/3', '/3': 'http://ok.example/4' };
    for (const address of ['93.184.216.34', '93.184.216.35']) {
      await internet.serve(address, (request, response) => {
        const { host, authorization, 'x-mine': mine, 'x-plain': plain } = request.headers;
        seen.push({ host, url: request.url, authorization, mine, plain });
        const location = chain[request.url ?? ''];
        response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end('body of it');
      });
    }
    const answer = await guardedFetch({ url: 'http://ok.example/1', headers: { Authorization: 'a', 'X-Mine': 'm', 'X-Plain': 'p' }, secretHeaders: ['x-mine'] }, internet.ports);
    expect(seen).toEqual([
      { host: 'ok.example', url: '/1', authorization: 'a', mine: 'm', plain: 'p' },
      { host: 'ok.example', url: '/2', authorization: 'a', mine: 'm', plain: 'p' },
      { host: 'other.example', url: '/3', authorization: undefined, mine: undefined, plain: 'p' },
      { host: 'ok.example', url: '/4', authorization: undefined, mine: undefined, plain: 'p' },
    ]);
    expect([answer.url, answer.redirects, answer.credentialsStripped]).toEqual(['http://ok.example/4', ['http://ok.example/1', 'http://ok.example/2', 'http://other.example/3'], true]);
    await internet.allClosed();
  });

  it.each([
    [5, undefined, 'answered'],
    [6, undefined, 'url.too_many_redirects'],
    [6, 99, 'url.too_many_redirects'],
    [1, 0, 'url.too_many_redirects'],
    [0, 0, 'answered'],
  ])('of %i with the limit %s: %s', verifies('KEL-NET-07'), async (length, redirectsMax, outcome) => {
    const internet = loopbackInternet(DNS);
    await internet.serve('93.184.216.34', (request, response) => {
      const at = Number(request.url?.slice(1));
      response.writeHead(at < length ? 307 : 200, { location: `/${at + 1}` }).end();
    });
    const result = await guardedFetch({ url: 'http://ok.example/0', limits: redirectsMax === undefined ? {} : { redirectsMax } }, internet.ports).then(
      () => 'answered',
      (error: { data: { rule: string } }) => error.data.rule,
    );
    expect(result).toBe(outcome);
    await internet.allClosed();
  });

  it('ends where the status redirects but says not where to', async () => {
    const internet = loopbackInternet(DNS);
    await internet.serve('93.184.216.34', (_, response) => void response.writeHead(302).end('here'));
    const { status, body } = await guardedFetch({ url: 'http://ok.example/' }, internet.ports);
    expect([status, Buffer.from(body).toString()]).toEqual([302, 'here']);
  });
});
