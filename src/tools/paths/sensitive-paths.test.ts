import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { coversPath, foldName, foldPath, leadsTo, matchesName, nameGlob, namePattern } from './name-patterns.ts';
import { CODE_RUNNING_NAMES, HARMLESS_NAMES, SECRET_NAMES } from './sensitive-names.ts';
import { sensitivityOf } from './sensitive-paths.ts';

const example = (pattern: string): string => pattern.replaceAll('*', 'x').replace(/\/$/, '');

describe('names that are asked about', () => {
  it.each(SECRET_NAMES)('asks before anything is done with %s, however it is written', verifies('KEL-PATH-03'), (pattern) => {
    const path = `some/where/${example(pattern)}`;
    for (const written of [path, path.toUpperCase(), `${path}.`, `${path} `]) {
      expect([sensitivityOf('read', written, []), sensitivityOf('stat', written, []), sensitivityOf('write', written, [])]).toEqual(['secret', 'secret', 'secret']);
    }
  });

  it.each(CODE_RUNNING_NAMES)('asks before %s is changed', verifies('KEL-PATH-03', 'MAH-4B-2'), (pattern) => {
    const path = `some/where/${example(pattern)}`;
    expect(['write', 'delete', 'rename', 'create_directory'].map((op) => sensitivityOf(op as 'write', path, []) ?? 'not asked')).not.toContain('not asked');
  });

  it.each(HARMLESS_NAMES)('lets everybody read and write %s', (pattern) => {
    expect([sensitivityOf('read', `a/${example(pattern)}`, []), sensitivityOf('write', `a/${example(pattern)}`, [])]).toEqual([undefined, undefined]);
  });

  it('asks about an example that lies among secrets', () => {
    expect(sensitivityOf('read', '.ssh/id_rsa.pub', [])).toBe('secret');
  });

  it('asks about whole folders when they are moved or removed, not when something else is put beside', verifies('KEL-PATH-03'), () => {
    expect([sensitivityOf('rename', '.docker', []), sensitivityOf('write', '.docker', [])]).toEqual(['secret', undefined]);
    expect([sensitivityOf('rename', '.zed', []), sensitivityOf('delete', '.github', []), sensitivityOf('create_directory', '.vscode', []), sensitivityOf('write', '.vscode/readme.md', [])]).toEqual([
      'runs_code', 'runs_code', undefined, undefined,
    ]);
  });

  it('knows the secrets of git wherever a repository lies', verifies('KEL-PATH-03'), () => {
    expect(['.git/config', '.git/modules/lib/config', 'x.git/config', '.git/worktrees/w/config.worktree', '.git/HEAD'].map((path) => sensitivityOf('read', path, []))).toEqual([
      'secret', 'secret', 'secret', 'secret', undefined,
    ]);
    expect([sensitivityOf('write', 'sub/HEAD', []), sensitivityOf('create_directory', 'head', []), sensitivityOf('write', 'head/x.ts', [])]).toEqual(['runs_code', undefined, undefined]);
  });
});

describe('folding names', () => {
  it.each([
    ['.ENV', '.env'], ['.env.', '.env'], ['.env  ..', '.env'], ['.env::$DATA', '.env'], ['.g\u200cit', '.git'], ['\uff0eGIT', '.git'],
    ['.\u017fsh', '.ssh'], ['GIT~1', '.git'], ['git~12', '.git'], ['git~', 'git~'], ['...', '.'], [':x', ':x'], ['cafe\u0301', 'caf\u00e9'], ['.\u{E0065}env', '.env'],
  ])('reads %j as %j', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it('cuts a path where a careless reader would', () => {
    expect(foldPath('a/./B\uff0f.ENV/')).toEqual(['a', 'b', '.env']);
  });

  it('comes to rest: a folded name folds to itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      fc.pre(!foldName(name).includes('/'));
      expect(foldName(foldName(name))).toBe(foldName(name));
    }));
  });
});

describe('patterns of names', () => {
  it('stands for exactly what the stars stand for', () => {
    const oracle = (name: string, glob: string): boolean => new RegExp(`^${glob.split('*').map((part) => part.replaceAll('.', '\\.')).join('.*')}$`).test(name);
    const letters = fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 8 }).map((parts) => parts.join(''));
    const globs = fc.array(fc.constantFrom('a', 'b', '.', '*'), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(fc.property(letters, globs, (name, glob) => matchesName(name, nameGlob(glob)) === oracle(name, glob)), { numRuns: 2_000 });
  });

  it('tells a file from a folder', () => {
    expect([
      coversPath(namePattern('.ssh/'), ['a', '.ssh', 'config']), coversPath(namePattern('.ssh'), ['a', '.ssh', 'config']), coversPath(namePattern('x/y'), ['x', 'y']),
      coversPath(namePattern('x/y'), ['y']), coversPath(namePattern(''), ['a']), leadsTo(namePattern('a/b/c'), ['x', 'a', 'b']), leadsTo(namePattern('a/b/c'), ['a', 'b', 'c']), leadsTo(namePattern('a/b'), ['a', 'x']),
    ]).toEqual([true, false, true, false, false, true, false, false]);
  });
});
