import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { LAUNCHER } from '../support/keelson-home.ts';

/** Prints the address of every module that was loaded, when the program ends. */
const LISTENER = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write(loaded.join('\\n')));`;

let home: string;
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'keelson-loaded-'))));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function loadedBy(line: string, input = ''): { packages: string[]; modules: string[] } {
  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(LISTENER)}`, LAUNCHER, ...line.split(' ')], { input, cwd: home, encoding: 'utf8', env: { ...process.env, KEELSON_HOME: home, KEELSON_FROM_SOURCES: '1' } });
  expect(status).toBe(0);
  const unique = (names: (string | undefined)[]): string[] => [...new Set(names.flatMap((name) => (name === undefined ? [] : [name])))].sort();
  const urls = stderr.split('\n');
  return { packages: unique(urls.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1])), modules: unique(urls.map((url) => /\/src\/([^/]+)\//.exec(url)?.[1])) };
}

describe('what is loaded', () => {
  it('for help is the command line alone', verifies('KEL-TCLI-12'), () => {
    expect(loadedBy('--help')).toEqual({ packages: ['commander'], modules: ['cli', 'main'] });
  });

  it('holds no tools for a command that uses none', verifies('KEL-TCLI-12'), () => {
    expect(loadedBy('check text', '{"id":1,"input":"x"}').modules).not.toContain('tools');
  });

  it('holds none of the heavy libraries for a decision', verifies('KEL-TCLI-12'), () => {
    for (const kind of ['command', 'path', 'url']) expect(loadedBy(`check ${kind}`, '{"id":1,"input":"a"}').packages).toEqual(['commander', 'zod']);
  });

  it('holds none of the heavy libraries for the list of tools, only what checks their contracts', verifies('KEL-TCLI-12'), () => {
    const heavy = new Set(['@modelcontextprotocol/sdk', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'unpdf', 'mammoth', 'sharp', 'tesseract.js', 'web-tree-sitter', 'htmlparser2', 'csv-parse', 'ignore']);
    const { packages } = loadedBy('tools --json');
    expect(packages).toContain('zod');
    expect(packages.filter((name) => heavy.has(name))).toEqual([]);
  });
});
