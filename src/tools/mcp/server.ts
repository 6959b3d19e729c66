import type { McpServerSettings } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { McpConnection } from './connection.ts';
import { countFailures } from './failure-count.ts';
import { MCP_LOG_LINE_CHARS_MAX, MCP_LOG_LINES_MAX, MCP_PROGRESS_STRETCH, MCP_REQUEST_TIMEOUT_MS } from './limits.ts';
import { readToolList, type ServerTools } from './list-tools.ts';
import type { McpPorts } from './mcp-ports.ts';
import { reachServer } from './reach-server.ts';
import { closed, stopped, unavailable } from './server-errors.ts';
import type { ServerLink } from './stdio-transport.ts';
import { CallResult } from './tool-output.ts';
import { waitByTimer } from './within.ts';

export interface McpServerStatus {
  readonly server: string;
  readonly state: 'idle' | 'connected' | 'unavailable' | 'closed';
  /** In a row, up to now. */
  readonly failures: number;
  readonly lastFailure: string | undefined;
  readonly errorOutput: readonly string[];
  readonly log: readonly string[];
}

export interface ServerCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** Throws when the tool is no longer what was accepted; asked after every reconnection and change of the list. */
  readonly verify: (listed: ServerTools) => void;
}

/** One server: reached when it is first needed, reached again when it broke, left alone when it breaks too often. */
export interface McpServer {
  readonly name: string;
  /** How long a call may take, progress included. */
  readonly callTimeoutMs: number;
  tools(signal: AbortSignal): Promise<ServerTools>;
  call(call: ServerCall): Promise<CallResult>;
  status(): McpServerStatus;
  /** Forgets the failures: a person mended something. */
  retry(): void;
  close(): Promise<void>;
}

/** Failures that trying again does not mend. */
const LASTING = ['mcp.authorization_failed', 'model.key_unavailable', 'mcp.stopped'] as const;

export function mcpServer(name: string, settings: McpServerSettings, ports: McpPorts): McpServer {
  const idleMs = settings.timeout_ms ?? MCP_REQUEST_TIMEOUT_MS;
  const totalMs = idleMs * MCP_PROGRESS_STRETCH;
  const lifetime = new AbortController();
  const secrets = new Set<string>();
  const log: string[] = [];
  const failures = countFailures();
  let current: McpConnection | undefined;
  let opening: Promise<McpConnection> | undefined;
  let link: ServerLink | undefined;
  let listed: (ServerTools & { readonly from: McpConnection; readonly edition: number }) | undefined;
  let edition = 0;

  const withoutOwn = (text: string): string => {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, '[SECRET]');
    return shown;
  };
  const clean = (text: string): string => withoutSecrets(withoutOwn(text));
  const errorOutput = (): readonly string[] => (link?.errorOutput() ?? []).map(clean);
  const drop = (connection: McpConnection, detail: string, isExpected = false): void => {
    if (current !== connection) return;
    current = undefined;
    if (!isExpected) failures.note(detail);
    ports.onChange?.(name);
  };
  const notices = {
    toolsChanged() {
      edition += 1;
      ports.onChange?.(name);
    },
    logged(line: string) {
      log.push(clean(line.slice(0, MCP_LOG_LINE_CHARS_MAX).toWellFormed()));
      if (log.length > MCP_LOG_LINES_MAX) log.shift();
    },
  };

  async function open(): Promise<McpConnection> {
    for (;;) {
      if (lifetime.signal.aborted) throw closed(name);
      if (failures.isGivenUp()) throw unavailable(name, failures.count(), failures.last() ?? '', errorOutput());
      if (failures.count() > 0) await (ports.wait ?? waitByTimer)(failures.delayMs(), lifetime.signal);
      if (lifetime.signal.aborted) throw closed(name);
      try {
        return (current = await reach());
      } catch (error) {
        if (!(error instanceof KeelsonError) || LASTING.some((code) => hasCode(error, code))) throw error;
        failures.note('detail' in error.data && typeof error.data.detail === 'string' ? error.data.detail : error.message);
        // Whoever waits has waited long enough; the next one who asks tries again.
        if (hasCode(error, 'mcp.timed_out')) throw error;
      }
    }
  }

  async function reach(): Promise<McpConnection> {
    let ended: string | undefined;
    let connection: McpConnection | undefined;
    const onEnd = (detail: string): void => {
      ended = detail;
      if (connection !== undefined) drop(connection, detail);
    };
    connection = await reachServer({ server: name, settings, ports, clean, signal: lifetime.signal, hide: (secret) => void (secret !== '' && secrets.add(secret)), onLink: (made) => (link = made), notices: { ...notices, ended: onEnd } });
    if (ended !== undefined) throw closed(name);
    return connection;
  }

  /** Opening is shared, so that one caller who leaves does not take it from the others. */
  async function connected(signal: AbortSignal): Promise<McpConnection> {
    if (signal.aborted) throw stopped(name, 'initialize');
    if (current !== undefined) return current;
    opening ??= open().finally(() => (opening = undefined));
    return untilAborted(opening, signal, () => stopped(name, 'initialize'));
  }

  async function toolsOf(connection: McpConnection, signal: AbortSignal): Promise<ServerTools> {
    if (listed?.from === connection && listed.edition === edition) return listed;
    // Taken before the list is read: a change that is told meanwhile makes this one old at once.
    const editionBefore = edition;
    listed = { ...(await readToolList(connection, { idleMs, totalMs, signal })), from: connection, edition: editionBefore };
    return listed;
  }

  /** A session that the server gave up never saw the request, so that one is made anew; no other is. */
  async function onConnection<Answer>(signal: AbortSignal, work: (connection: McpConnection) => Promise<Answer>): Promise<Answer> {
    for (let isRepeated = false; ; isRepeated = true) {
      const connection = await connected(signal);
      try {
        return await work(connection);
      } catch (error) {
        if (!hasCode(error, 'mcp.disconnected')) throw error;
        drop(connection, error.data.detail, isSessionOver(error));
        void connection.close().catch(() => undefined);
        if (isRepeated || !isSessionOver(error)) throw error;
      }
    }
  }

  return {
    name,
    callTimeoutMs: totalMs,
    tools: (signal) => onConnection(signal, (connection) => toolsOf(connection, signal)),
    async call({ name: tool, arguments: args, signal, verify }) {
      const result = await onConnection(signal, async (connection) => {
        verify(await toolsOf(connection, signal));
        return connection.request({ method: 'tools/call', params: { name: tool, arguments: args } }, CallResult, { idleMs, totalMs, signal });
      });
      failures.reset();
      return secrets.size === 0 ? result : CallResult.parse(mapTexts(result, withoutOwn));
    },
    status: () => ({ server: name, state: lifetime.signal.aborted ? 'closed' : failures.isGivenUp() ? 'unavailable' : current === undefined ? 'idle' : 'connected', failures: failures.count(), lastFailure: failures.last(), errorOutput: errorOutput(), log: [...log] }),
    retry: () => failures.reset(),
    async close() {
      lifetime.abort();
      const open = current ?? (await opening?.catch(() => undefined));
      current = undefined;
      await open?.close();
    },
  };
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal, reason: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(reason());
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Every text in a value, wherever it stands; names of fields are the server's own. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

function isSessionOver({ cause }: KeelsonError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 404;
}
