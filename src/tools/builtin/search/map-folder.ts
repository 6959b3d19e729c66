import type { WalkedEntry, WorkspaceFiles } from '../../paths/workspace-files.ts';
import { visibleFiles } from './visible-files.ts';
import { MAP_FILES_MAX, MAP_NAMES_MAX } from './limits.ts';

/** Some of many: the first of them, and how many there are in all. */
export interface FirstOf<Item> {
  readonly first: readonly Item[];
  readonly total: number;
}

/** What a folder holds, without anything that lies in its files. */
export interface FolderMap {
  readonly files: number;
  /** By the ends of their names, most files first; empty for a name without one. */
  readonly kinds: FirstOf<{ readonly ending: string; readonly files: number }>;
  /** Of the first two levels, most files first; what lies further down counts for them. */
  readonly folders: FirstOf<{ readonly path: string; readonly files: number }>;
  /** What people read or programs look for first: the least deep first. */
  readonly notable: FirstOf<string>;
  readonly tests: { readonly files: number; readonly folders: FirstOf<string> };
  /** Folders that programs make again, and that nobody looked into. */
  readonly passedOver: FirstOf<string>;
  /** Files whose names stand for secrets. Not even the names are told. */
  readonly sensitiveFiles: number;
  /** There is more than was looked at. */
  readonly isCut: boolean;
}

/** Names that say what a project is, how it is built and what holds for it; in lower case. */
const NOTABLE: ReadonlySet<string> = new Set([
  'agents.md', 'claude.md', 'contributing.md', 'package.json', 'tsconfig.json', 'deno.json', 'pyproject.toml', 'requirements.txt', 'setup.py', 'setup.cfg', 'pipfile', 'environment.yml',
  'cargo.toml', 'go.mod', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'gemfile', 'composer.json', 'mix.exs', 'package.swift', 'cmakelists.txt', 'makefile', 'justfile', 'dockerfile', 'compose.yaml',
  'compose.yml', 'docker-compose.yaml', 'docker-compose.yml',
]);

const TEST_FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs']);
const LEVELS_COUNTED = 2;

/** What lies right in a folder, a slash behind what is one itself. Hidden names and those that stand for secrets are left out. */
export async function namesInFolder(files: WorkspaceFiles, folder: string, namesMax: number): Promise<{ names: string[]; more: boolean }> {
  const walk = files.walk({ under: folder, maxEntries: namesMax, enters: () => false });
  const names: string[] = [];
  let step = await walk.next();
  for (; !step.done; step = await walk.next()) {
    const { path, kind, isSensitive } = step.value;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!name.startsWith('.') && !isSensitive) names.push(kind === 'directory' ? `${name}/` : name);
  }
  return { names, more: step.value.isCut };
}

/** Looks through a folder for whoever has to plan work in it. Reads names, and never a file but those that say what to ignore. */
export async function mapFolder(files: WorkspaceFiles, signal: AbortSignal): Promise<FolderMap> {
  const [kinds, folders, tests] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const notable: string[] = [];
  let [seen, sensitiveFiles] = [0, 0];
  const walk = visibleFiles(files, { under: '.', includesIgnored: false, signal });
  let step = await walk.next();
  for (; !step.done && seen < MAP_FILES_MAX; step = await walk.next()) {
    const { path, isSensitive } = step.value;
    if (isSensitive) {
      sensitiveFiles += 1;
      continue;
    }
    seen += 1;
    const names = path.split('/');
    count(kinds, endingOf(names.at(-1) ?? ''));
    for (let depth = 1; depth <= Math.min(LEVELS_COUNTED, names.length - 1); depth += 1) count(folders, names.slice(0, depth).join('/'));
    if (isNotable(step.value)) notable.push(path);
    if (isTest(names)) count(tests, names.length === 1 ? '.' : (names[0] ?? '.'));
  }
  const { isCut, passedOver } = step.done ? step.value : { isCut: true, passedOver: [] };
  return {
    files: seen,
    kinds: firstOf(byCount(kinds).map(([ending, count]) => ({ ending, files: count }))),
    folders: firstOf(byCount(folders).map(([path, count]) => ({ path, files: count }))),
    notable: firstOf(notable.toSorted((left, right) => depthOf(left) - depthOf(right) || (left < right ? -1 : 1))),
    tests: { files: [...tests.values()].reduce((sum, one) => sum + one, 0), folders: firstOf(byCount(tests).map(([path]) => path)) },
    passedOver: firstOf(passedOver),
    sensitiveFiles,
    isCut,
  };
}

function isNotable({ path }: WalkedEntry): boolean {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  return NOTABLE.has(name) || name === 'readme' || name.startsWith('readme.');
}

/** In a folder for tests, or named as the tests of the common languages are. */
function isTest(names: readonly string[]): boolean {
  const name = (names.at(-1) ?? '').toLowerCase();
  return names.slice(0, -1).some((folder) => TEST_FOLDERS.has(folder.toLowerCase())) || name.includes('.test.') || name.includes('.spec.') || name.includes('_test.') || name.startsWith('test_');
}

/** A name that only begins with a dot has none. */
function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at).toLowerCase();
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The same folder gives the same map: equal counts stand in the order of their names. */
function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([left, more], [right, less]) => less - more || (left < right ? -1 : 1));
}

function firstOf<Item>(items: readonly Item[]): FirstOf<Item> {
  return { first: items.slice(0, MAP_NAMES_MAX), total: items.length };
}
