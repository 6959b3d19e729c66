import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { denialWords } from './denial-words.ts';

const denied = (reason: unknown, code = 'tool.approval_denied') => ({ code, message: 'User rejected tool execution: x', data: { tool_id: 'shell', reason } });

describe('a denial as a person reads it', () => {
  it('is the reason alone, without the name of a rule', verifies('KEL-SURF-03'), () => {
    expect(['use the test database', 'approval.denied_before: The same action was refused before: no', 'Note: not now', 'a.B: x', ': x', 'no rule'].map((reason) => denialWords(denied(reason)))).toEqual(['use the test database', 'The same action was refused before: no', 'Note: not now', 'a.B: x', ': x', 'no rule']);
  });

  it('is the message where there is no reason, or something else was the matter', verifies('KEL-SURF-03'), () => {
    expect([denied(''), denied(7), denied('x', 'path.missing')].map(denialWords)).toEqual(Array.from({ length: 3 }, () => 'User rejected tool execution: x'));
  });
});
