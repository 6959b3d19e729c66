import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { compileGlob } from './glob-pattern.ts';

const PATHS = ['a.ts', 'b.tsx', '.env', 'src/a.ts', 'src/b.js', 'src/deep/c.ts', 'src/.hidden/d.ts', 'src/[x].ts', 'docs/grün.md', 'src'];
const found = (pattern: string, matchesHidden = false): string[] => PATHS.filter(compileGlob(pattern, { toolId: 'glob', matchesHidden }));

describe('a glob', () => {
  it.each([
    ['*.ts', ['a.ts', 'src/a.ts', 'src/deep/c.ts', 'src/[x].ts']],
    ['./*.ts', ['a.ts']],
    ['src/*', ['src/a.ts', 'src/b.js', 'src/[x].ts']],
    ['src/**', ['src/a.ts', 'src/b.js', 'src/deep/c.ts', 'src/[x].ts']],
    ['src/', ['src/a.ts', 'src/b.js', 'src/deep/c.ts', 'src/[x].ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/deep/c.ts', 'src/[x].ts']],
    ['**/deep/**', ['src/deep/c.ts']],
    ['?.ts', ['a.ts', 'src/a.ts', 'src/deep/c.ts']],
    ['[!a-b].ts', ['src/deep/c.ts']],
    ['[^c].ts', ['a.ts', 'src/a.ts']],
    ['*/\\[x\\].ts', ['src/[x].ts']],
    ['{a,b}.{ts,tsx,js}', ['a.ts', 'b.tsx', 'src/a.ts', 'src/b.js']],
    ['src/{deep/{c,d},b}.*', ['src/b.js', 'src/deep/c.ts']],
    ['gr?n.md', ['docs/grün.md']],
    ['*', ['a.ts', 'b.tsx', 'src/a.ts', 'src/b.js', 'src/deep/c.ts', 'src/[x].ts', 'docs/grün.md', 'src']],
    ['.*', ['.env']],
    ['src/.hidden/*', ['src/.hidden/d.ts']],
    ['{a}.ts', []],
    ['[a.ts', []],
  ])('%s means what people mean by it', verifies('KEL-FTOOL-07'), (pattern, paths) => {
    expect(found(pattern)).toEqual(paths);
  });

  it('stands for names with a leading dot only when asked', verifies('KEL-FTOOL-07'), () => {
    expect(found('**/*.ts', true)).toEqual(['a.ts', 'src/a.ts', 'src/deep/c.ts', 'src/.hidden/d.ts', 'src/[x].ts']);
    expect(found('*env', true)).toEqual(['.env']);
    expect(found('*env')).toEqual([]);
  });

  it('takes no longer on a pattern and a name made to be slow', { ...verifies('KEL-FTOOL-07'), timeout: 5_000 }, () => {
    const matches = compileGlob(`${'*a'.repeat(200)}b`, { toolId: 'glob', matchesHidden: false });
    expect(matches('a'.repeat(5_000))).toBe(false);
    const many = compileGlob(`${'**/a/'.repeat(100)}b`, { toolId: 'glob', matchesHidden: false });
    expect(many('a/'.repeat(2_000))).toBe(false);
  });

  it('refuses braces that multiply without end', () => {
    expect(() => compileGlob('{a,b}'.repeat(9), { toolId: 'glob', matchesHidden: false })).toThrow('The braces of this pattern stand for more than 256 patterns.');
    expect(() => compileGlob('{a,b}'.repeat(190), { toolId: 'glob', matchesHidden: false })).toThrow('more than 256');
  });
});
