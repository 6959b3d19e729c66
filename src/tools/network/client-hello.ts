/** Reads the name that a TLS client asks for from the first bytes of its connection (RFC 8446, 4.1.2; RFC 6066, 3). */

export type ClientHello =
  /** Not enough has come yet. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'not_tls' }
  /** `serverName` is undefined when the client names none. */
  | { readonly kind: 'hello'; readonly serverName: string | undefined };

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME_EXTENSION = 0;
const HOST_NAME_TYPE = 0;
const RECORD_HEAD_BYTES = 5;
const HANDSHAKE_HEAD_BYTES = 4;
/** Version and random bytes, before the first field of variable length. */
const HELLO_FIXED_BYTES = 34;
/** A hello fits in one record of 16 kB; whoever cuts it into more pieces than this wants the reader to work. */
const RECORDS_MAX = 16;

export function readClientHello(bytes: Uint8Array): ClientHello {
  const message = handshakeMessage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (message.kind !== 'message') return message;
  const fields = new FieldReader(message.content);
  fields.skip(HELLO_FIXED_BYTES);
  fields.vector(1); // the session to resume
  fields.vector(2); // cipher suites
  fields.vector(1); // compression methods
  const extensions = new FieldReader(fields.vector(2));
  while (extensions.hasMore()) {
    const type = extensions.number(2);
    const content = extensions.vector(2);
    if (type === SERVER_NAME_EXTENSION) return { kind: 'hello', serverName: hostNameOf(content) };
  }
  return fields.isShort || extensions.isShort ? { kind: 'not_tls' } : { kind: 'hello', serverName: undefined };
}

function hostNameOf(extension: Buffer): string | undefined {
  const names = new FieldReader(new FieldReader(extension).vector(2));
  while (names.hasMore()) {
    const type = names.number(1);
    const name = names.vector(2);
    if (type === HOST_NAME_TYPE) return name.toString('latin1').toLowerCase();
  }
  return undefined;
}

type Handshake = { readonly kind: 'incomplete' | 'not_tls' } | { readonly kind: 'message'; readonly content: Buffer };

/** The first handshake message, joined from as many records as it was cut into. */
function handshakeMessage(bytes: Buffer): Handshake {
  const fragments: Buffer[] = [];
  let at = 0;
  while (fragments.length < RECORDS_MAX) {
    const head = bytes.subarray(at, at + RECORD_HEAD_BYTES);
    if ((head[0] ?? HANDSHAKE_RECORD) !== HANDSHAKE_RECORD || (head[1] ?? 3) !== 3) return { kind: 'not_tls' };
    if (head.length < RECORD_HEAD_BYTES) return { kind: 'incomplete' };
    const end = at + RECORD_HEAD_BYTES + head.readUInt16BE(3);
    fragments.push(bytes.subarray(at + RECORD_HEAD_BYTES, end));
    const message = Buffer.concat(fragments);
    if ((message[0] ?? CLIENT_HELLO) !== CLIENT_HELLO || end === at + RECORD_HEAD_BYTES) return { kind: 'not_tls' };
    const length = message.length < HANDSHAKE_HEAD_BYTES ? Number.POSITIVE_INFINITY : message.readUIntBE(1, 3);
    if (message.length >= HANDSHAKE_HEAD_BYTES + length) return { kind: 'message', content: message.subarray(HANDSHAKE_HEAD_BYTES, HANDSHAKE_HEAD_BYTES + length) };
    if (end > bytes.length) return { kind: 'incomplete' };
    at = end;
  }
  return { kind: 'not_tls' };
}

/** Reads fields one after the other; once one is cut short all that follow are empty. */
class FieldReader {
  isShort = false;
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  hasMore(): boolean {
    return !this.isShort && this.#at < this.#bytes.length;
  }

  skip(count: number): void {
    this.#take(count);
  }

  number(size: 1 | 2): number {
    const taken = this.#take(size);
    return taken.length === size ? taken.readUIntBE(0, size) : 0;
  }

  /** A field that begins with its own length, which is written in `size` bytes. */
  vector(size: 1 | 2): Buffer {
    return this.#take(this.number(size));
  }

  #take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    if (taken.length < count) this.isShort = true;
    return taken;
  }
}
