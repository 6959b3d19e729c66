import { describe, expect, it } from 'vitest';
import { read, shell } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { MadeCall } from '../work.ts';
import { toldUnopened } from './told-unopened.ts';
import type { SeenFile } from './whole-work.ts';

const FILES = ['rules/old.md', 'rules/new.md'].map((path): SeenFile => ({ path, now: 'x\n', before: 'x\n', isThere: true, hasChanged: false }));
const against = (asked: string, output: string, calls: readonly MadeCall[] = [read('rules/old.md', 'x')]): number => toldUnopened({ asked, criteria: [], outputs: [output], unsure: [], calls, files: FILES }).map(({ why }) => why).length;
const ASKED = 'May dogs swim here? rules/old.md holds unless rules/new.md says otherwise.';

describe('a file from which a question is answered', () => {
  it.each([
    [ASKED, 'They may; rules/new.md says nothing else.', 1],
    ['What does a boat cost? Prices are in rules/old.md, and rules/new.md has the rebates.', 'It costs 40, and rules/new.md gives no rebate.', 1],
    [ASKED, 'By rules/old.md they may. I did not open rules/new.md.', 0],
    [ASKED, 'They may.', 0],
    ['May dogs swim here? Leave rules/new.md as it is.', 'They may, and rules/new.md is untouched.', 0],
    ['Put the rules of rules/old.md in order. rules/new.md is an example.', 'It is in the order of rules/new.md.', 0],
  ])('was opened: %s %s', verifies('KEL-LIE-145'), (asked, output, objections) => {
    expect(against(asked, output)).toBe(objections);
  });

  it('may have been opened by a search or a program', verifies('KEL-LIE-145'), () => {
    expect(against(ASKED, 'They may; rules/new.md says nothing else.', [shell('grep -rn dogs rules', { stdout: 'rules/new.md:1: dogs' })])).toBe(0);
    expect(against(ASKED, 'They may; rules/new.md says nothing else.', [shell('python3 merge.py')])).toBe(0);
  });

  it('is there, and was not written by this run', verifies('KEL-LIE-145'), () => {
    const [old, fresh] = FILES.map((file) => ({ ...file }));
    const told = (files: readonly (SeenFile | undefined)[]): number => toldUnopened({ asked: ASKED, criteria: [], outputs: ['They may; rules/new.md says nothing else.'], unsure: [], calls: [read('rules/old.md', 'x')], files: files.filter((file) => file !== undefined) }).length;
    expect([told([old, fresh]), told([old]), told([old, fresh && { ...fresh, isThere: false }]), told([old, fresh && { ...fresh, hasChanged: true }])]).toEqual([1, 0, 0, 0]);
  });
});
