import { send, unreadable, type CallOptions, type ClientPorts, type Outcome } from '../../../src/client/send.ts';
import type { ErrorBody } from '../../../src/contracts/index.ts';
import type { CommandId, OperationId, QueryId, RequestOf, ResponseOf } from './operations.ts';

export type { Outcome } from '../../../src/client/send.ts';
export type { ErrorBody } from '../../../src/contracts/index.ts';

/** The server that gave out this page; its browser sends the cookie along. */
export const OWN_SERVER: ClientPorts = { fetch: (request) => globalThis.fetch(request), baseUrl: globalThis.location?.origin ?? '' };

/** Asks for something; nothing is changed by it. */
export function ask<Id extends QueryId>(operation: Id, request: RequestOf<Id>, signal?: AbortSignal): Promise<Outcome<ResponseOf<Id>>> {
  return call('query', operation, request, signal === undefined ? {} : { signal });
}

export interface TellOptions {
  /** Made once for each intent of a person, so that trying again does nothing twice. */
  readonly key: string;
  /** Ends the waiting, and not what was begun. */
  readonly signal?: AbortSignal;
}

/** Has something done. */
export function tell<Id extends CommandId>(operation: Id, request: RequestOf<Id>, { key, signal }: TellOptions): Promise<Outcome<ResponseOf<Id>>> {
  return call('command', operation, request, { idempotencyKey: key, ...(signal && { signal }) });
}

/**
 * What comes back is taken as what the contracts say: page and server are put together from the same sources, and the server
 * holds what it sends to its schemas. Holding it to them here once more would make up most of what a browser loads.
 */
async function call<Id extends OperationId>(kind: 'command' | 'query', operation: Id, request: RequestOf<Id>, options: CallOptions): Promise<Outcome<ResponseOf<Id>>> {
  const sent = await send(OWN_SERVER, { kind, operation_id: operation }, request, options);
  if (!sent.ok) return sent;
  const { status, isRefusal, body } = sent.value;
  if (!isRefusal) return { ok: true, value: body as ResponseOf<Id> };
  return isErrorBody(body) ? { ok: false, error: body } : unreadable(status, 'the error has no code');
}

export function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && ['code', 'message', 'next_step'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');
}

/** A key for one intent. Pages reached by another name than this machine's have no `randomUUID`. */
export function freshKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
