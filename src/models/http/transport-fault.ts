import type { ModelFault } from '../../contracts/index.ts';
import { CallFault } from '../failure/faults.ts';

/** What the codes of sockets, of looking up names, and of the HTTP parser mean for a call. */
const FAULT_BY_CODE: Readonly<Record<string, ModelFault>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  ENOENT: 'connection_refused',
  ENOTFOUND: 'address_unknown',
  EAI_AGAIN: 'address_unknown',
  ETIMEDOUT: 'connect_timeout',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls',
  HPE_HEADER_OVERFLOW: 'too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  Z_BUF_ERROR: 'truncated',
  ERR_INVALID_CHAR: 'bad_request',
  ERR_UNESCAPED_CHARACTERS: 'bad_request',
};

/** Beginnings of codes, for families that are too large to name. */
const FAULT_BY_FAMILY: readonly (readonly [string, ModelFault])[] = [
  ['HPE_', 'garbage'],
  ['Z_', 'garbage'],
  ['ERR_BROTLI', 'garbage'],
  ['ERR__ERROR_FORMAT', 'garbage'],
  ['ZSTD', 'garbage'],
  ['ERR_TLS', 'tls'],
  ['ERR_SSL', 'tls'],
  ['CERT_', 'tls'],
  ['UNABLE_TO_', 'tls'],
  ['DEPTH_ZERO', 'tls'],
  ['SELF_SIGNED', 'tls'],
  ['HOSTNAME_MISMATCH', 'tls'],
];

/**
 * A transport error as a fault. The detail names the host and the code and nothing else: error messages of the platform
 * may quote what was sent.
 */
export function transportFault(error: unknown, host: string): CallFault {
  const code = codeOf(error);
  const fault = FAULT_BY_CODE[code] ?? FAULT_BY_FAMILY.find(([start]) => code.startsWith(start))?.[1] ?? 'connection_reset';
  return new CallFault(fault, `${WHAT_HAPPENED[fault] ?? 'the connection failed'} (${host}${code === '' ? '' : `, ${code}`})`);
}

/** Whether the server hung up, as it does on a connection that lay idle for too long. */
export function isHangUp(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

const WHAT_HAPPENED: Partial<Record<ModelFault, string>> = {
  connection_refused: 'nothing answers at the address of the model',
  address_unknown: 'the name of the server is not known',
  connect_timeout: 'the server could not be reached in time',
  tls: 'no secure connection could be agreed on',
  too_large: 'the head of the answer is too large',
  garbage: 'the answer is not HTTP, or not encoded as it says',
  truncated: 'the answer broke off',
  bad_request: 'the address or a header holds a character that HTTP does not allow',
};

/** When several addresses of one name were tried, the first one's code stands for all. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError && error.errors.length > 0 ? codeOf(error.errors[0]) : '';
}
