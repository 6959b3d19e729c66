import type { z } from 'zod';
import { ErrorBody, type Operation } from '../contracts/index.ts';
import { send, unreadable, type Answer, type CallOptions, type ClientPorts, type Outcome } from './send.ts';

export interface Client {
  call<Request extends z.ZodType, Response extends z.ZodType>(
    operation: Operation<Request, Response>,
    request: z.input<Request>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<Response>>>;
}

/** Never throws for what a server or a network can do; a thrown error is a defect. */
export function createClient(ports: ClientPorts): Client {
  return {
    async call(operation, request, options = {}) {
      const sent = await send(ports, operation.entry, request, options);
      return sent.ok ? readAnswer(operation.response, sent.value) : sent;
    },
  };
}

function readAnswer<Schema extends z.ZodType>(schema: Schema, { status, isRefusal, body }: Answer): Outcome<z.output<Schema>> {
  if (isRefusal) {
    const error = ErrorBody.safeParse(body);
    return error.success ? { ok: false, error: error.data } : unreadable(status, 'the error has no code');
  }
  const value = schema.safeParse(body);
  return value.success ? { ok: true, value: value.data } : unreadable(status, value.error.message);
}
