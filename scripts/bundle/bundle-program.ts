import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { rolldown, type OutputChunk } from 'rolldown';
import { beyondAscii } from './ascii.ts';
import { builtinsPlugin } from './builtins.ts';
import { circleAmong } from './circles.ts';
import { edited } from './edits.ts';
import { lazyConstants } from './lazy-constants.ts';
import { lazySchemasPlugin } from './lazy-schemas.ts';
import { placesPlugin } from './places.ts';

const { RECORD, SOURCES } = createRequire(import.meta.url)('../../bin/program-file.cjs') as { RECORD: string; SOURCES: string };

/** What is large, seldom needed, or reads files of its own package stays where npm put it. */
const LEFT_IN_PLACE = [/^sharp/, /^tesseract/, /^@tesseract/, /^unpdf/, /^mammoth/, /tree-sitter/, /quickjs/, /^@modelcontextprotocol/, /^ajv/, /^re2js/, /^gpt-tokenizer/];

/** What a stack is told by in terms of the sources. */
const WITH_PLACES = { sourcemap: true };

/** Changes of these make another program too: what packages there are, and how it is put together. */
const alsoMadeOf = (root: string): readonly string[] => ['package-lock.json', ...readdirSync(join(root, HOW)).toSorted().map((name) => join(HOW, name))];
const HOW = join('scripts', 'bundle');

/** A process may still load parts of the program that it was started from; after a day no run of it is left. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Puts a module and all that it reaches together into a few files without types. What is started in a thread or process of
 * its own is put together apart from it, so that it loads its own needs only. Answers with the sources that went in.
 */
export async function bundle({ root, entry, folder }: { readonly root: string; readonly entry: string; readonly folder: string }): Promise<readonly string[]> {
  const sources = new Set<string>();
  const known = new Set<string>();
  const waiting = new Set<string>();
  const onStarted = (module: string): void => {
    if (!known.has(module)) waiting.add(module);
  };
  let builds = 0;
  const build = async (modules: readonly string[], nameOf: (module: string) => string): Promise<void> => {
    // Two builds may share a file, and each puts off in it what its own files ask for later.
    builds += 1;
    const bundling = await rolldown({
      cwd: root,
      input: Object.fromEntries(modules.map((module) => [nameOf(module), module])),
      platform: 'node',
      external: LEFT_IN_PLACE,
      plugins: [builtinsPlugin(), lazySchemasPlugin(), placesPlugin(root, folder, onStarted)],
      logLevel: 'silent',
      // With it files loaded one another in a circle: what two of them share was put into one of the two.
      experimental: { chunkOptimization: { mergeCommonChunks: false } },
    });
    const { output } = await bundling.generate({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: `[name]-[hash]-${builds}.js`, ...WITH_PLACES, minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } });
    await bundling.close();
    const chunks = output.filter((part) => part.type === 'chunk');
    const circle = circleAmong(chunks);
    if (circle !== undefined) throw new TypeError(`the program falls into files that load one another in a circle: ${circle.join(' > ')}`);
    for (const { modules: made } of chunks) for (const module of Object.keys(made)) if (isOurs(module)) sources.add(module);
    writeFiles(folder, chunks);
  };
  const isOurs = (module: string): boolean => module.startsWith(`${root}${sep}`) && !module.includes(`${sep}node_modules${sep}`);
  await build([join(root, entry)], () => 'program');
  while (waiting.size > 0) {
    // Those of one folder work together: one of them may load another.
    const [first = ''] = waiting;
    const together = [...waiting].filter((module) => dirname(module) === dirname(first));
    for (const module of together) {
      waiting.delete(module);
      known.add(module);
    }
    await build(together, (module) => basename(module, '.ts'));
  }
  const names = [...known].map((module) => basename(module));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new TypeError(`two modules that are started are called ${twice}`);
  return [...sources].toSorted();
}

/** Of a file that was made of no source. */
const NO_PLACES = { version: 3, sources: [] as string[], names: [] as string[], mappings: '' };

function writeFiles(folder: string, chunks: readonly OutputChunk[]): void {
  mkdirSync(folder, { recursive: true });
  const files = chunks.map(({ fileName, code, map, isEntry }) => ({ fileName, code, map: map === null ? NO_PLACES : { ...map }, isEntry }));
  const edits = lazyConstants(files);
  for (const { fileName, code, map } of files) {
    const lazy = edited(code, map, edits.get(fileName) ?? []);
    const ascii = edited(lazy.code, lazy.places, beyondAscii(lazy.code));
    writeFileSync(join(folder, fileName), ascii.code);
    writeFileSync(join(folder, `${fileName}.map`), JSON.stringify(ascii.places));
  }
}

/** Puts the program of this package together and records of what it was made; `bin/program-file.cjs` reads that. */
export async function bundleProgram(root: string): Promise<string> {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  const partial = join(dist, `partial-${process.pid}`);
  const startedAtMs = Date.now();
  try {
    const sources = await bundle({ root, entry: SOURCES, folder: partial });
    const files = [...sources.map((source) => relative(root, source)), ...alsoMadeOf(root)].map((file) => recorded(root, file, startedAtMs));
    const folder = join(dist, `program-${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)}`);
    if (!existsSync(folder)) renameSync(partial, folder);
    const program = relative(root, join(folder, 'program.js'));
    writeFileSync(join(dist, `record-${process.pid}`), JSON.stringify({ program, files }));
    renameSync(join(dist, `record-${process.pid}`), join(root, RECORD));
    removeOld(dist, folder);
    return join(root, program);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** How a file is told from a later state of it; what was changed while it was read may have been read before or after. */
function recorded(root: string, file: string, startedAtMs: number): readonly [string, number, number] {
  const { size, mtimeMs } = statSync(join(root, file));
  if (mtimeMs >= startedAtMs) throw new TypeError(`${file} was changed while it was read`);
  return [file, size, mtimeMs];
}

function removeOld(dist: string, current: string): void {
  for (const name of readdirSync(dist)) {
    const folder = join(dist, name);
    const isOld = name.startsWith('program-') && folder !== current && Date.now() - statSync(folder).mtimeMs > KEPT_MS;
    if (isOld) rmSync(folder, { recursive: true, force: true });
  }
}
