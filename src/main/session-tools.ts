import type { BroughtServer, SessionTools, StartedServer } from '../commands/index.ts';
import { BROUGHT_SERVER_PREFIX, McpServerSettings, type SessionId, type ToolPin } from '../contracts/index.ts';
import { mcpServers, type McpPorts, type McpServers, type McpToolList } from '../tools/index.ts';

export interface SessionToolsOptions {
  readonly portsIn: (folder: string) => Promise<McpPorts>;
  readonly accept: (pin: Omit<ToolPin, 'accepted_by'>) => Promise<void>;
  /** Names that servers of the settings have. */
  readonly taken: () => Promise<readonly string[]>;
  /** How long servers of a conversation may take when all are asked at once. */
  readonly timeoutMs: number;
}

export interface SessionToolsOfThisMachine extends SessionTools {
  /** What the servers of a conversation have now; nothing for one that has none. */
  listOf(sessionId: SessionId, signal: AbortSignal): Promise<McpToolList>;
  close(): Promise<void>;
}

const NAME_CHARS_MAX = 32 - BROUGHT_SERVER_PREFIX.length - '-99'.length;

/** Shorter values are words like `true`, which would blot out half of what a server says. */
const HIDDEN_CHARS_MIN = 6;

/** Keeps the servers that conversations of this process brought along, each reached as one of the settings is. */
export function sessionTools({ portsIn, accept, taken, timeoutMs }: SessionToolsOptions): SessionToolsOfThisMachine {
  const sessions = new Map<SessionId, Map<string, McpServers>>();

  const endOne = async (sessionId: SessionId, name: string): Promise<void> => {
    const servers = sessions.get(sessionId);
    const server = servers?.get(name);
    servers?.delete(name);
    if (servers?.size === 0) sessions.delete(sessionId);
    await server?.close();
  };

  const end = async (sessionId: SessionId): Promise<void> => void (await Promise.all([...(sessions.get(sessionId)?.keys() ?? [])].map((name) => endOne(sessionId, name))));

  return {
    async start(sessionId, brought, folder, signal): Promise<StartedServer> {
      const [ports, ofSettings] = await Promise.all([portsIn(folder), taken()]);
      const given = sessions.get(sessionId) ?? new Map<string, McpServers>();
      const name = freeName(brought.name, [...given.keys(), ...ofSettings]);
      const { settings, values } = settingsOf(brought);
      const server = mcpServers({ [name]: settings }, { ...ports, workspace: folder, resolveKey: async (_server, source) => ('keychain' in source ? (values.get(source.keychain) ?? '') : '') });
      sessions.set(sessionId, given.set(name, server));
      const list = await server.tools(signal);
      return {
        name,
        list,
        accept: async () => {
          for (const { pin } of list.waiting) await accept(pin);
        },
        end: () => endOne(sessionId, name),
      };
    },
    async listOf(sessionId, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const lists = await Promise.all([...(sessions.get(sessionId)?.values() ?? [])].map((server) => server.tools(within)));
      return { tools: lists.flatMap(({ tools }) => tools), waiting: lists.flatMap(({ waiting }) => waiting), leftOut: lists.flatMap(({ leftOut }) => leftOut), failures: lists.flatMap(({ failures }) => failures) };
    },
    end,
    close: async () => void (await Promise.all([...sessions.keys()].map(end))),
  };
}

/** Whatever an editor calls it, in the letters that names of tools are made of, and never the name of another. */
function freeName(called: string, taken: readonly string[]): string {
  const plain = called.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').slice(0, NAME_CHARS_MAX).replaceAll(/^-+|-+$/g, '');
  const base = `${BROUGHT_SERVER_PREFIX}${plain === '' ? 'server' : plain}`;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(name)) return name;
  }
}

/** What it is given may be keys, so it is handed on as one is: known to the server alone, and taken out of everything that it says. */
function settingsOf(brought: BroughtServer): { readonly settings: McpServerSettings; readonly values: ReadonlyMap<string, string> } {
  const given = 'command' in brought ? brought.env : brought.headers;
  const entries = Object.entries(given);
  const values = new Map(entries.filter(([, value]) => value.length >= HIDDEN_CHARS_MIN));
  const handed = Object.fromEntries(entries.map(([name, value]) => [name, values.has(name) ? { keychain: name } : value]));
  // A person accepts each tool as it describes itself; nobody named some of them beforehand.
  const common = { allow: ['*'] };
  return { values, settings: McpServerSettings.parse('command' in brought ? { command: brought.command, args: brought.args, env: handed, ...common } : { url: brought.url, headers: handed, ...common }) };
}
