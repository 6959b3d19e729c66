import type { ToolId, ToolsSection } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Tool } from '../registry/tool.ts';
import { judgeListedTools, type ListedTool } from './listed-tool.ts';
import type { McpPorts } from './mcp-ports.ts';
import { mcpTool } from './mcp-tool.ts';
import { mcpServer, type McpServer, type McpServerStatus } from './server.ts';
import { changesSince, proposedPin, type ProposedPin } from './tool-pins.ts';

/** A tool that a person has not accepted as it is now. */
export interface WaitingTool {
  readonly toolId: ToolId;
  readonly server: string;
  /** What the person reads before they accept. */
  readonly listed: ListedTool;
  /** Accept exactly this: `pins.accept({ ...pin, accepted_by })`. */
  readonly pin: ProposedPin;
  /** What changed since it was accepted, in words; none for a tool that never was. */
  readonly changes: readonly string[];
}

export interface LeftOutTool {
  readonly server: string;
  readonly name: string;
  readonly reason: string;
}

export interface McpToolList {
  readonly tools: readonly Tool[];
  readonly waiting: readonly WaitingTool[];
  readonly leftOut: readonly LeftOutTool[];
  /** Servers that could not be asked; the tools of the others are there all the same. */
  readonly failures: readonly { readonly server: string; readonly error: KeelsonError }[];
}

/** The servers of the configuration. Nothing is started before tools are asked for. */
export interface McpServers {
  /** Asks all of them, or only the one that is named. */
  tools(signal: AbortSignal, only?: string): Promise<McpToolList>;
  status(): readonly McpServerStatus[];
  /** Tries a server again that was left alone. */
  retry(server: string): void;
  /** Ends every connection and every program; resolves when nothing is left. */
  close(): Promise<void>;
}

/** The server that a tool is of; none for a built-in one. A server's name holds no underscore. */
export function serverOfToolId(toolId: string): string | undefined {
  const [prefix, server, ...rest] = toolId.split('__');
  return prefix === 'mcp' && rest.length > 0 ? server : undefined;
}

export function mcpServers(settings: ToolsSection['mcp'], ports: McpPorts): McpServers {
  const servers = Object.entries(settings).map(([name, one]) => ({ server: mcpServer(name, one, ports), settings: one }));
  return {
    async tools(signal, only) {
      const asked = servers.filter(({ server }) => only === undefined || server.name === only);
      const lists = await Promise.all(asked.map(async (one) => listOf(one, ports, signal)));
      return {
        tools: lists.flatMap((list) => list.tools),
        waiting: lists.flatMap((list) => list.waiting),
        leftOut: lists.flatMap((list) => list.leftOut),
        failures: lists.flatMap((list) => list.failures),
      };
    },
    status: () => servers.map(({ server }) => server.status()),
    retry: (name) => servers.find(({ server }) => server.name === name)?.server.retry(),
    close: async () => void (await Promise.all(servers.map(({ server }) => server.close()))),
  };
}

interface ConfiguredServer {
  readonly server: McpServer;
  readonly settings: ToolsSection['mcp'][string];
}

async function listOf({ server, settings }: ConfiguredServer, ports: McpPorts, signal: AbortSignal): Promise<McpToolList> {
  const tools: Tool[] = [];
  const waiting: WaitingTool[] = [];
  const leftOut: LeftOutTool[] = [];
  try {
    const { tools: raw, isCut } = await server.tools(signal);
    for (const judged of judgeListedTools(server.name, raw, settings.allow)) {
      if (!judged.isUsable) {
        leftOut.push({ server: server.name, name: judged.name, reason: judged.reason });
        continue;
      }
      const { toolId, listed } = judged;
      const pin = proposedPin(server.name, toolId, listed);
      const accepted = await ports.pins.get(toolId);
      const changes = accepted === null ? [] : changesSince(accepted, pin);
      if (accepted === null || changes.length > 0) waiting.push({ toolId, server: server.name, listed, pin, changes });
      else tools.push(mcpTool({ server, toolId, listed, pin, trustsAnnotations: settings.trust_annotations, isProgram: 'command' in settings, allowedRoles: ports.allowedRoles }) as Tool);
    }
    if (isCut) leftOut.push({ server: server.name, name: '(more tools)', reason: `only the first ${raw.length} are taken` });
    return { tools, waiting, leftOut, failures: [] };
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return { tools, waiting, leftOut, failures: [{ server: server.name, error }] };
  }
}
