import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { findCycle, importsOf } from './imports.ts';
import { MODULES, OVERLONG_FILES } from './module-table.ts';
import {
  bannedTextFaults,
  importFault,
  lengthFault,
  moduleTableMarkdown,
  nameFault,
  packageFault,
  readmeFaults,
} from './rules.ts';
import { ROOT, sourceFiles } from './source-files.ts';

const files = sourceFiles(['src', 'test', 'bench', 'scripts'], '.ts');
const pageFiles = [...sourceFiles(['web/src'], '.ts'), ...sourceFiles(['web/src'], '.tsx')];
const product = files.filter((file) => file.path.startsWith('src/'));
const edges = files.flatMap(importsOf);
const present = (faults: (string | undefined)[]): string[] => faults.filter((fault) => fault !== undefined);
const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

describe('the tree', () => {
  it('imports only lower ranks, through index.ts', verifies('KEL-REPO-01'), () => {
    expect(present(edges.map((edge) => importFault(edge, MODULES)))).toEqual([]);
  });

  it('has no import cycle', verifies('KEL-REPO-02'), () => {
    expect(findCycle(edges)).toBeUndefined();
    expect(findCycle(pageFiles.flatMap(importsOf))).toBeUndefined();
  });

  it('imports in product code only what the package depends on', () => {
    const runtime = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
    expect(present(edges.map((edge) => packageFault(edge, runtime)))).toEqual([]);
  });

  it('keeps every file within the line cap', () => {
    expect(present([...files, ...pageFiles].map((file) => lengthFault(file, OVERLONG_FILES)))).toEqual([]);
    const gone = Object.keys(OVERLONG_FILES).filter((path) => !files.some((file) => file.path === path));
    expect(gone).toEqual([]);
  });

  it('contains no banned text', () => {
    expect([...files, ...pageFiles].flatMap(bannedTextFaults)).toEqual([]);
  });

  it('names files after what they hold', () => {
    expect(present([...files, ...pageFiles].map((file) => nameFault(file.path)))).toEqual([]);
  });

  it('has a README with the agreed headings in every module that exists', () => {
    const names = [...new Set(product.map((file) => file.path.split('/')[1] ?? ''))];
    const readmes = names.map((name) => ({ path: `src/${name}/README.md`, file: join(ROOT, 'src', name, 'README.md') }));
    expect(readmes.filter(({ file }) => !existsSync(file)).map(({ path }) => path)).toEqual([]);
    const faults = readmes.flatMap(({ path, file }) =>
      readmeFaults({ path, text: readFileSync(file, 'utf8') }, (test) => existsSync(join(ROOT, test))),
    );
    expect(faults).toEqual([]);
  });

  it('shows the module table of this folder in the README', verifies('KEL-REPO-04'), () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(moduleTableMarkdown(MODULES));
  });

  it('carries no download address in the lock file', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const addresses = Object.values(lock.packages).flatMap((entry) => entry.resolved ?? []);
    expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
  });
});
