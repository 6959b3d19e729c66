import { describe, expect, it } from 'vitest';
import { circleAmong } from '../../scripts/bundle/circles.ts';
import { verifies } from '../requirements/verifies.ts';

const files = (imports: Readonly<Record<string, readonly string[]>>) => Object.entries(imports).map(([fileName, loads]) => ({ fileName, imports: loads }));

describe('the files of a bundle', () => {
  it('load one another in no circle, however many ways lead to one of them', verifies('KEL-FAST-40'), () => {
    expect(circleAmong(files({ program: ['run', 'ledger', 'sqlite'], run: ['ledger'], ledger: ['kernel'], kernel: [] }))).toBeUndefined();
  });

  it('are refused with the whole circle where they do', verifies('KEL-FAST-40'), () => {
    expect(circleAmong(files({ program: ['kernel', 'ledger'], kernel: [], ledger: ['kernel', 'commands'], commands: ['oversight'], oversight: ['ledger'] }))).toEqual(['ledger', 'commands', 'oversight', 'ledger']);
    expect(circleAmong(files({ alone: ['alone'] }))).toEqual(['alone', 'alone']);
  });
});
