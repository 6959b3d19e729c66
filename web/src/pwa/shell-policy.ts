/** What a request of the page is answered with. */
export type ShellAnswer =
  /** The page itself: from the server, and as it was last seen where there is none. */
  | 'page'
  /** A file whose name changes with its content: as it is kept, for it never becomes another. */
  | 'kept_file'
  /** Everything else goes to the server and is never kept. */
  | 'server';

const KEPT_FILES = '/assets/';
/** What stands beside the page under a name of its own and is part of how it looks. */
const SHELL_FILES: ReadonlySet<string> = new Set(['/manifest.webmanifest', '/keelson.svg', '/icon-192.png', '/icon-512.png', '/icon-maskable.png']);

/** What the server answers itself; everything else that a browser goes to is the page. */
const NO_PAGES = ['/v1', '/healthz', '/mcp', '/acp'];

/** Of what the server knows nothing is ever kept: only the page and the files that it is made of. */
export function shellAnswer(request: { readonly method: string; readonly mode: string; readonly url: string }, origin: string): ShellAnswer {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'server';
  if (url.pathname.startsWith(KEPT_FILES)) return 'kept_file';
  if (SHELL_FILES.has(url.pathname)) return 'page';
  // With a token in its address it is not the page that is asked for, but to be let in.
  return request.mode === 'navigate' && url.search === '' && !NO_PAGES.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`)) ? 'page' : 'server';
}
