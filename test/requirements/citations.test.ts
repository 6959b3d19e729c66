import { describe, expect, it } from 'vitest';
import { citationsIn, patternOf } from './citations.ts';
import { verifies } from './verifies.ts';

describe('citationsIn', () => {
  it('collects every id of every citing test, with the file and the name', verifies('KEL-REQ-01'), () => {
    const cited = citationsIn([
      { path: 'a.test.ts', text: "it('x', verifies('A-1', 'A-2'), () => {}); it('y', verifies('A-1'), f);" },
      { path: 'b.test.ts', text: "describe('z', () => { it.each(rows)('x of %s', verifies('A-2'), () => {}); });" },
      { path: 'c.test.ts', text: "it('no citation', () => { other('A-9'); }); it(name, verifies('A-3'), f);" },
    ]);
    expect([...cited]).toEqual([
      ['A-1', [{ file: 'a.test.ts', namePattern: 'x' }, { file: 'a.test.ts', namePattern: 'y' }]],
      ['A-2', [{ file: 'a.test.ts', namePattern: 'x' }, { file: 'b.test.ts', namePattern: 'x of .*' }]],
      ['A-3', [{ file: 'c.test.ts', namePattern: '' }]],
    ]);
  });

  it('counts a shared suite for every file that runs it', verifies('KEL-REQ-01'), () => {
    const suite = { path: 'test/contract-suites/store.ts', text: "it('x', verifies('A-1'), f);" };
    const running = (path: string) => ({ path, text: "import { suite } from '../../test/contract-suites/store.ts';" });
    const cited = citationsIn([running('a.test.ts'), suite, { path: 'b.test.ts', text: '' }, running('c.test.ts')]);
    expect([...cited]).toEqual([['A-1', ['a.test.ts', 'c.test.ts'].map((file) => ({ file, namePattern: 'x' }))]]);
    const part = { path: 'test/contract-suites/part.ts', text: "it('y', verifies('A-2'), f);" };
    const whole = { ...suite, text: `import { part } from './part.ts'; ${suite.text}` };
    expect(citationsIn([running('a.test.ts'), whole, part]).get('A-2')).toEqual([{ file: 'a.test.ts', namePattern: 'y' }]);
  });

  it('does not take a skipped test, a comment or a text for a citation', verifies('KEL-REQ-01'), () => {
    const text = [
      "// it('x', verifies('A-1'), f)",
      'const s = "it(\'x\', verifies(\'A-2\'), f)";',
      "it.skip('x', verifies('A-3'), f);",
      "it.skip.each(rows)('x', verifies('A-4'), f);",
      "it.todo('x', verifies('A-5'));",
    ].join('\n');
    expect([...citationsIn([{ path: 'a.test.ts', text }])]).toEqual([]);
  });
});

describe('patternOf', () => {
  it('matches the name as written, and anything a table fills in', verifies('KEL-REQ-01'), () => {
    const matches = (name: string, shown: string): boolean => new RegExp(patternOf(name)).test(shown);
    expect(matches('reads (a.b)', 'group > reads (a.b)')).toBe(true);
    expect(matches('reads (a.b)', 'group > reads (axb)')).toBe(false);
    expect(matches('refuses %s twice', 'refuses a whole table twice')).toBe(true);
    expect(matches('still reads: $place', 'still reads: a.jsonl:3')).toBe(true);
    expect(matches('refuses %s twice', 'accepts x twice')).toBe(false);
  });
});
