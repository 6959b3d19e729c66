import type { LeftOut, OfferedTools, ToolsSought } from '../commands/index.ts';
import { MADE_TOOL_PREFIX, type RetrievalGates, type SessionId, type ToolsSection } from '../contracts/index.ts';
import { openTextIndex } from '../drivers/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';
import { indexChunksTool, ingestSourceTool, retrieveTool } from '../library/index.ts';
import type { Keys } from '../models/index.ts';
import { builtinTools, createCatalogue, definitionHash, serverOfToolId, type McpServers, type McpToolList, type Tool, type ToolCatalogue } from '../tools/index.ts';

export interface OfferedToolsOptions {
  readonly settings: () => Promise<ToolsSection>;
  readonly servers: () => Promise<McpServers>;
  readonly keys: Pick<Keys, 'resolve'>;
  /** Tools that runs of this machine made. */
  readonly made?: () => Promise<readonly Tool[]>;
  /** What servers have that were brought for a conversation. */
  readonly brought?: (sessionId: SessionId, signal: AbortSignal) => Promise<McpToolList>;
  /** What of the settings has no effect here, and why. */
  readonly withoutEffect: () => Promise<readonly LeftOut[]>;
  /** How long servers may take when all are asked at once; another time only in tests. */
  readonly allServersTimeoutMs?: number;
}

/** Whoever lists tools waits for the list, so that one silent server may not hold it for long. */
export const ALL_SERVERS_TIMEOUT_MS = 8_000;

const WEB_SEARCH = 'web_search';

const NO_OTHERS: McpToolList = { tools: [], waiting: [], leftOut: [], failures: [] };

const ALL_SERVERS = '*';

export interface OfferedToolsOfThisMachine {
  offered(sought: ToolsSought, signal: AbortSignal): Promise<OfferedTools>;
  /** What servers said is asked for again. */
  forget(): void;
}

