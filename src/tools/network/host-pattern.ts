import { KeelsonError } from '../../kernel/index.ts';

/** One entry of an allowlist or denylist, read. */
export interface HostPattern {
  /** The name or address in the spelling of the URL standard; empty for every host. */
  readonly host: string;
  /** True for `*.host`: every name below it, not the name itself. */
  readonly isBelow: boolean;
  /** Undefined when the entry says nothing about ports. */
  readonly port: number | 'any' | undefined;
}

/** What an allowed host is open on when its entry names no port. */
const PORTS_BY_DEFAULT: ReadonlySet<number> = new Set([80, 443]);

export function parseHostPattern(entry: string): HostPattern {
  const { text, port } = splitPort(entry);
  if (text === '*') return { host: '', isBelow: true, port };
  const isBelow = text.startsWith('*.');
  const name = isBelow ? text.slice(2) : text;
  const url = isPlainHost(name) ? URL.parse(`http://${name}/`) : null;
  if (url === null || url.hostname.includes('*')) throw unreadable(entry);
  return { host: hostOf(url), isBelow, port };
}

export function isAllowedHost(patterns: readonly HostPattern[], host: string, port: number): boolean {
  return patterns.some((pattern) => matchesHost(pattern, host) && (pattern.port === undefined ? PORTS_BY_DEFAULT.has(port) : matchesPort(pattern.port, port)));
}

export function isDeniedHost(patterns: readonly HostPattern[], host: string, port: number): boolean {
  return patterns.some((pattern) => matchesHost(pattern, host) && (pattern.port === undefined || matchesPort(pattern.port, port)));
}

/** The host of a URL as it is compared and looked up: without brackets and without the dot that ends a full name. */
export function hostOf(url: URL): string {
  const { hostname } = url;
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function matchesHost({ host, isBelow }: HostPattern, name: string): boolean {
  if (!isBelow) return name === host;
  return host === '' || name.endsWith(`.${host}`);
}

function matchesPort(wanted: number | 'any', port: number): boolean {
  return wanted === 'any' || wanted === port;
}

function splitPort(entry: string): { text: string; port: HostPattern['port'] } {
  const match = /^(\*|\[[^\]]*\]|[^:]+)(?::(\*|\d{1,5}))?$/.exec(entry);
  const [, text, port] = match ?? [];
  if (text === undefined) throw unreadable(entry);
  if (port === undefined) return { text, port };
  return { text, port: port === '*' ? 'any' : Number(port) };
}

/** Nothing that would make the URL parser look for the host elsewhere. */
function isPlainHost(text: string): boolean {
  return text !== '' && !/[\s/\\?#@]/.test(text);
}

function unreadable(entry: string): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', {
    message: `"${entry}" is not a host that can be allowed or denied.`,
    nextStep: 'Write a name, *.name or an address, with :port or :* after it where needed.',
    data: { issues: [{ path: 'hosts', message: `cannot read "${entry}"` }] },
  });
}
