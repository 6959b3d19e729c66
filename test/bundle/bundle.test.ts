import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, bundleProgram } from '../../scripts/bundle/bundle-program.ts';
import { verifies } from '../requirements/verifies.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const load = createRequire(import.meta.url);
const { programFile } = load('../../bin/program-file.cjs') as { programFile(root: string, environment?: Readonly<Record<string, string>>): string };
const { readableStack } = load('../../bin/readable-stack.cjs') as { readableStack(error: unknown): string };
/** Sources that are still being written are not put together; these were written long ago. */
const LONG_AGO = new Date(1_700_000_000_000);

/** The whole program is put together and started four times, perhaps on a busy machine. */
const WHOLE_PROGRAM_TIMEOUT_MS = 180_000;

interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd = ROOT): Said {
  const start = `import(${JSON.stringify(pathToFileURL(program).href)}).then(({ main }) => main(process.argv.slice(1))).catch((error) => {
    process.stderr.write(require(${JSON.stringify(join(ROOT, 'bin/readable-stack.cjs'))}).readableStack(error));
    process.exitCode = 70;
  })`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '-e', start, '--', ...args], { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } });
  return { status, stdout, stderr };
}

/** A package as small as one can be: a program, something that it reads, and something that it starts. */
const SMALL: Readonly<Record<string, string>> = {
  'package-lock.json': '{}',
  'words.txt': 'north–west',
  'src/main/index.ts': `import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { fail } from '../fail.ts';
const WORDS = new URL('../../words.txt', import.meta.url);
export async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'fail') fail();
  const [heard] = await once(new Worker(new URL('../threads/echo-thread.ts', import.meta.url), { workerData: 'south—east' }), 'message');
  process.stdout.write(\`\${readFileSync(WORDS, 'utf8')} \${heard as string}\`);
}
`,
  'src/fail.ts': `interface Nothing {}

export function fail(): Nothing {
  throw new TypeError('on purpose');
}
`,
  'src/threads/echo-thread.ts': `import { parentPort, workerData } from 'node:worker_threads';
parentPort?.postMessage(workerData);
`,
};

function smallPackage(folder: string): string {
  const files = { ...SMALL, ...Object.fromEntries(['ascii', 'builtins', 'bundle-program', 'places'].map((name) => [`scripts/bundle/${name}.ts`, ''])) };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    utimesSync(join(folder, file), LONG_AGO, LONG_AGO);
  }
  return folder;
}

