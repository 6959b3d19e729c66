import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { ApprovalId } from '../../../contracts/index.ts';
import { runnerRig } from '../../../../test/support/runner-rig.ts';
import { sample } from '../../../../test/support/sample-values.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import type { Tool } from '../../registry/tool.ts';
import { moveFilesTool } from './move-files.ts';

describe('move_files', () => {
  it('gives files their new names', verifies('KEL-OFF-07'), async () => {
    const rig = await toolRig();
    await rig.write('a.txt', 'A');
    await rig.write('b.txt', 'B');
    const output = await rig.call(moveFilesTool, { moves: [{ from: 'a.txt', to: 'old/a.txt' }, { from: 'b.txt', to: 'a.txt' }] });
    expect([await rig.read('old/a.txt'), await rig.read('a.txt')]).toEqual(['A', 'B']);
    expect(moveFilesTool.show(output)).toBe('a.txt → old/a.txt\nb.txt → a.txt');
  });

  it('writes over nothing, and puts back what it moved before', verifies('KEL-OFF-07'), async () => {
    const rig = await toolRig();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await rig.write(name, name);
    expect(await rig.failure(moveFilesTool, { moves: [{ from: 'a.txt', to: 'd.txt' }, { from: 'b.txt', to: 'c.txt' }] })).toMatchObject({ code: 'path.exists' });
    expect([await rig.read('a.txt'), await rig.read('b.txt'), await rig.read('c.txt'), existsSync(join(rig.folder, 'd.txt'))]).toEqual(['a.txt', 'b.txt', 'c.txt', false]);
  });

  it('refuses two files of one name, and one file twice', verifies('KEL-OFF-07'), () => {
    const faults = (moves: object[]) => moveFilesTool.input?.safeParse({ moves }).error?.issues.map(({ message }) => message);
    expect(faults([{ from: 'a', to: 'c' }, { from: 'b', to: 'c' }])).toEqual(['two files would get the same name']);
    expect(faults([{ from: 'a', to: 'b' }, { from: 'a', to: 'c' }])).toEqual(['a file is named twice']);
  });

  it('moves nothing before a person has seen every name and said yes', verifies('KEL-OFF-07'), async () => {
    const moves = [{ from: 'a.txt', to: 'b.txt' }];
    const denied = await runnerRig({ tools: [moveFilesTool as unknown as Tool] });
    await denied.write('a.txt', 'A');
    await expect(denied.call({ toolId: 'move_files', arguments: { moves } })).rejects.toMatchObject({ code: 'tool.approval_denied' });
    expect([denied.asked.map(({ decision }) => decision.arguments), await denied.read('a.txt')]).toEqual([[{ moves }], 'A']);

    const agreed = await runnerRig({ tools: [moveFilesTool as unknown as Tool], answer: () => ({ answer: 'approved', approval_id: ApprovalId.parse(sample.approvalId) }) });
    await agreed.write('a.txt', 'A');
    const { outcome } = await agreed.call({ toolId: 'move_files', arguments: { moves } });
    expect([outcome.status, outcome.changes.map(({ path, kind }) => [path, kind]), outcome.is_undoable, await agreed.read('b.txt')]).toEqual(['completed', [['a.txt', 'deleted'], ['b.txt', 'created']], true, 'A']);
  });
});
