import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { primaryTarget, targetOfInput } from './primary-target.ts';

describe('what a call is aimed at', () => {
  it.each([
    [{ path: 'notes.md', old_text: 'a' }, 'notes.md'],
    [{ pattern: '**/*.ts', path: 'src' }, '**/*.ts'],
    [{ command: 'make all', working_folder: 'build' }, 'make all'],
    [{ url: 'https://example.org/a', query: 'b' }, 'https://example.org/a'],
    [{ zeta: 'last', alpha: 'first', count: 3 }, 'first'],
    [{ path: '.', repo_path: './', zeta: ' ' }, undefined],
    [{ process_id: 3 }, undefined],
  ])('is told by its most telling argument: %j', verifies('KEL-CTRL-05'), (given, target) => {
    expect(primaryTarget(given)).toBe(target);
    expect(targetOfInput(JSON.stringify(given))).toBe(target);
  });

  it('is the input as it stands when that is no object', verifies('KEL-CTRL-05'), () => {
    expect(['{"path":"a[… 9 characters …]', '["a"]', 'null'].map(targetOfInput)).toEqual(['{"path":"a[… 9 characters …]', '["a"]', 'null']);
  });
});
