import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { renaming } from './renaming.ts';

const asHere = renaming([['run_A', 'run_B'], ['/home/ada/work', '/home/ada/work-fork-1']]);

describe('names in a record', () => {
  it('become those that things have here, wherever they stand whole', verifies('KEL-FORK-03'), () => {
    expect(asHere({ 'run_A/x': ['/home/ada/work', 'cd /home/ada/work/src', 'In /home/ada/work.', 'file:///home/ada/work/a', '"/home/ada/work"'], n: 1, none: null, yes: true })).toEqual({
      'run_B/x': ['/home/ada/work-fork-1', 'cd /home/ada/work-fork-1/src', 'In /home/ada/work-fork-1.', 'file:///home/ada/work-fork-1/a', '"/home/ada/work-fork-1"'],
      n: 1,
      none: null,
      yes: true,
    });
  });

  it('are left alone where they are only a part of another name', verifies('KEL-FORK-03'), () => {
    const others = ['/home/ada/work-2', '/home/ada/work.old', '/home/ada/works', '/home/ada/work_1', '/mnt2/home/ada/workshop', 'run_AB', 'xrun_A', 'run_A9', 'run_A-1'];
    expect(asHere(others)).toEqual(others);
  });

  it('can be taken back, whatever the words between them', verifies('KEL-FORK-03'), () => {
    const back = renaming([['/new/place', '/old/place']]);
    const there = renaming([['/old/place', '/new/place']]);
    fc.assert(fc.property(fc.array(fc.oneof(fc.constant('/old/place'), fc.string().filter((text) => !text.includes('/new/place')))), (words) => {
      const text = words.join('');
      fc.pre(!text.includes('/new/place'));
      expect(back(there(text))).toBe(text);
    }));
  });
});
