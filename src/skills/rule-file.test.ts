import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { concerns, readRule } from './rule-file.ts';

const rule = (...head: string[]) => readRule(['---', ...head, '---', '', 'Write tests first.', ''].join('\n'));

describe('a rule file', () => {
  it('says which paths it is for, as a list or in a line, under either name', verifies('KEL-SESSION-05'), () => {
    expect(rule('paths:', '  - src/**/*.ts', '  - "web/*.css"')).toEqual({ text: 'Write tests first.\n', paths: ['src/**/*.ts', 'web/*.css'] });
    expect(rule('paths: src/**/*.{ts,tsx}, docs/').paths).toEqual(['src/**/*.{ts,tsx}', 'docs/']);
    expect(rule('globs: "*.py"', 'description: For Python').paths).toEqual(['*.py']);
  });

  it('is for everything when it names no paths', verifies('KEL-SESSION-05'), () => {
    expect([readRule('Be brief.'), rule('description: x').paths]).toEqual([{ text: 'Be brief.', paths: [] }, []]);
    expect([concerns(readRule('Be brief.'), 'a/b.txt'), concerns(rule('paths: src/**'), 'docs/a.md')]).toEqual([true, false]);
  });

  it('matches as people mean it', verifies('KEL-SESSION-05'), () => {
    const ts = rule('paths: src/**/*.{ts,tsx}, docs/');
    expect(['src/a.ts', 'src/deep/er/a.tsx', 'docs/a.md', 'src/a.js', 'a.ts'].map((path) => concerns(ts, path))).toEqual([true, true, true, false, false]);
  });

  it('is told as it is, and for everything, when its head cannot be read', verifies('KEL-SESSION-05'), () => {
    for (const broken of ['---\n- [\n---\nText.', '---\npaths: 3\n---\nText.', '---\nnever closed']) expect([readRule(broken), concerns(readRule(broken), 'x')]).toEqual([{ text: broken, paths: [] }, true]);
    const wide = rule(`paths: "${'{a,b}'.repeat(12)}"`);
    expect(concerns(wide, 'x')).toBe(true);
  });
});
