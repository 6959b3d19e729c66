import { request, type Agent } from 'node:http';

export interface PlainAnswer {
  /** Undefined when no headers came. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  /** `end` when the body ended as it should, else the code of what ended it. */
  readonly ended: string;
}

export interface PlainAsk {
  readonly url: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** None: a connection of its own. */
  readonly agent?: Agent;
  /** Leaves after so many bytes. */
  readonly leaveAfterBytes?: number;
  /** Closes the socket. */
  readonly signal?: AbortSignal;
}

/** Asks with nothing between the test and the socket, and tells exactly what came and how it ended. Never rejects. */
export function askPlainly({ url, method = 'POST', body, headers = {}, agent, leaveAfterBytes = Number.POSITIVE_INFINITY, signal }: PlainAsk): Promise<PlainAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let answered: Pick<PlainAnswer, 'status' | 'headers'> = { status: undefined, headers: {} };
    const settle = (ended: string): void => resolve({ ...answered, bytes: Buffer.concat(chunks), ended });
    const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message);
    const sent = request(url, { method, headers, agent: agent ?? false, ...(signal && { signal }) }, (response) => {
      answered = { status: response.statusCode, headers: response.headers };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < leaveAfterBytes) return;
        sent.destroy();
        settle('left');
      });
      response.on('end', () => settle('end'));
      response.on('error', (error) => settle(codeOf(error)));
    });
    sent.on('error', (error) => settle(codeOf(error)));
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}
