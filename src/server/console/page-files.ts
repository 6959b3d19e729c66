import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the page as a browser is given it. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, packed; undefined where that would gain nothing. */
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
  /** Its name holds a hash of what is in it, so it never changes. */
  readonly isForever: boolean;
}

/** The files of the built page, by their path from its folder. Only what was listed there is ever read. */
export interface PageFiles {
  /** Undefined where there is no such file. */
  file(path: string): Promise<PageFile | undefined>;
  /** The page itself, listing its files anew: it may have been built again meanwhile. Undefined where it was never built. */
  index(): Promise<PageFile | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const PACKED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);
/** Where the builder puts what it names by its content. */
const NAMED_BY_CONTENT = '/assets/';
const INDEX = '/index.html';

export function pageFilesIn(folder: string): PageFiles {
  let listed: ReadonlySet<string> = new Set();
  /** What never changes is packed once. */
  const kept = new Map<string, PageFile>();

  const file = async (path: string): Promise<PageFile | undefined> => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    if (!listed.has(path)) return undefined;
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const ending = extname(path);
    const packed = PACKED.has(ending) ? await promisify(gzip)(bytes) : undefined;
    const read: PageFile = { type: TYPES[ending] ?? '', bytes: new Uint8Array(bytes), packed: packed === undefined || packed.length >= bytes.length ? undefined : new Uint8Array(packed), isForever: path.startsWith(NAMED_BY_CONTENT) };
    if (read.isForever) kept.set(path, read);
    return read;
  };

  return {
    async file(path) {
      if (listed.size === 0) listed = await filesBelow(folder);
      return file(path);
    },
    async index() {
      listed = await filesBelow(folder);
      return file(INDEX);
    },
  };
}

/** What may be given out, by its path from the folder. A link may lead anywhere, so only files themselves count. */
async function filesBelow(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined);
  return new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/')));
}
