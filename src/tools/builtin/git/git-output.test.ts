import { describe, expect, it } from 'vitest';
import { mustGit } from '../../../../test/support/real-git.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { gitDiffTool } from './git-diff.ts';
import { gitStatusTool } from './git-status.ts';
import { GIT_OUTPUT_BYTES_MAX } from './limits.ts';

describe('the output of git', () => {
  it('is whole up to its bound, and beyond it ends where it is cut and says so', async () => {
    const rig = await toolRig();
    mustGit(rig.folder, 'init', '-q');
    const line = `${'x'.repeat(99)}\n`;
    for (const [share, isCut] of [[0.75, false], [1.5, true]] as const) {
      await rig.write('large', line.repeat((GIT_OUTPUT_BYTES_MAX * share) / 100));
      mustGit(rig.folder, 'add', '.');
      const { diff, is_cut, total_bytes } = await rig.call(gitDiffTool, { staged: true });
      expect([is_cut, diff.length === total_bytes, diff.endsWith(line)]).toEqual([isCut, !isCut, !isCut]);
    }
    expect(await rig.call(gitStatusTool, { repo_path: '.' })).toMatchObject({ staged_files: ['large'], is_cut: false });
  });
});
