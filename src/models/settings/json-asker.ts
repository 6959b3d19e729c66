import type { ProviderSettings } from '../../contracts/index.ts';
import type { HttpLimits, HttpPort } from '../http/http-port.ts';
import type { Secret } from './secret.ts';

export interface AskOptions {
  readonly http: HttpPort;
  readonly key: Secret | undefined;
  readonly signal: AbortSignal;
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined when it is not JSON. */
  readonly body: unknown;
}

/** Sends one small question to a provider. Rejects with a CallFault, or with the signal's reason. */
export type JsonAsker = (method: 'GET' | 'POST', path: string, body?: string) => Promise<JsonAnswer>;

/** Ten times the longest list of models known. */
const BYTES_MAX = 8_388_608;

/** A list of models is short work; whoever takes longer is as good as not there. */
const LIMITS: Readonly<Record<ProviderSettings['location'], HttpLimits>> = {
  local: { connectMs: 1_000, firstByteMs: 2_000, idleMs: 2_000, totalMs: 3_000, bytesMax: BYTES_MAX },
  cloud: { connectMs: 5_000, firstByteMs: 10_000, idleMs: 5_000, totalMs: 15_000, bytesMax: BYTES_MAX },
};

export function jsonAsker(settings: ProviderSettings, { http, key, signal }: AskOptions): JsonAsker {
  const base = settings.base_url.endsWith('/') ? settings.base_url.slice(0, -1) : settings.base_url;
  const headers = { ...settings.headers, accept: 'application/json', 'user-agent': 'keelson', ...keyHeaders(settings, key) };
  return async (method, path, body) => {
    const sent = body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body };
    const answer = await http.send({ method, url: `${base}${path}`, ...sent, signal, limits: LIMITS[settings.location] });
    const pieces: Buffer[] = [];
    for await (const piece of answer.body) pieces.push(Buffer.from(piece));
    return { status: answer.status, body: parsed(Buffer.concat(pieces).toString('utf8')) };
  };
}

function keyHeaders({ format }: ProviderSettings, key: Secret | undefined): Record<string, string> {
  const version: Record<string, string> = format === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  if (key === undefined) return version;
  return { ...version, ...(format === 'anthropic' ? { 'x-api-key': key.reveal() } : { authorization: `Bearer ${key.reveal()}` }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
