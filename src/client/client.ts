import type { z } from 'zod';
import { ErrorBody, type Operation } from '../contracts/index.ts';

/** What came of a call. Expected failures are values: a surface must show them, so it must see them. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: ErrorBody };

export interface CallOptions {
  /** Required by commands that write; the same key and content give the first result again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Client {
  call<Request extends z.ZodType, Response extends z.ZodType>(
    operation: Operation<Request, Response>,
    request: z.input<Request>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<Response>>>;
}

export interface ClientPorts {
  /** A fetch to the server; in one process it is the server's own handler. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
}

/** Never throws for what a server or a network can do; a thrown error is a defect. */
export function createClient({ fetch, baseUrl }: ClientPorts): Client {
  return {
    async call(operation, request, options = {}) {
      const { kind, operation_id } = operation.entry;
      const path = kind === 'command' ? 'commands' : 'queries';
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
      let response: Response;
      try {
        response = await fetch(
          new Request(`${baseUrl}/v1/${path}/${operation_id}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(request),
            ...(options.signal ? { signal: options.signal } : {}),
          }),
        );
      } catch (error) {
        return unreachable(baseUrl, error);
      }
      return readAnswer(operation.response, response);
    },
  };
}

async function readAnswer<Schema extends z.ZodType>(schema: Schema, response: Response): Promise<Outcome<z.output<Schema>>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    return unreadable(response.status, `the answer is not JSON (${String(error)})`);
  }
  if (!response.ok) {
    const error = ErrorBody.safeParse(body);
    return error.success ? { ok: false, error: error.data } : unreadable(response.status, 'the error has no code');
  }
  const value = schema.safeParse(body);
  return value.success ? { ok: true, value: value.data } : unreadable(response.status, value.error.message);
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

function unreadable(status: number, detail: string): Outcome<never> {
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