/** The built-in tools at once; servers are started only for who asks for one of their tools, or for all there are. */
export function offeredTools({ settings, servers, keys, made, brought, withoutEffect, allServersTimeoutMs = ALL_SERVERS_TIMEOUT_MS }: OfferedToolsOptions): OfferedToolsOfThisMachine {
  const lists = new Map<string, McpToolList>();

  async function askServers(named: string, signal: AbortSignal): Promise<McpToolList> {
    const known = lists.get(named) ?? lists.get(ALL_SERVERS);
    if (known !== undefined) return known;
    const bound = AbortSignal.timeout(allServersTimeoutMs);
    // A server that is named is waited for until it has started: it may have to be fetched first.
    const list = named === ALL_SERVERS ? await (await servers()).tools(AbortSignal.any([signal, bound])) : await (await servers()).tools(signal, named);
    // One that failed is asked again the next time.
    if (list.failures.length === 0) lists.set(named, list);
    return bound.aborted && !signal.aborted ? { ...list, failures: list.failures.map(({ server, error }) => ({ server, error: hasCode(error, 'mcp.stopped') ? silent(server, allServersTimeoutMs, error) : error })) } : list;
  }

  async function others(sought: ToolsSought, mcp: ToolsSection['mcp'], signal: AbortSignal): Promise<McpToolList> {
    if (sought === 'builtin' || sought === 'kept') return NO_OTHERS;
    if (typeof sought === 'object' && 'sessionId' in sought) return both(await others('all', mcp, signal), (await brought?.(sought.sessionId, signal)) ?? NO_OTHERS);
    if (Object.keys(mcp).length === 0) return NO_OTHERS;
    if (sought === 'all') return askServers(ALL_SERVERS, signal);
    const server = serverOfToolId(sought.toolId);
    return server === undefined || !Object.hasOwn(mcp, server) ? NO_OTHERS : askServers(server, signal);
  }

  /** A key that is not there is a reason to be told, not one to be without all other tools. */
  async function googleSearch({ google }: ToolsSection['web_search']): Promise<{ engineId: string; key: string } | KeelsonError | undefined> {
    if (google === undefined) return undefined;
    try {
      return { engineId: google.engine_id, key: (await keys.resolve('web search', google.key)).reveal() };
    } catch (error) {
      if (error instanceof KeelsonError) return error;
      throw error;
    }
  }

  /** Every command asks several times, and a catalogue compiles what it holds; the same tools make the same one. */
  let latest: { readonly tools: readonly Tool[]; readonly catalogue: ToolCatalogue } | undefined;
  const catalogueOf = (tools: readonly Tool[]): ToolCatalogue => {
    const isSame = latest?.tools.length === tools.length && tools.every((tool, at) => tool === latest?.tools[at]);
    if (latest === undefined || !isSame) latest = { tools, catalogue: createCatalogue(tools) };
    return latest.catalogue;
  };
  let own: { readonly key: string; readonly tools: readonly Tool[] } | undefined;
  const builtinFor = (google: { engineId: string; key: string } | undefined, gates: RetrievalGates): readonly Tool[] => {
    const key = JSON.stringify([google, gates]);
    if (own === undefined || own.key !== key) own = { key, tools: [...builtinTools({ webSearch: { ...(google && { google }) } }), retrieveTool({ openIndex: openTextIndex, gates }), ingestSourceTool as Tool, indexChunksTool({ openIndex: openTextIndex }) as Tool] };
    return own.tools;
  };

  /** Whoever looks for one tool that comes with Keelson opens no ledger for it. Those that stay the same stay the same tools. */
  let known: readonly Tool[] = [];
  const madeFor = async (sought: ToolsSought): Promise<readonly Tool[]> => {
    const isMeant = typeof sought === 'string' ? sought !== 'builtin' : 'sessionId' in sought || sought.toolId.startsWith(MADE_TOOL_PREFIX);
    if (made === undefined || !isMeant) return [];
    known = (await made()).map((tool) => known.find(({ definition }) => definitionHash(definition) === definitionHash(tool.definition)) ?? tool);
    return known;
  };

  return {
    forget: () => lists.clear(),
    async offered(sought, signal) {
      const { disabled, allow_fallback_to_llm: allowFallbackToLlm, web_search: webSearch, retrieval, sandbox, mcp } = await settings();
      const google = disabled.includes(WEB_SEARCH) ? undefined : await googleSearch(webSearch);
      // Whoever chose one search engine is not sent to another: without its key there is no search.
      const keyless: LeftOut[] = google instanceof KeelsonError ? [{ name: WEB_SEARCH, reason: google.message, toolId: WEB_SEARCH }] : [];
      const builtin = builtinFor(google instanceof KeelsonError ? undefined : google, retrieval.gates);
      const list = await others(sought, mcp, signal);
      const isOff = (name: string): boolean => disabled.includes(name) || keyless.some((one) => one.toolId === name);
      const all = [...builtin, ...(await madeFor(sought)), ...list.tools];
      const isTool = new Set([...all.map(({ definition }) => definition.tool_id), ...list.waiting.map(({ toolId }) => toolId)]);
      // A tool of a server that was not asked may well be there.
      const mayBe = (name: string): boolean => isTool.has(name) || Object.hasOwn(mcp, serverOfToolId(name) ?? '');
      const switchedOff = disabled.map((name): LeftOut => ({ name, reason: mayBe(name) ? DISABLED : `${DISABLED}, but there is no tool of this name`, toolId: name }));
      const leftOut: LeftOut[] = [
        ...switchedOff,
        ...keyless,
        ...list.leftOut.map(({ server, name, reason }) => ({ name: `${name} of ${server}`, reason, toolId: `mcp__${server}__${name}` })),
        ...list.failures.map(({ server, error }) => ({ name: server, reason: error.message, server })),
        ...(await withoutEffect()),
      ];
      const waiting = list.waiting.filter(({ toolId }) => !disabled.includes(toolId));
      return { catalogue: catalogueOf(all.filter(({ definition }) => !isOff(definition.tool_id))), leftOut, waiting, allowFallbackToLlm, network: sandbox.network };
    },
  };
}

const DISABLED = 'disabled in the settings';

function both(one: McpToolList, other: McpToolList): McpToolList {
  return { tools: [...one.tools, ...other.tools], waiting: [...one.waiting, ...other.waiting], leftOut: [...one.leftOut, ...other.leftOut], failures: [...one.failures, ...other.failures] };
}

const MS_PER_S = 1_000;

function silent(server: string, limitMs: number, cause: KeelsonError): KeelsonError<'mcp.timed_out'> {
  return new KeelsonError('mcp.timed_out', {
    message: `The server ${server} did not answer within ${limitMs / MS_PER_S} s.`,
    nextStep: 'Look at what its settings start; a call of one of its tools waits longer for it.',
    data: { server, method: 'tools/list', wait: 'total', limit_ms: limitMs },
    cause,
  });
}