describe('a package that was put together', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-bundle-')));
  const root = smallPackage(join(base, 'small'));
  const sources = join(root, 'src/main/index.ts');
  let program = '';
  beforeAll(async () => {
    expect(programFile(root)).toBe(sources);
    program = await bundleProgram(root);
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it('is the program from then on, and does what its sources do', verifies('KEL-FAST-40'), () => {
    expect(programFile(root)).toBe(program);
    expect(run(program, [])).toEqual({ status: 0, stdout: 'north–west south—east', stderr: '' });
    expect(run(sources, [])).toEqual({ status: 0, stdout: 'north–west south—east', stderr: '' });
  });

  it('gives way to its sources when one of them has another size, another time, or is gone', verifies('KEL-FAST-41'), () => {
    const file = join(root, 'src/fail.ts');
    const text = readFileSync(file, 'utf8');
    const states: Readonly<Record<string, () => void>> = {
      longer: () => (writeFileSync(file, `${text}\n`), utimesSync(file, LONG_AGO, LONG_AGO)),
      later: () => writeFileSync(file, text),
      gone: () => rmSync(file),
      'as it was': () => (writeFileSync(file, text), utimesSync(file, LONG_AGO, LONG_AGO)),
    };
    const found = Object.entries(states).map(([state, make]) => (make(), [state, programFile(root)]));
    expect(Object.fromEntries(found)).toEqual({ longer: sources, later: sources, gone: sources, 'as it was': program });
  });

  it('gives way to its sources when its record cannot be read or names nothing', verifies('KEL-FAST-41'), () => {
    const record = join(root, 'dist/program.json');
    const kept = readFileSync(record, 'utf8');
    const answers = ['{', '{"program":"dist/none.js","files":[]}', kept].map((text) => (writeFileSync(record, text), programFile(root)));
    expect(answers).toEqual([sources, sources, program]);
  });

  it('gives way to its sources for whoever asks for them', verifies('KEL-FAST-41'), () => {
    expect([programFile(root, { KEELSON_FROM_SOURCES: '1' }), programFile(root, { KEELSON_FROM_SOURCES: '0' })]).toEqual([sources, program]);
  });

  it('is taken as it is where it was installed, since unpacking gave its files other times', verifies('KEL-FAST-41'), () => {
    const installed = smallPackage(join(base, 'node_modules/small'));
    symlinkSync(join(root, 'dist'), join(installed, 'dist'));
    writeFileSync(join(installed, 'src/fail.ts'), 'unpacked now');
    expect(programFile(installed)).toBe(join(installed, relative(root, program)));
  });

  it('is not recorded when a source was changed while it was put together', verifies('KEL-FAST-41'), async () => {
    const edited = smallPackage(join(base, 'edited'));
    utimesSync(join(edited, 'src/fail.ts'), new Date(4_000_000_000_000), new Date(4_000_000_000_000));
    await expect(bundleProgram(edited)).rejects.toThrow('src/fail.ts was changed while it was read');
    expect(programFile(edited)).toBe(join(edited, 'src/main/index.ts'));
  });

  it('tells of a defect where it lies in the sources', verifies('KEL-FAST-42'), () => {
    const { status, stderr } = run(program, ['fail']);
    const [said, where] = stderr.split('\n');
    expect([status, said, where?.trim()]).toEqual([70, 'TypeError: on purpose', `at fail (${pathToFileURL(join(root, 'src/fail.ts')).href}:4:9)`]);
  });

  it.each(['no error at all', undefined, 'at main (file:///nowhere/program.js:1:2)'])('leaves a defect as it is that names nothing of the kind: %s', verifies('KEL-FAST-42'), (defect) => {
    expect(readableStack(defect)).toBe(String(defect));
  });
});

describe('this program, put together', () => {
  const folder = join(ROOT, 'dist', `test-${process.pid}`);
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-bundled-')));
  afterAll(() => {
    for (const made of [folder, home]) rmSync(made, { recursive: true, force: true });
  });

  it('answers as its sources do, also when a run is done', { timeout: WHOLE_PROGRAM_TIMEOUT_MS, ...verifies('KEL-FAST-40') }, async () => {
    await bundle({ root: ROOT, entry: 'src/main/index.ts', folder });
    const answers = (program: string, name: string): unknown[] => {
      const workspace = join(home, name, 'workspace');
      mkdirSync(workspace, { recursive: true });
      writeFileSync(join(workspace, 'tides.csv'), 'place,height\nDover,6\nBrest,7\n');
      const environment = { HOME: join(home, name), KEELSON_HOME: join(home, name, 'data'), OLLAMA_HOST: '127.0.0.1:9' };
      const { status, stdout, stderr } = run(program, ['run', 'count the rows of tides.csv', '--json'], environment, workspace);
      const lines = stdout.trim().split('\n').map((line) => JSON.parse(line) as { readonly type: string; readonly answer?: string });
      return [run(program, ['--help']), { status, stderr, types: lines.map(({ type }) => type), answer: lines.at(-1)?.answer }];
    };
    const [bundled, direct] = [answers(join(folder, 'program.js'), 'bundled'), answers(join(ROOT, 'src/main/index.ts'), 'direct')];
    expect(bundled).toEqual(direct);
    expect(bundled).toMatchObject([{ status: 0 }, { status: 0, answer: 'Rows in tides.csv: 2 (of 2 rows).\n\nMade without a model: query_table reckoned it, as a whole and in groups.' }]);
  });
});
