import type { McpServerSettings } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { attendedProvider, unattendedProvider, authorizationFailed, type ResolvedCredentials } from './authorization.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { openConnection, type ConnectionOptions, type McpConnection } from './connection.ts';
import { fetchFor } from './http-fetch.ts';
import { eventStreamLink, isFromOldServer, streamableLink } from './http-link.ts';
import { MCP_CONNECT_TIMEOUT_MS, MCP_LOGIN_TIMEOUT_MS } from './limits.ts';
import type { McpPorts } from './mcp-ports.ts';
import { disconnected, type Clean } from './server-errors.ts';
import { stdioLink, type ServerLink } from './stdio-transport.ts';

type Settings<Kind extends 'command' | 'url'> = Extract<McpServerSettings, Record<Kind, string>>;
type KeyedValues = Settings<'command'>['env'];

export interface Reach {
  readonly server: string;
  readonly settings: McpServerSettings;
  readonly ports: McpPorts;
  readonly notices: ConnectionOptions['notices'];
  readonly signal: AbortSignal;
  /** Takes secrets out of what a server said; told of each secret before it is used. */
  readonly clean: Clean;
  readonly hide: (secret: string) => void;
  /** Told of the link as soon as there is one, so that its last lines are known even when the greeting fails. */
  readonly onLink: (link: ServerLink) => void;
}

/** Starts a server or goes to its address, and greets it. */
export function reachServer(reach: Reach): Promise<McpConnection> {
  const { settings } = reach;
  return 'command' in settings ? reachProgram(reach, settings) : reachAddress(reach, settings);
}

async function reachProgram(reach: Reach, { command, args, env }: Settings<'command'>): Promise<McpConnection> {
  const { server, ports, clean } = reach;
  const environment = await resolved(reach, env);
  const process = await ports.startProcess({ argv: [command, ...args], currentFolder: ports.workspace, environment }).catch((error: unknown) => {
    throw disconnected(server, clean(`its program could not be started (${error instanceof Error ? error.message : String(error)})`), error);
  });
  return greet(reach, await stdioLink(process), MCP_CONNECT_TIMEOUT_MS);
}

async function reachAddress(reach: Reach, settings: Settings<'url'>): Promise<McpConnection> {
  const { server, ports, clean } = reach;
  const { oauth } = settings;
  const { url, headers } = withoutCredentials(settings.url, reach.hide);
  const plain = fetchFor({ url, headers: { ...headers, ...(await resolved(reach, settings.headers)) }, fetchServer: ports.fetch ?? fetch, fetchElsewhere: ports.fetchElsewhere ?? (() => Promise.reject(authorizationFailed(server, 'it names another server, and none may be asked here'))) });
  const asking = oauth === undefined ? plain : await authorizedFetch({ name: server, url, fetch: plain, authorization: await providerFor(reach, oauth), clean });
  const timeoutMs = oauth?.grant === 'authorization_code' ? MCP_LOGIN_TIMEOUT_MS : MCP_CONNECT_TIMEOUT_MS;
  try {
    return await greet(reach, await streamableLink(url, asking), timeoutMs);
  } catch (error) {
    if (!hasCode(error, 'mcp.disconnected') || !isFromOldServer(error.cause)) throw error;
    return greet(reach, await eventStreamLink(url, asking), timeoutMs);
  }
}

async function providerFor({ server, ports, hide }: Reach, oauth: NonNullable<Settings<'url'>['oauth']>) {
  const secretOf = async (source: typeof oauth.client_secret): Promise<string | undefined> => {
    const secret = source && (await ports.resolveKey(server, source));
    if (secret !== undefined) hide(secret);
    return secret;
  };
  const credentials: ResolvedCredentials = { clientSecret: await secretOf(oauth.client_secret), privateKey: await secretOf(oauth.private_key) };
  if (oauth.grant === 'client_credentials') return unattendedProvider(oauth, credentials);
  if (ports.authorization === undefined) throw authorizationFailed(server, 'it wants a person to say yes on its page, and nobody can be asked here');
  return attendedProvider(server, oauth, credentials, ports.authorization);
}

function greet({ server, ports, notices, signal, clean, onLink }: Reach, link: ServerLink, timeoutMs: number): Promise<McpConnection> {
  onLink(link);
  return openConnection({ server, version: ports.version, link, features: ports, notices, clean, time: { idleMs: timeoutMs, totalMs: timeoutMs, signal } });
}

/** A name and a password in an address go as a header: addresses are shown in errors, and the platform refuses such ones. */
function withoutCredentials(address: string, hide: Reach['hide']): { readonly url: string; readonly headers: Record<string, string> } {
  const url = new URL(address);
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  for (const secret of [password, ...url.searchParams.values()]) if (secret.length >= HIDDEN_CHARS_MIN) hide(secret);
  url.username = '';
  url.password = '';
  return { url: url.href, headers: name === '' && password === '' ? {} : { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` } };
}

/** Shorter values are words like `true`, which would blot out half of what a server says. */
const HIDDEN_CHARS_MIN = 6;

/** Values that come from a key are hidden from everything that is said later. */
async function resolved({ server, ports, hide }: Reach, values: KeyedValues): Promise<Record<string, string>> {
  const entries = Object.entries(values).map(async ([name, value]): Promise<[string, string]> => {
    if (typeof value === 'string') return [name, value];
    const secret = await ports.resolveKey(server, value);
    hide(secret);
    return [name, secret];
  });
  return Object.fromEntries(await Promise.all(entries));
}
