import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { writeFileTool } from './write-file.ts';

describe('write_file', () => {
  it('makes a file with its folders, and replaces it whole', async () => {
    const rig = await toolRig();
    const made = await rig.call(writeFileTool, { path: 'a/b/c.txt', content: 'grün' });
    expect(made).toEqual({ path: 'a/b/c.txt', kind: 'created', total_bytes: 5 });
    const replaced = await rig.call(writeFileTool, { path: 'a/b/c.txt', content: '' });
    expect(await rig.read('a/b/c.txt')).toBe('');
    expect([made, replaced].map(writeFileTool.show)).toEqual(['Created a/b/c.txt (5 bytes).', 'Replaced a/b/c.txt (0 bytes).']);
  });

  it('tells before that it writes exactly there', async () => {
    const { hands } = await toolRig();
    expect(writeFileTool.intentions({ path: 'x', content: '' }, hands.place)).toEqual([{ kind: 'path', op: 'write', path: 'x' }]);
  });
});
