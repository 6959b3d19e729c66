import { z } from 'zod';
import { hasCode } from '../../../kernel/index.ts';
import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { PROJECT_FILE_BYTES_MAX } from './limits.ts';
import type { TestFormat } from './parse-counts.ts';

/** Those that the tool tells by name. A longer list would make it another tool, which runs that wait with this one would miss. */
export const NAMED_RUNNERS = ['npm', 'vitest', 'node', 'pytest', 'go', 'cargo', 'make'] as const;
export const TEST_RUNNERS = [...NAMED_RUNNERS, 'unittest'] as const;
export type TestRunner = (typeof TEST_RUNNERS)[number];

/** How each is started. All are told before, because which it will be is only known by looking. */
export const RUNNER_PROGRAMS: Readonly<Record<TestRunner, { readonly argv: readonly [string, ...string[]]; readonly formats: readonly TestFormat[] | null }>> = {
  npm: { argv: ['npm', 'test'], formats: null },
  vitest: { argv: ['npx', '--no-install', 'vitest', 'run'], formats: ['vitest'] },
  node: { argv: ['node', '--test'], formats: ['node'] },
  // Its cache would be left in the person's source tree.
  pytest: { argv: ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'], formats: ['pytest'] },
  unittest: { argv: ['python3', '-m', 'unittest'], formats: ['unittest'] },
  go: { argv: ['go', 'test', '-json', './...'], formats: ['go_json'] },
  cargo: { argv: ['cargo', 'test'], formats: ['cargo'] },
  make: { argv: ['make', 'test'], formats: null },
};

/** What files of a project are called that only pytest has. */
const PYTEST_FILES = ['pytest.ini', 'conftest.py', 'tests/conftest.py'];
const PYTEST_SECTIONS: readonly [path: string, section: string][] = [['pyproject.toml', '[tool.pytest'], ['setup.cfg', '[tool:pytest]'], ['tox.ini', '[pytest]']];

/** What npm writes into a new package: a script that only fails. */
const NO_TEST_SCRIPT = 'no test specified';

const PackageFile = z.looseObject({
  scripts: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

/** How the tests of a project are run, by what lies in its folder; null when that does not tell. */
export async function detectRunner(files: WorkspaceFiles, folder: string): Promise<TestRunner | null> {
  const text = async (path: string): Promise<string | null> => readProjectFile(files, `${folder}/${path}`);
  const packageText = await text('package.json');
  const ofPackage = packageText === null ? null : packageRunner(packageText);
  if (ofPackage !== null) return ofPackage;
  for (const path of PYTEST_FILES) if ((await text(path)) !== null) return 'pytest';
  for (const [path, section] of PYTEST_SECTIONS) if ((await text(path))?.includes(section)) return 'pytest';
  if ((await text('go.mod')) !== null) return 'go';
  if ((await text('Cargo.toml')) !== null) return 'cargo';
  for (const path of ['GNUmakefile', 'makefile', 'Makefile']) if (hasTestTarget(await text(path))) return 'make';
  if (await hasPythonTests(files, folder)) return (await areOfUnittest(files, folder)) ? 'unittest' : 'pytest';
  return packageText === null ? null : 'node';
}

function packageRunner(text: string): TestRunner | null {
  const { scripts, dependencies, devDependencies } = PackageFile.safeParse(parsed(text)).data ?? {};
  const test = scripts?.['test'];
  if (typeof test === 'string' && !test.includes(NO_TEST_SCRIPT)) return 'npm';
  return 'vitest' in { ...dependencies, ...devDependencies } ? 'vitest' : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasTestTarget(text: string | null): boolean {
  return text?.split('\n').some((line) => /^test ?:(?!=)/.test(line)) ?? false;
}

async function hasPythonTests(files: WorkspaceFiles, folder: string): Promise<boolean> {
  for (const path of [folder, `${folder}/tests`, `${folder}/test`]) {
    try {
      const { entries } = await files.list(path);
      if (entries.some(({ name, kind }) => kind === 'file' && isPythonTest(name))) return true;
    } catch (error) {
      if (!hasCode(error, 'path.missing') && !hasCode(error, 'path.wrong_kind')) throw error;
    }
  }
  return false;
}

/** What finds tests without being told where: those in the folder itself, each of a module that needs no other program. */
async function areOfUnittest(files: WorkspaceFiles, folder: string): Promise<boolean> {
  const { entries } = await files.list(folder);
  const names = entries.flatMap(({ name, kind }) => (kind === 'file' && isPythonTest(name) ? [name] : []));
  const isSplit = entries.some(({ name, kind }) => kind === 'directory' && (name === 'tests' || name === 'test'));
  const texts = await Promise.all(names.map((name) => readProjectFile(files, `${folder}/${name}`)));
  return !isSplit && names.length > 0 && names.every((name) => name.startsWith('test_')) && texts.every((text) => text !== null && /^\s*(?:import|from) unittest\b/m.test(text) && !text.includes('pytest'));
}

function isPythonTest(name: string): boolean {
  return name.endsWith('.py') && (name.startsWith('test_') || name.endsWith('_test.py'));
}

async function readProjectFile(files: WorkspaceFiles, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode((await files.read(path, { maxBytes: PROJECT_FILE_BYTES_MAX })).bytes);
  } catch (error) {
    if (hasCode(error, 'path.missing') || hasCode(error, 'path.wrong_kind')) return null;
    throw error;
  }
}
