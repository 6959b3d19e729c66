import { Duplex } from 'node:stream';
import { connect, type ConnectionOptions } from 'node:tls';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { readClientHello } from './client-hello.ts';

/** The first bytes of a real client. */
function helloOf(options: ConnectionOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read: () => undefined,
      write(bytes: Buffer, _, done) {
        resolve(bytes);
        done();
      },
    });
    connect({ socket: wire, ...options }).on('error', () => undefined);
  });
}

/** The same greeting, cut into records of at most `size` bytes. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const piece = message.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, piece.length >> 8, piece.length & 0xff]), piece);
  }
  return Buffer.concat(records);
}

describe('the greeting of a TLS client', () => {
  it('names the server, in lower case, or nobody', verifies('KEL-NET-11'), async () => {
    expect(readClientHello(await helloOf({ servername: 'OK.example' }))).toEqual({ kind: 'hello', serverName: 'ok.example' });
    expect(readClientHello(await helloOf({}))).toEqual({ kind: 'hello', serverName: undefined });
    expect(readClientHello(await helloOf({ servername: 'ok.example', maxVersion: 'TLSv1.2' }))).toEqual({ kind: 'hello', serverName: 'ok.example' });
  });

  it('is incomplete until its last byte has come', verifies('KEL-NET-11'), async () => {
    const hello = await helloOf({ servername: 'ok.example' });
    const kinds = Array.from({ length: hello.length }, (_, length) => readClientHello(hello.subarray(0, length)).kind);
    expect(new Set(kinds)).toEqual(new Set(['incomplete']));
  });

  it('is read from as many records as it comes in, up to a limit', verifies('KEL-NET-11'), async () => {
    const hello = await helloOf({ servername: 'ok.example' });
    expect(readClientHello(inRecords(hello, 200))).toEqual({ kind: 'hello', serverName: 'ok.example' });
    expect(readClientHello(inRecords(hello, 2))).toEqual({ kind: 'not_tls' });
  });

  it.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['SSH', Buffer.from('SSH-2.0-x\r\n')],
    ['another TLS record', Buffer.from([23, 3, 3, 0, 1, 0])],
    ['another handshake message', Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
    ['a greeting that ends within its fields', Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 3])],
  ])('is not %s', verifies('KEL-NET-11'), (_, bytes) => {
    expect(readClientHello(bytes)).toEqual({ kind: 'not_tls' });
  });

  it('never throws, whatever comes', () => {
    const noise = fc.uint8Array({ maxLength: 300 });
    const likely = noise.map((bytes) => Buffer.concat([Buffer.from([22, 3, 1, 0, bytes.length & 0xff, 1, 0, 0, bytes.length & 0x7f]), bytes]));
    fc.assert(fc.property(fc.oneof(noise, likely), (bytes) => ['incomplete', 'not_tls', 'hello'].includes(readClientHello(bytes).kind)));
  });
});
