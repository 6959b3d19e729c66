import type { NetworkPorts } from './network-ports.ts';
import type { UrlPolicy } from './url-policy.ts';

/** One request to the open internet, as a tool asks for it. */
export interface GuardedRequest {
  /** http or https. A user name or password in it is taken out and not sent. */
  readonly url: string;
  /** GET when none is given. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Headers of the connection itself and Host are ours to set: such names are left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of further headers that carry a secret; like Authorization and Cookie they stay with the first origin. */
  readonly secretHeaders?: readonly string[];
  readonly body?: string | Uint8Array;
  /** Closes the socket at once; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<RequestLimits>;
  /** Which hosts are open. Whatever it says, only public addresses are. */
  readonly policy?: UrlPolicy;
}

/** Every wait and every buffer has an end. */
export interface RequestLimits {
  /** Looking the name up, connecting and the handshake, for each hop. */
  readonly connectMs: number;
  /** Without a byte from the server, once connected. */
  readonly idleMs: number;
  /** From the call to the last byte, redirects included. */
  readonly totalMs: number;
  /** Of the body, on the wire as well as decoded; what is beyond is not read, and `truncated` says so. */
  readonly bytesMax: number;
  readonly headerBytesMax: number;
  /** At most REDIRECTS_MAX, whatever is asked for. */
  readonly redirectsMax: number;
}

export interface GuardedAnswer {
  /** The address that answered in the end, without credentials. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; several of one name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** `text/html` without parameters, in lower case; undefined when the server said none. */
  readonly contentType: string | undefined;
  /** Decoded from gzip, deflate or br; at most `bytesMax`. */
  readonly body: Uint8Array;
  /** True when the body was longer than `bytesMax`. */
  readonly truncated: boolean;
  /** Every address that redirected, first to last, without credentials. */
  readonly redirects: readonly string[];
  /** The IP address that the last hop was connected to. */
  readonly address: string;
  /** True when credentials were held back: from the URL, or from another origin. */
  readonly credentialsStripped: boolean;
}

/**
 * How tools reach the internet: `guardedFetch(request)` in `guarded-fetch.ts`, or a stand-in of this type in tests.
 * Rejects with `network.refused` (policy), `network.unresolved`, `network.unreachable`, `network.timed_out`,
 * `network.answer_unreadable`, or with the signal's reason.
 */
export type GuardedFetch = (request: GuardedRequest, ports?: NetworkPorts) => Promise<GuardedAnswer>;
