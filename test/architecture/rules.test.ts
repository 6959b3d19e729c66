import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { findCycle, importsOf } from './imports.ts';
import { bannedTextFaults, importFault, lengthFault, moduleTableMarkdown, nameFault, packageFault, readmeFaults } from './rules.ts';
import type { ModuleRow } from './module-table.ts';

const modules: ModuleRow[] = [
  { rank: 0, name: 'low', owns: 'the ground' },
  { rank: 1, name: 'mid', owns: 'the middle' },
  { rank: 1, name: 'peer', owns: 'beside the middle' },
  { rank: 2, name: 'shy', owns: 'little', sees: ['low'] },
  { rank: 2, name: 'kept', owns: 'secrets', seenBy: ['top'] },
  { rank: 3, name: 'top', owns: 'everything' },
];

const fault = (path: string, text: string): (string | undefined)[] =>
  importsOf({ path, text }).map((edge) => importFault(edge, modules));

describe('the import rule', () => {
  it('lets a module import a lower rank through its index', verifies('KEL-REPO-01'), () => {
    expect(fault('src/mid/a.ts', "import { x } from '../low/index.ts';")).toEqual([undefined]);
    expect(fault('src/top/a.ts', "import { x } from '../kept/index.ts';")).toEqual([undefined]);
    expect(fault('src/mid/a.ts', "import { x } from './b.ts'; import y from 'zod';")).toEqual([undefined, undefined]);
  });

  it.each([
    ['a higher rank', 'src/low/a.ts', "import { x } from '../mid/index.ts';", 'low (rank 0) may not import mid (rank 1)'],
    ['the same rank', 'src/mid/a.ts', "import { x } from '../peer/index.ts';", 'mid (rank 1) may not import peer (rank 1)'],
    ['a side door', 'src/mid/a.ts', "import { x } from '../low/inner.ts';", 'enter low through its index.ts'],
    ['a module outside its sight', 'src/shy/a.ts', "import { x } from '../mid/index.ts';", 'shy sees only low, not mid'],
    ['a module kept for others', 'src/top2/a.ts', "import { x } from '../kept/index.ts';", 'no module "top2"'],
    ['an unknown module', 'src/mid/a.ts', "import { x } from '../nowhere/index.ts';", 'no module "nowhere"'],
    ['a path without its ending', 'src/mid/a.ts', "import { x } from '../low/index';", 'with its file ending'],
    ['something computed', 'src/mid/a.ts', 'await import(name);', 'not a string literal'],
    ['test code', 'src/mid/a.ts', "import { x } from '../../test/x.ts';", 'not product code'],
    ['higher, dynamically', 'src/low/a.ts', "const m = await import('../mid/index.ts');", 'may not import mid'],
    ['higher, for its side effect', 'src/low/a.ts', "import '../mid/index.ts';", 'may not import mid'],
    ['higher, by re-export', 'src/low/a.ts', "export * from '../mid/index.ts';", 'may not import mid'],
    ['higher, in a type', 'src/low/a.ts', "type T = import('../mid/index.ts').T;", 'may not import mid'],
  ])('refuses %s', verifies('KEL-REPO-01'), (_what, path, text, message) => {
    const faults = fault(path, text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(message);
  });

  it('refuses a reserved module to all but its keepers', verifies('KEL-REPO-01'), () => {
    const table: ModuleRow[] = [...modules, { rank: 4, name: 'other', owns: 'more' }];
    const [edge] = importsOf({ path: 'src/other/a.ts', text: "import '../kept/index.ts';" });
    expect(edge && importFault(edge, table)).toBe('src/other/a.ts: only top may import kept');
  });

  it('names everything that a module sees, or that sees it', verifies('KEL-REPO-01'), () => {
    const table: ModuleRow[] = [
      ...modules,
      { rank: 3, name: 'narrow', owns: 'x', sees: ['low', 'peer'] },
      { rank: 2, name: 'shared', owns: 'x', seenBy: ['top', 'narrow'] },
    ];
    const messages = ['src/narrow/a.ts', 'src/other/a.ts'].map((path, at) => {
      const [edge] = importsOf({ path, text: `import '../${at === 0 ? 'mid' : 'shared'}/index.ts';` });
      return edge && importFault(edge, [...table, { rank: 4, name: 'other', owns: 'more' }]);
    });
    expect(messages).toEqual(['src/narrow/a.ts: narrow sees only low and peer, not mid', 'src/other/a.ts: only top and narrow may import shared']);
  });

  it('lets tests reach test code', () => {
    expect(fault('src/mid/a.test.ts', "import { x } from '../../test/x.ts';")).toEqual([undefined]);
  });
});

describe('the cycle rule', () => {
  const cycleOf = (sources: Record<string, string>): string[] | undefined =>
    findCycle(Object.entries(sources).flatMap(([path, text]) => importsOf({ path, text })));

  it('finds a cycle through static, dynamic and side-effect imports', verifies('KEL-REPO-02'), () => {
    expect(
      cycleOf({ 'src/a.ts': "import './b.ts';", 'src/b.ts': "const x = import('./c.ts');", 'src/c.ts': "export * from './a.ts';" }),
    ).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/a.ts']);
  });

  it('accepts a diamond', verifies('KEL-REPO-02'), () => {
    expect(
      cycleOf({ 'src/a.ts': "import './b.ts'; import './c.ts';", 'src/b.ts': "import './d.ts';", 'src/c.ts': "import './d.ts';" }),
    ).toBeUndefined();
  });
});

describe('the other rules', () => {
  it('refuses development packages in product code, not in tests', () => {
    const faultOf = (path: string, text: string) => importsOf({ path, text }).map((edge) => packageFault(edge, ['zod', '@scope/ok']));
    expect(faultOf('src/mid/a.ts', "import 'zod'; import '@scope/ok/sub'; import 'node:fs';")).toEqual([undefined, undefined, undefined]);
    expect(faultOf('src/mid/a.ts', "import 'vitest';")).toEqual(['src/mid/a.ts: vitest is not a runtime dependency of package.json']);
    expect(faultOf('src/mid/a.test.ts', "import 'vitest';")).toEqual([undefined]);
  });

  it('caps length, and only lets the ratchet turn down', verifies('KEL-REPO-03'), () => {
    const file = (lines: number) => ({ path: 'src/mid/a.ts', text: 'x\n'.repeat(lines) });
    expect(lengthFault(file(400), {})).toBeUndefined();
    expect(lengthFault(file(401), {})).toBe('src/mid/a.ts: 401 lines, at most 400');
    expect(lengthFault(file(450), { 'src/mid/a.ts': 450 })).toBeUndefined();
    expect(lengthFault(file(451), { 'src/mid/a.ts': 450 })).toBe('src/mid/a.ts: 451 lines, the ratchet allows 450');
    expect(lengthFault(file(449), { 'src/mid/a.ts': 450 })).toBe('src/mid/a.ts: 449 lines: lower its ratchet from 450');
    expect(lengthFault(file(400), { 'src/mid/a.ts': 450 })).toBe('src/mid/a.ts: 400 lines: take it off the ratchet list');
  });

  it('names the replacement of banned text, outside the places that may use it', verifies('KEL-REPO-05'), () => {
    const clock = 'const t = Date.now();';
    expect(bannedTextFaults({ path: 'src/ledger/a.ts', text: clock })).toEqual([
      'src/ledger/a.ts: "Date.now": take a Clock from kernel',
    ]);
    expect(bannedTextFaults({ path: 'src/kernel/clock.ts', text: clock })).toEqual([]);
    expect(bannedTextFaults({ path: 'src/ledger/a.test.ts', text: clock })).toEqual([]);
    expect(bannedTextFaults({ path: 'bench/a.ts', text: clock })).toEqual([]);
  });

  it('refuses names that say nothing, and names that are not kebab-case', () => {
    expect(nameFault('src/mid/string-utils.ts')).toContain('name it after what it holds');
    expect(nameFault('src/mid/FooBar.ts')).toContain('kebab-case');
    expect(nameFault('src/mid/stop-condition.test.ts')).toBeUndefined();
  });

  it('checks README headings, length and that each invariant names a test that exists', () => {
    const body = (invariant: string): string =>
      `# mid\n## Owns\nx\n## Does not own\nx\n## May import\nx\n## Invariants\n- ${invariant}\n## Start reading at\nx\n## To add a thing\nx\n`;
    const check = (text: string) => readmeFaults({ path: 'src/mid/README.md', text }, (path) => path === 'src/mid/a.test.ts');
    expect(check(body('It holds (`a.test.ts`).'))).toEqual([]);
    expect(check(body('It holds.'))).toEqual(['src/mid/README.md: this invariant names no test: - It holds.']);
    expect(check(body('It holds (`b.test.ts`).'))).toEqual(['src/mid/README.md: names a test that does not exist: b.test.ts']);
    expect(check(body('It holds (`a.test.ts`).') + 'x\n'.repeat(40))).toEqual(['src/mid/README.md: 53 lines, at most 40']);
    expect(check('# mid\n## Owns\n')[0]).toContain('headings are Owns');
  });

  it('renders the module table', verifies('KEL-REPO-04'), () => {
    expect(moduleTableMarkdown(modules.slice(0, 2))).toBe(
      '| rank | module | owns |\n|---|---|---|\n| 0 | `low` | the ground |\n| 1 | `mid` | the middle |',
    );
  });
});
