/** The one way out to a model. Everything above it is pure, and tests and replay put another one in its place. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Closes the socket at once. */
  readonly signal: AbortSignal;
  readonly limits: HttpLimits;
}

/** Every wait has an end. */
export interface HttpLimits {
  readonly connectMs: number;
  /** From the connection standing to the first byte of the answer's body; what is sent meanwhile is part of it. */
  readonly firstByteMs: number;
  /** Between two pieces of the body, as long as the reader waits for the next. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Of the whole body. */
  readonly bytesMax: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; several of one name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body in pieces as they come, each readable until the next is asked for. Throws a CallFault when it breaks off;
   * leaving the loop closes the socket unless the body was read to its end.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Rejects with a CallFault, or with the signal's reason when it was aborted. */
export interface HttpPort {
  send(call: HttpCall): Promise<HttpAnswer>;
  /** Closes all sockets; what is under way fails. */
  close(): void;
}
