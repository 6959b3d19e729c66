import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { resultText } from './result-text.ts';

describe('a result in words', () => {
  it('is its text, what its subtasks came to, or its data', verifies('KEL-RUNUI-01'), () => {
    expect([null, 'It sails.\n', 7, { a: [1] }, []].map(resultText)).toEqual(['', 'It sails.\n', '7', '{\n  "a": [\n    1\n  ]\n}', '[]']);
    expect(resultText([{ subtask: 'find them', output: 'Two.\n' }, { subtask: 'count them', output: { n: 2 } }])).toBe('find them:\nTwo.\n\ncount them:\n{\n  "n": 2\n}');
    expect(resultText([{ subtask: 'find them', output: 'Two.', more: 1 }])).toBe('[\n  {\n    "subtask": "find them",\n    "output": "Two.",\n    "more": 1\n  }\n]');
  });
});
