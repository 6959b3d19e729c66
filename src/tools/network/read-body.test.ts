import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet } from '../../../test/support/loopback-internet.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { GuardedRequest } from './guarded-request.ts';

async function bodyFrom(listener: RequestListener, rest: Partial<GuardedRequest> = {}): Promise<unknown> {
  const internet = loopbackInternet();
  await internet.serve('93.184.216.34', listener);
  const read = await guardedFetch({ url: 'http://93.184.216.34/', ...rest }, internet.ports).then(
    ({ body, truncated }) => ({ text: Buffer.from(body).toString(), truncated }),
    (error: { code: string; data: unknown }) => ({ code: error.code, data: error.data }),
  );
  await internet.allClosed();
  return read;
}

const encoded =
  (encoding: string, body: Uint8Array): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-encoding': encoding }).end(body);

const UNREADABLE = { code: 'network.answer_unreadable', data: { host: '93.184.216.34', detail: 'it broke off, or its body is not encoded as it says' } };

describe('a body', () => {
  it.each([
    ['identity', Buffer.from('hello')],
    ['gzip', gzipSync('hello')],
    ['X-GZIP', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
  ])('in %s is decoded', verifies('KEL-NET-09'), async (encoding, body) => {
    expect(await bodyFrom(encoded(encoding, body))).toEqual({ text: 'hello', truncated: false });
  });

  it('that was not sent is empty, whatever its headers say', async () => {
    expect(await bodyFrom(encoded('gzip', gzipSync('hello')), { method: 'HEAD' })).toEqual({ text: '', truncated: false });
    expect(await bodyFrom((_, response) => void response.writeHead(204, { 'content-encoding': 'br' }).end())).toEqual({ text: '', truncated: false });
  });

  it.each([
    [9, { text: 'hello wor', truncated: true }],
    [10, { text: 'hello worl', truncated: true }],
    [11, { text: 'hello world', truncated: false }],
  ])('is cut at %i bytes, and says so', verifies('KEL-NET-09'), async (bytesMax, read) => {
    expect(await bodyFrom((_, response) => void response.end('hello world'), { limits: { bytesMax } })).toEqual(read);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
  ])('that is a bomb in %s stops unfolding at the limit', verifies('KEL-NET-09'), async (encoding, bomb) => {
    expect(await bodyFrom(encoded(encoding, bomb), { limits: { bytesMax: 100_000 } })).toEqual({ text: '\0'.repeat(100_000), truncated: true });
  });

  it('is not read for ever when it unfolds to nothing', verifies('KEL-NET-09'), async () => {
    const emptyMembers = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')));
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const pour = (): void => void (response.destroyed || response.write(emptyMembers, pour));
      pour();
    };
    // The limit falls within a member, so the decoder complains; what counts is that we stopped it.
    expect(await bodyFrom(endless, { limits: { bytesMax: 200_010 } })).toEqual({ text: '', truncated: true });
  });

  it('that never ends is cut at the limit', verifies('KEL-NET-09'), async () => {
    const endless: RequestListener = (_, response) => {
      const pour = (): void => void (response.destroyed || response.write('x'.repeat(1_000), pour));
      pour();
    };
    expect(await bodyFrom(endless, { limits: { bytesMax: 5_000 } })).toEqual({ text: 'x'.repeat(5_000), truncated: true });
  });

  it.each([
    ['not in the encoding it names', encoded('gzip', Buffer.from('plain text')), UNREADABLE],
    ['cut off within its encoding', encoded('gzip', gzipSync('hello'.repeat(100)).subarray(0, 20)), UNREADABLE],
    ['in an encoding that was not asked for', encoded('compress', Buffer.from('x')), { ...UNREADABLE, data: { host: '93.184.216.34', detail: 'its body is encoded in a way that was not asked for' } }],
    ['encoded twice', encoded('gzip, gzip', gzipSync(gzipSync('x'))), { ...UNREADABLE, data: { host: '93.184.216.34', detail: 'its body is encoded in a way that was not asked for' } }],
  ])('%s is told as unreadable', verifies('KEL-NET-09'), async (_, listener, failure) => {
    expect(await bodyFrom(listener)).toEqual(failure);
  });
});
