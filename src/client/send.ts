// No schema is loaded here: a page in a browser sends by this too, and schemas would be most of what it loads.
import type { ErrorBody, OperationEntry } from '../contracts/index.ts';

/** What came of a call. Expected failures are values: a surface must show them, so it must see them. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: ErrorBody };

export interface CallOptions {
  /** Required by commands that write; the same key and content give the first result again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface ClientPorts {
  /** A fetch to the server; in one process it is the server's own handler. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
}

/** An answer as it came: a refusal has the shape of an error, if whoever answered is a Keelson server. */
export interface Answer {
  readonly status: number;
  readonly isRefusal: boolean;
  readonly body: unknown;
}

/** Never throws for what a server or a network can do. */
export async function send({ fetch, baseUrl }: ClientPorts, { kind, operation_id }: Pick<OperationEntry, 'kind' | 'operation_id'>, request: unknown, options: CallOptions = {}): Promise<Outcome<Answer>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  let response: Response;
  try {
    const path = kind === 'command' ? 'commands' : 'queries';
    response = await fetch(new Request(`${baseUrl}/v1/${path}/${operation_id}`, { method: 'POST', headers, body: JSON.stringify(request), ...(options.signal && { signal: options.signal }) }));
  } catch (error) {
    return unreachable(baseUrl, error);
  }
  try {
    return { ok: true, value: { status: response.status, isRefusal: !response.ok, body: await response.json() } };
  } catch (error) {
    return unreadable(response.status, `the answer is not JSON (${String(error)})`);
  }
}

function unreachable(baseUrl: string, error: unknown): Outcome<never> {
  const detail = String(error);
  return {
    ok: false,
    error: {
      code: 'server.unreachable',
      message: `The Keelson server at ${baseUrl} did not answer (${detail}).`,
      next_step: 'Check that it runs and that the address is right, then try again.',
      data: { detail },
    },
  };
}

export function unreadable(status: number, detail: string): Outcome<never> {
  return {
    ok: false,
    error: {
      code: 'server.unreadable_answer',
      message: `The server answered ${status} with something this client cannot read: ${detail}.`,
      next_step: 'Check that client and server are of the same version.',
      data: { status, detail },
    },
  };
}
