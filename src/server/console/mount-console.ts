import type { Context, Env, Hono } from 'hono';
import type { PageFile, PageFiles } from './page-files.ts';

export interface ConsolePorts {
  readonly files: PageFiles;
  readonly version: string;
}

const FOREVER = 'public, max-age=31536000, immutable';

/** The page of a person. To a browser, every path that is no file and nothing else's is the page, which finds out itself what to show there. */
export function mountConsole<E extends Env>(app: Hono<E>, { files, version }: ConsolePorts): void {
  app.get('*', async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/v1/')) return next();
    const found = path === '/' ? undefined : await files.file(path);
    if (found !== undefined) return given(c, found);
    // Who asks for a file that is gone, or for data, shall not get a page in its place.
    if (path !== '/' && !(c.req.header('accept') ?? '').includes('text/html')) return next();
    const index = await files.index();
    return index === undefined ? c.text(notBuilt(version)) : given(c, index);
  });
}

function given(c: Context, { type, bytes, packed, isForever }: PageFile): Response {
  const isPacked = packed !== undefined && (c.req.header('accept-encoding') ?? '').includes('gzip');
  c.header('content-type', type);
  c.header('vary', 'accept-encoding');
  if (isForever) c.header('cache-control', FOREVER);
  if (isPacked) c.header('content-encoding', 'gzip');
  return c.body(isPacked ? packed : bytes);
}

function notBuilt(version: string): string {
  return `Keelson ${version} is running. Its page was not built here, and everything else works: the command line, and every operation over HTTP.\nTo have the page: \`npm ci && npm run build\` in the Keelson folder, then load this again.\n`;
}
