import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { intentText } from './cancel.ts';

describe('a step that is not done any more', () => {
  it('is told in plain words', verifies('KEL-WATCH-10'), () => {
    expect(['plan/perceive/ask-1/try-1', 'plan/1/try-1/ask-1', 'execute/1/2/attempt-1/turn-3/model', 'execute/1/2/attempt-1/turn-3/tool-1', 'execute/turn-2/model', 'execute/1/2/judge-1/ask-1', 'review/1/judge', 'delete b.txt', 'execute/1/2/tools'].map(intentText)).toEqual([
      'the answer of the model that reads the task',
      'the answer of the model that plans',
      'the answer of the model in turn 3 of subtask 2',
      'a call of a tool in turn 3 of subtask 2',
      'the answer of the model in turn 2',
      'the answer of the model that judges',
      'the answer of the model that judges',
      'delete b.txt',
      'execute/1/2/tools',
    ]);
  });
});
