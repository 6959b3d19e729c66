import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RoleId, ToolCallDecision, type JsonObject } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { actionLines } from './tools-question.ts';

const HASH = 'a'.repeat(64);
const asked = (toolId: string, given: JsonObject, ...subjects: string[]): string[] => {
  const decision = ToolCallDecision.parse({
    tool_id: toolId,
    role_id: RoleId.parse('analyst'),
    arguments: given,
    workspace: '/w',
    definition_hash: HASH,
    action_hash: HASH,
    intentions: subjects.map((subject) => ({ kind: 'path', subject, verdict: { decision: 'allow', rule: 'path.inside', explanation: 'It stays here.' } })),
    approval_id: null,
  });
  const origins = Object.keys(given).flatMap((name) => [0, 1].map((part) => ({ argument: `/${name}/${part}`, span: 'x', origin: 'model' as const })));
  return actionLines({ decision, reasons: ['It always needs a yes.'], is_undoable: true, origins }, style(false));
};

describe('a question', () => {
  it('shows the whole effect, each part once, and whose its arguments are', verifies('KEL-SURF-02'), () => {
    const moves = [1, 2, 3].map((at) => ({ from: `old-${at}.txt`, to: `new-${at}.txt` }));
    expect(asked('move_files', { moves }, ...moves.map(({ from, to }) => `rename "${from}" to "${to}"`))).toEqual([
      'move_files in /w',
      '    rename "old-1.txt" to "new-1.txt"',
      '    rename "old-2.txt" to "new-2.txt"',
      '    rename "old-3.txt" to "new-3.txt"',
      '    the model wrote: moves',
      '  It always needs a yes.',
      '  What it changes in the folder can be taken back.',
    ]);
  });

  it('tells what has parts part by part, without brackets and quotes', verifies('KEL-SURF-02'), () => {
    const given = { path: 'a.csv', aggregates: [{ column: 'price', of: 'mean' }, { column: 'count', of: null }], where: { rows: [1, 2], deep: { on: true } }, tags: [], note: 'one\ntwo', limit: 3 };
    expect(asked('query_table', given, 'read "a.csv"').slice(1, -3)).toEqual([
      '    read "a.csv"',
      '    aggregates:\n      - column: price, of: mean\n      - column: count, of: none',
      '    where:\n      rows:\n        - 1\n        - 2\n      deep: on: true',
      '    tags: none',
      '    note (7 characters):\n      one\n      two',
      '    limit: 3',
    ]);
  });
});
