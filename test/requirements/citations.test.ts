import { describe, expect, it } from 'vitest';
import { citationsIn } from './citations.ts';
import { verifies } from './verifies.ts';

describe('citationsIn', () => {
  it('collects every id of every call, by file', verifies('KEL-REQ-01'), () => {
    const cited = citationsIn([
      { path: 'a.test.ts', text: "it('x', verifies('A-1', 'A-2'), () => {}); it('y', verifies('A-1'), f);" },
      { path: 'b.test.ts', text: "describe('z', () => { it('x', verifies('A-2'), () => {}); });" },
      { path: 'c.test.ts', text: "it('no citation', () => { other('A-9'); });" },
    ]);
    expect([...cited]).toEqual([
      ['A-1', ['a.test.ts']],
      ['A-2', ['a.test.ts', 'b.test.ts']],
    ]);
  });

  it('does not read citations out of comments or strings', verifies('KEL-REQ-01'), () => {
    expect([...citationsIn([{ path: 'a.test.ts', text: "// verifies('A-1')\nconst s = \"verifies('A-2')\";" }])]).toEqual([]);
  });
});
