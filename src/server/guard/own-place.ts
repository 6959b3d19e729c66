/** The names under which this server may be asked for. */
export interface OwnPlace {
  /** Whether a request was meant for this server. A page of elsewhere whose name was turned to this machine was not. */
  isOwnHost(host: string | null): boolean;
  /** Whether a request comes from a page of this server, or from no page at all. */
  isOwnOrigin(headers: Headers): boolean;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** `names` are added by whoever lets it listen elsewhere than on this machine. */
export function ownPlace(port: number, names: readonly string[] = []): OwnPlace {
  const hosts = new Set([...LOOPBACK_NAMES, ...names].flatMap((name) => (port === HTTP_PORT ? [name, `${name}:${port}`] : [`${name}:${port}`])));
  return {
    isOwnHost: (host) => host !== null && hosts.has(host.toLowerCase()),
    isOwnOrigin(headers) {
      const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
      if (origin !== null) return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
      // Without an origin, a browser says at least how far it comes from; `none` is what a person typed in.
      return site === null || site === 'same-origin' || site === 'none';
    },
  };
}

const HTTP_PORT = 80;
