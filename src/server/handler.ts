import type { Dispatcher } from '../commands/index.ts';
import type { ErrorBody, ErrorCode, OperationEntry } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';

/** Largest request body from outside. Larger inputs go in parts, or as files in the workspace. */
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

export interface HandlerOptions {
  /** Raised only where caller and server share a process, and so its memory. */
  readonly maxRequestBytes?: number;
}

/** Only codes that are not a plain "your request was wrong" (400) need a line. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  'operation.unknown': 404,
  'input.too_large': 413,
  'invariant.broken': 500,
  'internal.unexpected': 500,
  'requirements.unreadable': 500,
  'ledger.corrupt': 500,
  'ledger.storage_failed': 500,
  'ledger.disk_full': 507,
  'ledger.busy': 503,
};

/**
 * The server as one function from request to response. The command line calls it in its own
 * process; an HTTP listener can call the same. Never rejects: every failure is an answer.
 */
export function createHandler(
  dispatcher: Dispatcher,
  { maxRequestBytes = MAX_REQUEST_BYTES }: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const [version, collection, id, ...rest] = new URL(request.url).pathname.split('/').slice(1);
      if (version === 'v1' && collection === 'operations' && id === undefined && request.method === 'GET') {
        return answer(200, { operations: dispatcher.entries });
      }
      const kind = version === 'v1' && request.method === 'POST' ? kindOf(collection) : undefined;
      if (kind === undefined || id === undefined || rest.length > 0) return answer(404, noSuchPath(request));
      const body = parseBody(await readBody(request, maxRequestBytes));
      const context = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined, signal: request.signal };
      return answer(200, await dispatcher.dispatch(kind, id, body, context));
    } catch (error) {
      const known: KeelsonError = error instanceof KeelsonError ? (error as KeelsonError) : unexpected(error);
      return answer(STATUS[known.code] ?? 400, known.toBody());
    }
  };
}

function kindOf(collection: string | undefined): OperationEntry['kind'] | undefined {
  if (collection === 'commands') return 'command';
  return collection === 'queries' ? 'query' : undefined;
}

async function readBody(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new KeelsonError('input.too_large', {
        message: `The request is larger than ${limit} bytes.`,
        nextStep: 'Send it in smaller parts.',
        data: { limit },
      });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new KeelsonError('input.invalid', {
      message: 'The request body is not JSON.',
      nextStep: 'Send a JSON object with content-type application/json.',
      data: { issues: [{ path: '', message: String(error) }] },
      cause: error,
    });
  }
}

function noSuchPath(request: Request): ErrorBody {
  return {
    code: 'operation.unknown',
    message: `There is nothing at ${request.method} ${new URL(request.url).pathname}.`,
    next_step: 'POST to /v1/commands/<id> or /v1/queries/<id>; GET /v1/operations lists them.',
    data: { validation_code: 'validation.user_action_without_command_registry_entry' },
  };
}

function unexpected(error: unknown): KeelsonError<'internal.unexpected'> {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new KeelsonError('internal.unexpected', {
    message: `Something failed that should not have: ${detail}.`,
    nextStep: 'This is a defect in Keelson; please report it with the message and what you were doing.',
    data: { detail },
    cause: error,
  });
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status });
}
