import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Result } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { KeelsonError } from '../../kernel/index.ts';
import { authorizationFailed } from './authorization.ts';
import { capabilitiesFor, offerFeatures, type FeaturePorts, type ServerNotices } from './client-features.ts';
import { disconnected, detailOf, requestFailed, stopped, timedOut, type Clean } from './server-errors.ts';
import type { ServerLink } from './stdio-transport.ts';

export interface RequestTime {
  /** Without an answer or a sign of progress. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

export interface ServerRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A server that has been greeted. */
export interface McpConnection {
  readonly hasTools: boolean;
  /** Rejects with `mcp.timed_out`, `mcp.stopped`, `mcp.disconnected` or `mcp.request_failed`; the first two tell the server so. */
  request<Answer>(request: ServerRequest, shape: z.ZodType<Answer>, time: RequestTime): Promise<Answer>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly server: string;
  readonly version: string;
  readonly link: ServerLink;
  readonly features: FeaturePorts;
  readonly notices: ServerNotices & { ended(detail: string): void };
  readonly time: RequestTime;
  readonly clean: Clean;
}

/** Greets a server. What fails leaves nothing open. */
export async function openConnection({ server, version, link, features, notices, time, clean }: ConnectionOptions): Promise<McpConnection> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  // Schemas of servers are compiled by the kernel, in linear time; the SDK's own compiler is never asked.
  const client = new Client({ name: 'keelson', version }, { capabilities: capabilitiesFor(features), jsonSchemaValidator: { getValidator: () => () => ({ valid: true, data: {} as never, errorMessage: undefined }) } });
  await offerFeatures(client, server, features, notices);
  const endedBecause = (): string => clean(link.brokenBy() ?? 'it closed the connection');
  let isClosing = false;
  Object.assign(client, { onclose: () => isClosing || notices.ended(endedBecause()) });
  const request = timedRequests(server, clean, endedBecause);
  try {
    await request(time, 'initialize', (options) => client.connect(link.transport, options));
  } catch (error) {
    isClosing = true;
    await link.transport.close();
    throw error;
  }
  return {
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    request: ({ method, params }, shape, limits) => request(limits, method, (options) => client.request({ method, params } as Parameters<Client['request']>[0], shape as z.ZodType<Result>, options)) as Promise<never>,
    async close() {
      isClosing = true;
      await client.close();
    },
  };
}

type Sent<Answer> = (options: { signal: AbortSignal; timeout: number; resetTimeoutOnProgress: true; onprogress: () => void }) => Promise<Answer>;

/** Progress begins the idle time anew; the total time it cannot stretch. */
function timedRequests(server: string, clean: Clean, endedBecause: () => string) {
  return async <Answer>({ idleMs, totalMs, signal }: RequestTime, method: string, send: Sent<Answer>): Promise<Answer> => {
    if (signal.aborted) throw stopped(server, method);
    // A controller of this request alone: the SDK listens for ever, and would take back what is long done.
    const controller = new AbortController();
    let failure: KeelsonError | undefined;
    const stop = (reason: KeelsonError): void => {
      failure = reason;
      controller.abort(reason.message);
    };
    const onAbort = (): void => stop(stopped(server, method));
    const timer = setTimeout(() => stop(timedOut(server, method, 'total', totalMs)), totalMs);
    signal.addEventListener('abort', onAbort);
    try {
      const sent = send({ signal: controller.signal, timeout: idleMs, resetTimeoutOnProgress: true, onprogress: () => undefined });
      // Reaching a server may hang before the request is sent, where the SDK looks at no signal.
      return await Promise.race([sent, abortOf(controller.signal)]);
    } catch (error) {
      throw failure ?? failureOf(error, server, method, idleMs, clean, endedBecause);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

/** HTTP: who we are is not enough; the session or this way of talking is unknown; any other refusal of one request. */
const NOT_ACCEPTED: ReadonlySet<number> = new Set([401, 403]);
const SESSION_OR_WAY_UNKNOWN: ReadonlySet<number> = new Set([400, 404, 405]);
const HTTP_FAILURE_MIN = 300;

function failureOf(error: unknown, server: string, method: string, idleMs: number, clean: Clean, endedBecause: () => string): KeelsonError {
  if (error instanceof KeelsonError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
  if (error instanceof Error && error.name === 'McpError') {
    if (code === REQUEST_TIMEOUT && error.message.includes('Request timed out')) return timedOut(server, method, 'idle', idleMs);
    return code === CONNECTION_CLOSED && error.message.includes('Connection closed') ? disconnected(server, endedBecause(), error) : requestFailed(server, method, code, detailOf(error, clean));
  }
  if (code !== null && NOT_ACCEPTED.has(code)) return authorizationFailed(server, detailOf(error, clean));
  const isAnswered = code !== null && code >= HTTP_FAILURE_MIN && !SESSION_OR_WAY_UNKNOWN.has(code);
  const isShape = error instanceof Error && error.name.endsWith('ZodError');
  return isShape || isAnswered ? requestFailed(server, method, null, detailOf(error, clean)) : disconnected(server, detailOf(error, clean), error);
}
