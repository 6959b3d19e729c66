export const OLLAMA_DEFAULT = 'http://127.0.0.1:11434';

const OLLAMA_PORT = '11434';

/** Addresses a server listens on to hear everybody; a client cannot go there, it goes to the machine itself. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/**
 * Where `OLLAMA_HOST` points, read as Ollama reads it: scheme and port may be left out, and an address to listen on is
 * taken for this machine. Undefined when it is no address.
 */
export function ollamaAddress(host: string | undefined): string | undefined {
  if (host === undefined) return OLLAMA_DEFAULT;
  const hasScheme = host.includes('://');
  const url = URL.parse(hasScheme ? host : `http://${host.startsWith(':') ? '127.0.0.1' : ''}${host}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (EVERYWHERE.has(url.hostname)) url.hostname = '127.0.0.1';
  // With a scheme the scheme's own port is meant; Ollama's only where there is neither.
  if (!hasScheme && url.port === '') url.port = OLLAMA_PORT;
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
