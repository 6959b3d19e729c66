import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

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
  const [dist, sources] = [join(root, 'dist'), JSON.stringify(sourcesOf(root))];
  if (isMadeOf(dist, sources)) return false;
  mkdirSync(dist, { recursive: true });
  // Threads of one process may build at once, so its number would not tell them apart.
  const partial = mkdtempSync(join(dist, 'web-partial-'));
  try {
    await makePage(root, join(partial, 'new'));
    // Somebody else may have put the same there meanwhile; then it stays, since a server may be giving it out.
    if (isMadeOf(dist, sources)) return false;
    if (existsSync(join(dist, PAGE))) renameSync(join(dist, PAGE), join(partial, 'old'));
    renameSync(join(partial, 'new'), join(dist, PAGE));
    writeFileSync(join(dist, RECORD), sources);
    return true;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Makes the page as people get it, whoever asks: builders go by this variable, and a test has set it otherwise. */
export async function makePage(root: string, outDir: string, plugins: Plugin[] = []): Promise<void> {
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error', plugins, build: { outDir, emptyOutDir: true } });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

const PAGE = 'web';

function isMadeOf(dist: string, sources: string): boolean {
  return existsSync(join(dist, PAGE)) && existsSync(join(dist, RECORD)) && readFileSync(join(dist, RECORD), 'utf8') === sources;
}
