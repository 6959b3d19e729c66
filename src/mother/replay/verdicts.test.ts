import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { comparedVerdicts, lastVerdicts } from './verdicts.ts';

describe('how criteria were judged', () => {
  it('is set side by side, each criterion of either side once', verifies('KEL-REPLAY-10'), () => {
    expect(comparedVerdicts(new Map([['a', 'pass'], ['b', 'fail']]), new Map([['c', 'pass'], ['b', 'pass']]))).toEqual([
      { criterion: 'a', original: 'pass', replayed: null },
      { criterion: 'b', original: 'fail', replayed: 'pass' },
      { criterion: 'c', original: null, replayed: 'pass' },
    ]);
  });

  it('is read from no other event, and not from one that was erased', verifies('KEL-REPLAY-10'), () => {
    expect(lastVerdicts([{ type: 'run.started', payload: {} }, { type: 'run.subtask_judged', payload: null }])).toEqual(new Map());
  });
});
