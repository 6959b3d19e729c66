import { OPAQUE_CHARS_MIN } from '../limits.ts';

/** What an address says about where it leads and what it takes along. */
export interface ReadAddress {
  readonly scheme: string;
  readonly host: string;
  /** Labels before the registered name, path segments and query: everything that could carry data. */
  readonly carried: readonly string[];
}

const INSIDE_NAMES = new Set(['localhost', 'metadata', 'metadata.google.internal', 'instance-data', 'host.docker.internal', 'kubernetes.default']);

export function readAddress(text: string): ReadAddress | undefined {
  const url = parsed(text.includes('://') ? text : `https://${text}`);
  if (url === undefined) return undefined;
  const host = url.hostname.toLowerCase();
  const carried = [...host.split('.').slice(0, -2), ...url.pathname.split('/'), ...Array.from(url.searchParams).flat(), url.hash.slice(1), url.username, url.password].filter((part) => part !== '');
  return { scheme: url.protocol.replace(':', ''), host, carried };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A machine or file of the inside, by how it is written; what a name resolves to is judged when it is connected to. */
export function leadsInside({ scheme, host }: ReadAddress): boolean {
  if (!['http', 'https', 'ws', 'wss', 'ftp'].includes(scheme)) return true;
  const bare = host.replace(/^\[|\]$/g, '');
  if (INSIDE_NAMES.has(bare) || bare.endsWith('.internal') || bare.endsWith('.local') || bare.endsWith('.localhost')) return true;
  return /^(?:127\.|10\.|169\.254\.|192\.168\.|0\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(bare) || bare === '::1' || /^f[cd][0-9a-f]{2}:/.test(bare) || bare.startsWith('fe80:') || bare.startsWith('::ffff:');
}

/** Long stretches without a blank that are no words: codes, ids, whatever data looks like. */
export function opaqueParts({ carried }: ReadAddress): string[] {
  return carried.filter(isOpaque);
}

export function isOpaque(part: string): boolean {
  if (part.length < OPAQUE_CHARS_MIN) return false;
  const pieces = part.split(/[-_.+\s%]+/);
  return pieces.some((piece) => piece.length >= OPAQUE_CHARS_MIN && (/\d/.test(piece) || /[a-z][A-Z]/.test(piece) || /^[A-Z]+$/.test(piece) || piece.length > 30));
}
