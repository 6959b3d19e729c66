import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { listDirectoryTool } from './list-directory.ts';

describe('list_directory', () => {
  it('gives files, folders and links in the order of their names', async () => {
    const rig = await toolRig();
    await rig.write('folder/b', '12');
    await rig.write('folder/a/inner', '');
    await symlink('b', join(rig.folder, 'folder/c'));
    const output = await rig.call(listDirectoryTool, { path: 'folder' });
    expect(output).toEqual({
      path: 'folder',
      entries: [
        { name: 'a', kind: 'directory', size_bytes: 0 },
        { name: 'b', kind: 'file', size_bytes: 2 },
        { name: 'c', kind: 'link', size_bytes: 0 },
      ],
      is_cut: false,
    });
    expect(listDirectoryTool.show(output)).toBe('a/\nb (2 bytes)\nc (link)');
    expect(listDirectoryTool.show({ ...output, is_cut: true })).toContain('[There are more entries than these.]');
  });

  it('lists the workspace when no folder is named, and says when it is empty', async () => {
    const rig = await toolRig();
    expect(listDirectoryTool.show(await rig.call(listDirectoryTool, {}))).toBe('. is empty.');
  });
});
