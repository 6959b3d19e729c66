import { chown, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { mustGit, realGit } from '../../../../test/support/real-git.ts';
import { toolRig, type ToolRig } from '../../../../test/support/tool-rig.ts';
import { gitBlameTool } from './git-blame.ts';
import { gitCommitTool } from './git-commit.ts';
import { gitDiffTool } from './git-diff.ts';
import { gitLogTool } from './git-log.ts';
import { gitStatusTool } from './git-status.ts';
import { BLAME_LINES_MAX } from './limits.ts';

const DATE = '2026-01-02T03:04:05';
const ADA = { author_name: 'Ada', author_email: 'ada@example.org' };

async function repository(): Promise<ToolRig> {
  const rig = await toolRig();
  mustGit(rig.folder, 'init', '-q', '-b', 'main');
  await rig.write('a', 'one\ntwo\n');
  mustGit(rig.folder, 'add', '.');
  mustGit(rig.folder, 'commit', '-q', '-m', 'First\n\nWith a body.');
  return rig;
}

describe('git_status', () => {
  it('is the tool that the registry promises', verifies('MH4-4-20'), () => {
    const { definition } = gitStatusTool;
    expect({ ...definition, input_schema: definition.input_schema['required'], output_schema: undefined }).toEqual({
      tool_id: 'git_status',
      tool_name: 'Git status',
      version: '1.0.0',
      category: 'git',
      input_schema: ['repo_path'],
      side_effects: 'read_only',
      handles_patterns: ['git status', 'check.*git', 'what.*changed.*repo'],
      keywords: ['git', 'status', 'repository', 'changes'],
      priority: 95,
      timeout_ms: 5_000,
      max_retries: 1,
      approval_required: false,
      allowed_roles: ['coder', 'critic', 'update'],
      cost_tier: 'free',
      entrypoint: 'tools/builtin/git_status',
    });
    expect([gitStatusTool.touches, gitStatusTool.taint]).toEqual([['workspace_read', 'programs'], 'user_trusted_bounded']);
  });

  it('tells staged, modified, untracked, renamed and conflicting files with any name', verifies('MH4-4-20'), async () => {
    const rig = await repository();
    for (const path of ['both', 'gone', 'old name', 'grün "x"']) await rig.write(path, `${path}\n`.repeat(5));
    mustGit(rig.folder, 'add', '.');
    mustGit(rig.folder, 'commit', '-q', '-m', 'Second');
    mustGit(rig.folder, 'checkout', '-q', '-b', 'other');
    await rig.write('a', 'theirs\n');
    mustGit(rig.folder, 'commit', '-qam', 'Theirs');
    mustGit(rig.folder, 'checkout', '-q', 'main');
    await rig.write('a', 'ours\n');
    mustGit(rig.folder, 'commit', '-qam', 'Ours');
    realGit(rig.folder, ['merge', 'other']);
    mustGit(rig.folder, 'mv', 'old name', 'new name');
    await rig.write('both', 'staged');
    mustGit(rig.folder, 'add', 'both');
    await rig.write('both', 'and changed again');
    await rm(join(rig.folder, 'gone'));
    await rig.write('grün "x"', 'changed');
    await rig.write('new/file', '');
    const output = await rig.call(gitStatusTool, { repo_path: '.' });
    expect(output).toEqual({
      branch: 'main',
      modified_files: ['both', 'gone', 'grün "x"'],
      staged_files: ['both', 'new name'],
      untracked_files: ['new/file'],
      conflicted_files: ['a'],
      head_commit: mustGit(rig.folder, 'rev-parse', 'HEAD').trim(),
      upstream: null,
      ahead: null,
      behind: null,
      is_cut: false,
    });
    expect(gitStatusTool.show(output)).toBe('On branch main\nStaged:\n  both\n  new name\nModified:\n  both\n  gone\n  grün "x"\nUntracked:\n  new/file\nIn conflict:\n  a');
  });

  it('tells a new repository, a detached head and the distance to the upstream', verifies('MH4-4-20'), async () => {
    const rig = await toolRig();
    mustGit(rig.folder, 'init', '-q', '-b', 'main');
    expect(gitStatusTool.show(await rig.call(gitStatusTool, { repo_path: '.' }))).toBe('On branch main, no commit yet\nNothing has changed.');
    mustGit(rig.folder, 'commit', '-q', '--allow-empty', '-m', 'First');
    mustGit(rig.folder, 'branch', 'base');
    mustGit(rig.folder, 'branch', '-q', '--set-upstream-to=base');
    mustGit(rig.folder, 'commit', '-q', '--allow-empty', '-m', 'Second');
    expect(gitStatusTool.show(await rig.call(gitStatusTool, { repo_path: '.' }))).toBe('On branch main (1 ahead of and 0 behind base)\nNothing has changed.');
    mustGit(rig.folder, 'checkout', '-q', '--detach');
    const detached = await rig.call(gitStatusTool, { repo_path: '.' });
    expect(detached).toMatchObject({ branch: '(detached)', upstream: null });
    expect(gitStatusTool.show({ ...detached, is_cut: true })).toBe('On branch (detached)\nNothing has changed.\n[There is more than is shown.]');
  });

  it('says that a folder is in no repository, and does not look above the workspace', verifies('MH4-4-20'), async () => {
    const rig = await repository();
    await rig.write('sub/x', '');
    expect(await rig.call(gitStatusTool, { repo_path: 'sub' })).toMatchObject({ untracked_files: ['x'].map((name) => `sub/${name}`) });
    await rm(join(rig.folder, '.git'), { recursive: true });
    expect(await rig.failure(gitStatusTool, { repo_path: 'sub' })).toEqual({
      code: 'tool.failed',
      message: 'sub is not in a Git repository of this workspace.',
      nextStep: 'Name the folder of a repository as repo_path.',
    });
  });

  it('is there only where git is', verifies('MH4-4-20'), async () => {
    const [here, elsewhere] = [await toolRig(), await toolRig({ without: ['git'] })];
    expect(await gitStatusTool.availability?.(here.hands)).toEqual({ isAvailable: true });
    expect(await gitStatusTool.availability?.(elsewhere.hands)).toEqual({ isAvailable: false, reason: 'Git is not installed.' });
  });

  it.skipIf(process.getuid?.() !== 0)('works where the files belong to somebody else', async () => {
    const rig = await repository();
    await chown(rig.folder, 12_345, 12_345);
    await chown(join(rig.folder, '.git'), 12_345, 12_345);
    expect(realGit(rig.folder, ['status']).stderr).toContain('dubious ownership');
    expect(await rig.call(gitStatusTool, { repo_path: '.' })).toMatchObject({ branch: 'main' });
  });
});

describe('git_diff', () => {
  it('shows what is changed, or what is staged, of all or of one path', async () => {
    const rig = await repository();
    await rig.write('b', 'new\n');
    mustGit(rig.folder, 'add', 'b');
    await rig.write('a', 'one\n2\n');
    mustGit(rig.folder, 'config', 'diff.noprefix', 'true');
    mustGit(rig.folder, 'config', 'color.ui', 'always');
    expect((await rig.call(gitDiffTool, {})).diff.split('\n').slice(2)).toEqual(['--- a/a', '+++ b/a', '@@ -1,2 +1,2 @@', ' one', '-two', '+2', '']);
    expect((await rig.call(gitDiffTool, { staged: true })).diff).toContain('+++ b/b');
    expect(gitDiffTool.show(await rig.call(gitDiffTool, { path: 'b' }))).toBe('There is no difference.');
    expect(gitDiffTool.show({ diff: 'x', total_bytes: 9, is_cut: true })).toBe('x\n[This is the beginning of 9 bytes; ask for one path at a time.]');
  });
});

describe('git_log', () => {
  it('tells the newest commits with author, time and message', async () => {
    const rig = await repository();
    await rig.write('b', '');
    mustGit(rig.folder, 'add', '.');
    mustGit(rig.folder, 'commit', '-q', '-m', 'Second');
    const { commits } = await rig.call(gitLogTool, { count: 5 });
    expect(commits).toEqual([
      { commit: mustGit(rig.folder, 'rev-parse', 'HEAD').trim(), ...ADA, authored_at: `${DATE}+00:00`, subject: 'Second', body: '', changes: null },
      { commit: mustGit(rig.folder, 'rev-parse', 'HEAD~').trim(), ...ADA, authored_at: `${DATE}+00:00`, subject: 'First', body: 'With a body.', changes: null },
    ]);
    expect((await rig.call(gitLogTool, { count: 1 })).commits.map(({ subject }) => subject)).toEqual(['Second']);
    expect((await rig.call(gitLogTool, { path: 'a' })).commits.map(({ subject }) => subject)).toEqual(['First']);
  });

  it('tells how much each commit changed in which file, when it is asked', verifies('KEL-OFF-08'), async () => {
    const rig = await repository();
    await rig.write('b', 'one\ntwo\n');
    await rig.write('c.bin', '\0\u0001');
    mustGit(rig.folder, 'add', '.');
    mustGit(rig.folder, 'commit', '-q', '-m', `Second\n\n9\t9\tnot a change`);
    mustGit(rig.folder, 'commit', '-q', '--allow-empty', '-m', 'Nothing');
    const output = await rig.call(gitLogTool, { count: 2, with_changes: true });
    expect(output.commits.map(({ subject, body, changes }) => ({ subject, body, changes }))).toEqual([
      { subject: 'Nothing', body: '', changes: [] },
      { subject: 'Second', body: '9\t9\tnot a change', changes: [{ path: 'b', added_lines: 2, removed_lines: 0 }, { path: 'c.bin', added_lines: null, removed_lines: null }] },
    ]);
    expect(gitLogTool.show(output).split('\n').map((line) => line.slice(line.lastIndexOf(': ') + 2))).toEqual(['Nothing (0 files, +0 -0)', 'Second (2 files, +2 -0)']);
  });

  it('tells only commits after a time that git can read', async () => {
    const rig = await repository();
    expect((await rig.call(gitLogTool, { since: '2001-01-01' })).commits).toHaveLength(1);
    expect((await rig.call(gitLogTool, { since: '2026-01-05' })).commits).toEqual([]);
  });

  it('says that a new repository has no commits', async () => {
    const rig = await toolRig();
    mustGit(rig.folder, 'init', '-q');
    expect(gitLogTool.show(await rig.call(gitLogTool, {}))).toBe('There are no commits.');
  });
});

describe('git_blame', () => {
  it('tells for each line who wrote it when', async () => {
    const rig = await repository();
    await rig.write('a', 'one\n\tmine\n');
    const commit = mustGit(rig.folder, 'rev-parse', 'HEAD').trim();
    const { lines, is_cut } = await rig.call(gitBlameTool, { path: 'a' });
    expect(lines[0]).toEqual({ line: 1, commit, author_name: 'Ada', authored_at: `${DATE}.000Z`, subject: 'First', text: 'one' });
    expect(lines[1]).toMatchObject({ line: 2, commit: '0'.repeat(40), text: '\tmine' });
    expect([lines.length, is_cut]).toEqual([2, false]);
    expect((await rig.call(gitBlameTool, { path: 'a', start_line: 2, end_line: 9 })).lines.map(({ line }) => line)).toEqual([2]);
    expect((await rig.failure(gitBlameTool, { path: 'a', start_line: 3 })).message).toContain('has only 2 lines');
  });

  it('says that there is more when it reaches its bound', async () => {
    const rig = await repository();
    await rig.write('long', 'x\n'.repeat(BLAME_LINES_MAX + 1));
    mustGit(rig.folder, 'add', '.');
    mustGit(rig.folder, 'commit', '-qm', 'Long');
    const output = await rig.call(gitBlameTool, { path: 'long' });
    expect([output.lines.length, output.is_cut]).toEqual([BLAME_LINES_MAX, true]);
    expect(gitBlameTool.show(output).split('\n').at(-1)).toBe('[There may be more lines; ask from a later start_line.]');
  });
});

describe('git_commit', () => {
  it('commits what is staged, in the name that is given', async () => {
    const rig = await repository();
    await rig.write('b', '');
    mustGit(rig.folder, 'add', 'b');
    await rig.write('a', 'changed');
    const output = await rig.call(gitCommitTool, { message: 'Add b\n\n# no comment', ...ADA, author_name: 'Bea' });
    expect(output).toEqual({ commit: mustGit(rig.folder, 'rev-parse', 'HEAD').trim(), files: ['b'], is_cut: false });
    expect(mustGit(rig.folder, 'log', '-1', '--format=%an %ce%n%B').trim()).toBe('Bea ada@example.org\nAdd b\n\n# no comment');
    expect(gitCommitTool.show(output)).toBe(`Committed ${output.commit} with 1 file; hooks of the repository were not run:\n  b`);
  });

  it('commits the paths that are named, new and deleted ones too, and nothing else', async () => {
    const rig = await repository();
    for (const path of ['dir/new', 'staged', '*']) await rig.write(path, '');
    mustGit(rig.folder, 'add', 'staged');
    await rm(join(rig.folder, 'a'));
    // A star is a name here, not a pattern.
    expect((await rig.call(gitCommitTool, { message: 'Some', paths: ['a', 'dir', '*'], ...ADA })).files).toEqual(['*', 'a', 'dir/new']);
    expect(await rig.call(gitStatusTool, { repo_path: '.' })).toMatchObject({ staged_files: ['staged'], modified_files: [] });
  });

  it('fails when there is nothing to commit, and when nobody is named', async () => {
    const rig = await repository();
    expect((await rig.failure(gitCommitTool, { message: 'Empty', ...ADA })).message).toContain('nothing to commit');
    await rig.write('a', 'x');
    mustGit(rig.folder, 'config', 'user.useConfigOnly', 'true');
    expect(await rig.failure(gitCommitTool, { message: 'Nobody', paths: ['a'] })).toEqual({
      code: 'tool.failed',
      message: 'Git does not know who commits here.',
      nextStep: 'Give author_name and author_email, or set user.name and user.email in the repository.',
    });
  });
});
