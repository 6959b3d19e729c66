import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from '../commands/index.ts';
import type { ErrorBody, ErrorCode, Name, OperationEntry } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { readJson } from './guard/read-json.ts';
import { notAdmitted, statusOf } from './guard/refusals.ts';
import { whyNot } from './keys/may-ask.ts';

/** Largest request body from outside. Larger inputs go in parts, or as files in the workspace. */
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

export interface HandlerOptions {
  /** Raised only where caller and server share a process, and so its memory. */
  readonly maxRequestBytes?: number;
  /** What ends the work for a request: its caller going away, unless said otherwise. */
  readonly signalFor?: (kind: OperationEntry['kind'], request: Request) => AbortSignal;
}

/** Only codes that are not a plain "your request was wrong" (400) need a line. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  'operation.unknown': 404,
  'server.not_running': 404,
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
  { maxRequestBytes = MAX_REQUEST_BYTES, signalFor = (_kind, request) => request.signal }: HandlerOptions = {},
): (request: Request, onlyTenant?: Name) => Promise<Response> {
  return async (request, onlyTenant) => {
    try {
      const [version, collection, id, ...rest] = new URL(request.url).pathname.split('/').slice(1);
      if (version === 'v1' && collection === 'operations' && id === undefined && request.method === 'GET') {
        return answer(200, { operations: dispatcher.entries });
      }
      const kind = version === 'v1' && request.method === 'POST' ? kindOf(collection) : undefined;
      if (kind === undefined || id === undefined || rest.length > 0) return answer(404, noSuchPath(request));
      const body = await readJson(request, maxRequestBytes);
      const refusal = onlyTenant === undefined ? undefined : whyNot(onlyTenant, body);
      if (refusal !== undefined) return answer(statusOf(refusal), notAdmitted(refusal).toBody());
      const context = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined, signal: signalFor(kind, request) };
      const work = dispatcher.dispatch(kind, id, body, context);
      if (kind === 'command' && request.headers.get('prefer') === 'respond-async') return await begun(work, context.idempotencyKey);
      return answer(200, await work);
    } catch (error) {
      const known: KeelsonError = error instanceof KeelsonError ? (error as KeelsonError) : unexpected(error);
      return answer(STATUS[known.code] ?? 400, known.toBody());
    }
  };
}

/** What is refused at once is told at once; everything else goes on by itself, and the log tells how. */
async function begun(work: Promise<unknown>, key: string | undefined): Promise<Response> {
  const settled = await Promise.race([work.then((value) => answer(200, value)), setImmediate(undefined)]);
  if (settled !== undefined) return settled;
  // Whoever asked has gone on; what fails later stands in the log or is told when it is asked for again under this key.
  work.catch(() => undefined);
  return answer(202, { accepted: true, idempotency_key: key ?? null });
}

function kindOf(collection: string | undefined): OperationEntry['kind'] | undefined {
  if (collection === 'commands') return 'command';
  return collection === 'queries' ? 'query' : undefined;
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
