import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What the page is made of, apart from the packages, which the lock file names. The types of the contracts leave nothing in it. */
const MADE_OF = ['web', join('src', 'client'), 'package-lock.json'];
/** Says of what the page that lies there was made. */
const RECORD = 'page.json';

type Recorded = readonly [file: string, size: number, changedMs: number];

/** Every file that the page is made of, as it is now. */
function sourcesOf(root: string): readonly Recorded[] {
  const files = MADE_OF.flatMap((start) => {
    if (!statSync(join(root, start)).isDirectory()) return [start];
    return readdirSync(join(root, start), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  });
  return files.toSorted().map((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return [file, size, mtimeMs];
  });
}

/** Builds the page where that has not been done for these very sources. Answers whether it was built now. */
export async function buildPage(root: string): Promise<boolean> {
  const folder = join(root, 'dist', 'web');
  const record = join(root, 'dist', RECORD);
  const sources = JSON.stringify(sourcesOf(root));
  if (existsSync(folder) && existsSync(record) && readFileSync(record, 'utf8') === sources) return false;
  const partial = join(root, 'dist', `web-partial-${process.pid}`);
  try {
    await asPeopleGetIt(() => build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error', build: { outDir: partial } }));
    // A server that gives the old one out meanwhile has read what it needs, or lists the new one with the next page.
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    writeFileSync(record, sources);
    return true;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** A builder goes by this variable whether it makes what people get or what programmers look into; a test has set it otherwise. */
async function asPeopleGetIt(work: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
