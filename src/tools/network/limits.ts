import type { RequestLimits } from './guarded-request.ts';

/** The bounds of everything that goes out to the network, in one place. */

/** A shop or a login needs two or three; a longer chain is a loop or a chase. */
export const REDIRECTS_MAX = 5;

/** Patient enough for a slow site, short enough that a tool is not held up by a dead one. */
export const REQUEST_LIMITS: RequestLimits = {
  connectMs: 10_000,
  idleMs: 15_000,
  totalMs: 60_000,
  // A long document; what is larger is a download, for which more can be asked.
  bytesMax: 10 * 1024 * 1024,
  // What browsers accept in the head of an answer is a quarter of a megabyte; sites that work stay far below this.
  headerBytesMax: 64 * 1024,
  redirectsMax: REDIRECTS_MAX,
};

/** Addresses of one name that are tried one after the other; they were all vetted in the same lookup. */
export const ADDRESSES_TRIED_MAX = 4;

/** How long an address may take while there is another to try: a network without IPv6 often loses its packets silently. */
export const ADDRESS_TRY_MS = 2_500;

/** The bounds of a filtering proxy. */
export interface ProxyLimits {
  /** Of the sandbox at once, and to the outside at once. */
  readonly connectionsMax: number;
  /** Looking a name up and connecting; also how long a client may take for its request or its TLS greeting. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
}

export const PROXY_LIMITS: ProxyLimits = {
  // Package managers open a few dozen connections at once.
  connectionsMax: 128,
  connectMs: 15_000,
  // Servers that build an index answer after minutes.
  idleMs: 300_000,
};

/** Longer than any client's greeting, the post-quantum ones included. */
export const CLIENT_HELLO_BYTES_MAX = 16 * 1024;

/** A greeting comes in a few pieces; each makes us read it again from its start. */
export const CLIENT_HELLO_PIECES_MAX = 64;
