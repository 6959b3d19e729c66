import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { TOOL_OUTPUT_SHOWN_CHARS_MAX } from '../../contracts/index.ts';
import { endedCall, shownCall, wouldChange } from './tool-calls.ts';

const call = (toolId: string, given: Record<string, string>) => ({ tool_id: toolId, arguments: given, intentions: [], workspace: '/w' }) as never;
const outcome = (more: object) => ({ status: 'completed', shown: { text: 'ok', total_chars: 2, whole: null }, error: null, changes: [], ...more }) as never;

describe('a call as an editor shows it', () => {
  it('has a kind and places', verifies('KEL-ACP-02'), () => {
    expect([call('read_file', { path: 'a' }), call('move_files', { from: 'a', to: 'b' }), call('shell', { command: 'ls' }), call('mcp__x__y', {})].map(shownCall).map(({ kind, locations }) => [kind, locations?.map(({ path }) => path)])).toEqual([
      ['read', ['/w/a']],
      ['move', ['/w/a', '/w/b']],
      ['execute', []],
      ['other', []],
    ]);
  });

  it('shows a change as a diff only where it is known what was there before', verifies('KEL-ACP-02'), () => {
    const write = call('write_file', { path: 'a', content: 'new' });
    expect(wouldChange(write, undefined)).toEqual([{ type: 'content', content: { type: 'text', text: 'new' } }]);
    expect(wouldChange(write, 'old')).toEqual([{ type: 'diff', path: '/w/a', oldText: 'old', newText: 'new' }]);
    expect(wouldChange(call('edit_file', { path: 'a', old_text: 'x', new_text: 'y' }), undefined)).toEqual([{ type: 'diff', path: '/w/a', oldText: 'x', newText: 'y' }]);
    expect(wouldChange(call('shell', { command: 'ls' }), undefined)).toEqual([]);
  });

  it('ends with what it gave back, or with why it did not', verifies('KEL-ACP-02'), () => {
    expect(endedCall(outcome({}), undefined)).toEqual({ status: 'completed', content: [{ type: 'content', content: { type: 'text', text: 'ok' } }] });
    expect(endedCall(outcome({ status: 'truncated', shown: { text: 'x'.repeat(TOOL_OUTPUT_SHOWN_CHARS_MAX), total_chars: 9_999, whole: null } }), undefined).status).toBe('completed');
    expect(endedCall(outcome({ status: 'failed', error: { code: 'path.missing', message: 'Not there.', next_step: 'Look again.', data: {} } }), undefined)).toEqual({ status: 'failed', content: [{ type: 'content', content: { type: 'text', text: 'Not there.\nLook again.' } }] });
  });
});
