import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { servedLog, TOKEN, type ServedLog } from '../../../test/support/served-log.ts';
import { MAX_REQUEST_BYTES } from '../handler.ts';

const PATH = '/v1/queries/text.echo';

const BODIES: readonly (readonly [what: string, body: string | Uint8Array<ArrayBuffer>, status: number])[] = [
  ['a string that is larger than is taken', `{"a":"${'x'.repeat(MAX_REQUEST_BYTES)}"}`, 413],
  ['lists in lists', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ['objects in objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400],
  ['brackets within words', '{"a":"[[[[[[[[[[{{{{{{"}', 200],
  ['a number beyond bounds', '{"amount":1e309}', 400],
  ['a number beyond bounds, below zero, in a list', '{"a":[-1e999]}', 400],
  ['no number', '{"a":NaN}', 400],
  ['a name with NUL in it', '{"k\\u0000":1}', 200],
  ['the name of what every object has', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}', 200],
  ['something behind the end', '{"a":1} {"b":2}', 400],
  ['a comma too much', '{"a":1,}', 400],
  ['a comment', '{"a":1/* x */}', 400],
  ['words in single quotes', "{'a':1}", 400],
  ['nothing', '', 400],
  ['half an object', '{"a":', 400],
  ['no object', '"text"', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['half a character', '{"a":"\\ud800"}', 200],
  ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
  ['packed bytes', new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00]), 400],
];

const head = (served: ServedLog, lines: readonly string[], body = ''): string => [...lines.map((line) => line.replace('HOST', `127.0.0.1:${served.port}`)), '', body].join('\r\n');
const AUTH = `Authorization: Bearer ${TOKEN}`;
const JSON_TYPE = 'Content-Type: application/json';

const REQUESTS: readonly (readonly [what: string, lines: readonly string[], body: string, status: string])[] = [
  ['an unknown coding', ['POST / HTTP/1.1', 'Host: HOST', 'Transfer-Encoding: xchunked', 'Content-Length: 3'], 'abc', '400'],
  ['two lengths', [`POST ${PATH} HTTP/1.1`, 'Host: HOST', AUTH, JSON_TYPE, 'Content-Length: 2', 'Content-Length: 5'], '{}abc', '400'],
  ['a length and chunks', [`POST ${PATH} HTTP/1.1`, 'Host: HOST', AUTH, JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n', '400'],
  ['a length that is no number', [`POST ${PATH} HTTP/1.1`, 'Host: HOST', AUTH, JSON_TYPE, 'Content-Length: -1'], '', '400'],
  ['a chunk without a size', [`POST ${PATH} HTTP/1.1`, 'Host: HOST', AUTH, JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n', '400'],
  ['no host', ['GET /healthz HTTP/1.1'], '', '400'],
  ['two hosts', ['GET /healthz HTTP/1.1', 'Host: HOST', 'Host: evil.example'], '', '421'],
  ['another host', ['GET /healthz HTTP/1.1', 'Host: evil.example'], '', '421'],
  ['the address of the machine under another name', ['GET /healthz HTTP/1.1', 'Host: 127.0.0.1.nip.io'], '', '421'],
  ['a line folded', [`GET /healthz HTTP/1.1`, 'Host: HOST', 'X-A: a', ' b'], '', '400'],
  ['a head without an end in sight', ['GET /healthz HTTP/1.1', 'Host: HOST', `X-A: ${'a'.repeat(100_000)}`], '', '431'],
  ['a way up', ['GET /../../etc/passwd HTTP/1.1', 'Host: HOST', AUTH], '', '404'],
  ['a way up, written otherwise', ['GET /assets/%2e%2e%2f%2e%2e%2fserver-token HTTP/1.1', 'Host: HOST', AUTH], '', '404'],
  ['NUL in the path', ['GET /assets/a%00.js HTTP/1.1', 'Host: HOST', AUTH], '', '404'],
  ['a method that echoes', ['TRACE / HTTP/1.1', 'Host: HOST', AUTH], '', '404'],
  ['a token in another letter case and with blanks', ['GET /v1/operations HTTP/1.1', 'Host: HOST', `Authorization: bEARER   ${TOKEN}  `], '', '200'],
  ['two tokens', ['GET /v1/operations HTTP/1.1', 'Host: HOST', `Authorization: Bearer ${TOKEN}, Bearer x`], '', '401'],
  ['no token but the word', ['GET /v1/operations HTTP/1.1', 'Host: HOST', 'Authorization: Bearer '], '', '401'],
  ['an upgrade of elsewhere', ['GET /v1/responses HTTP/1.1', 'Host: HOST', AUTH, 'Origin: https://evil.example', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='], '', '403'],
];

describe('a server that is asked by somebody who means harm', () => {
  it('answers each body as it is, and goes on', verifies('KEL-SERVER-06'), async () => {
    await using served = await servedLog();
    const answers: unknown[] = [];
    for (const [what, body] of BODIES) {
      const answer = await fetch(`${served.url}${PATH}`, { method: 'POST', body, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' } });
      answers.push([what, answer.status]);
      await answer.arrayBuffer();
    }
    expect(answers).toEqual(BODIES.map(([what, , status]) => [what, status]));
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('answers each request as it is, and goes on', verifies('KEL-SERVER-04', 'KEL-SERVER-06'), async () => {
    await using served = await servedLog();
    const answers: unknown[] = [];
    for (const [what, [first = '', ...lines], body] of REQUESTS) answers.push([what, (await served.raw(head(served, [first, `Connection: close${lines.includes('Upgrade: websocket') ? ', Upgrade' : ''}`, ...lines], body))).split(' ')[1]]);
    expect(answers).toEqual(REQUESTS.map(([what, , , status]) => [what, status]));
    expect((await served.get('/healthz')).status).toBe(200);
  });

  it.each([['999999999'], ['-1'], ['1.5'], ['abc'], ['1e400'], ['']])('resumes at a place that there is, whatever it is told: %s', verifies('KEL-SERVER-10'), async (given) => {
    await using served = await servedLog();
    await served.say('one');
    const stream = await served.get('/v1/events', { authorization: `Bearer ${TOKEN}`, 'last-event-id': given });
    const reader = stream.body?.getReader();
    let text = '';
    while (!text.includes('id: 1\n')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toContain('data: {"after":0}');
  });
});
