import { existsSync } from 'node:fs';
import { appendFile, chmod, rm } from 'node:fs/promises';
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

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-index-change', 'reference-transaction', 'post-rewrite', 'fsmonitor-watchman'];

function settingLines(name: string, value: string): string {
  const [section = '', ...rest] = name.split('.');
  const key = rest.pop() ?? '';
  return `[${section}${rest.length === 0 ? '' : ` "${rest.join('.')}"`}]\n\t${key} = "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"\n`;
}

/** A repository that runs a program wherever Git lets it; the program leaves a file behind. */
async function hostileRepository(): Promise<ToolRig & { wasRun(): boolean }> {
  const rig = await toolRig();
  const marker = join(rig.folder, 'was-run');
  const program = join(rig.folder, '.git/evil');
  mustGit(rig.folder, 'init', '-q', '-b', 'main');
  await rig.write('a', 'one\n');
  await rig.write('.gitattributes', '* diff=evil merge=evil\n');
  mustGit(rig.folder, 'add', '.');
  mustGit(rig.folder, 'commit', '-qm', 'First');
  await rig.write('.git/evil', `#!/bin/sh\ntouch '${marker}'\ncat 2>/dev/null\n`);
  // A remote that waits for more words would keep git waiting too.
  await rig.write('.git/remote', `#!/bin/sh\ntouch '${marker}'\nexit 1\n`);
  for (const hook of HOOKS) await rig.write(`.git/hooks/${hook}`, `#!/bin/sh\n'${program}' </dev/null\n`);
  for (const path of ['evil', 'remote', ...HOOKS.map((hook) => `hooks/${hook}`)]) await chmod(join(rig.folder, '.git', path), 0o755);
  const settings = {
    'core.fsmonitor': program, 'core.hooksPath': '.git/hooks', 'core.pager': program, 'core.editor': program, 'core.sshCommand': program, 'core.askPass': program,
    'core.alternateRefsCommand': program, 'diff.external': program, 'diff.evil.command': program, 'diff.evil.textconv': program, 'merge.evil.driver': program,
    'alias.status': `!${program}`, 'alias.diff': `!${program}`, 'pager.log': program, 'interactive.diffFilter': program, 'sequence.editor': program,
    'gpg.program': program, 'gpg.x509.program': program, 'gpg.ssh.program': program, 'commit.gpgSign': 'true', 'user.signingKey': 'x', 'log.showSignature': 'true',
    'credential.helper': `!${program}`, 'trailer.evil.command': program, 'remote.origin.url': `ext::${join(rig.folder, '.git/remote')}`, 'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'blob:none', 'extensions.partialClone': 'origin', 'core.repositoryFormatVersion': '1', 'protocol.ext.allow': 'always',
    'uploadpack.packObjectsHook': program, 'gc.auto': '1', 'maintenance.auto': 'true', 'submodule.recurse': 'true',
  };
  // One file instead of forty programs.
  await appendFile(join(rig.folder, '.git/config'), Object.entries(settings).map(([name, value]) => settingLines(name, value)).join(''));
  await rig.write('a', 'one\ntwo\n');
  await rig.write('b', 'new\n');
  return { ...rig, wasRun: () => existsSync(marker) };
}

describe('a hostile repository', () => {
  it('runs its programs under plain git, so that this test can fail', async () => {
    for (const words of [['status'], ['diff'], ['commit', '-am', 'x']]) {
      const rig = await hostileRepository();
      realGit(rig.folder, words);
      expect([words, rig.wasRun()]).toEqual([words, true]);
    }
  });

  it('runs nothing of its own under any of our tools', verifies('KEL-FTOOL-10'), async () => {
    const rig = await hostileRepository();
    expect(await rig.call(gitStatusTool, { repo_path: '.' })).toMatchObject({ modified_files: ['a'], untracked_files: ['b'] });
    expect((await rig.call(gitDiffTool, { path: 'a' })).diff).toContain('+two');
    expect((await rig.call(gitLogTool, {})).commits.map(({ subject }) => subject)).toEqual(['First']);
    expect((await rig.call(gitBlameTool, { path: 'a' })).lines.map(({ text }) => text)).toEqual(['one', 'two']);
    expect((await rig.call(gitCommitTool, { message: 'Second', paths: ['a', 'b'], author_name: 'Ada', author_email: 'a@example.org' })).files).toEqual(['a', 'b']);
    expect(rig.wasRun()).toBe(false);
  });

  it('does not fetch what is missing from where it says', verifies('KEL-FTOOL-10'), async () => {
    const withoutBlob = async (): Promise<Awaited<ReturnType<typeof hostileRepository>>> => {
      const rig = await hostileRepository();
      const blob = mustGit(rig.folder, '-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD:a').trim();
      await rm(join(rig.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      return rig;
    };
    const plain = await withoutBlob();
    realGit(plain.folder, ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-pager', 'diff', '--no-ext-diff', '--no-textconv']);
    expect(plain.wasRun()).toBe(true);
    const rig = await withoutBlob();
    expect((await rig.failure(gitDiffTool, { path: 'a' })).message).toContain('Git failed with exit code 128');
    expect(rig.wasRun()).toBe(false);
  });

  it('is refused when it names filters, which cannot be switched off', verifies('KEL-FTOOL-10'), async () => {
    const calls = [
      (rig: ToolRig) => rig.failure(gitStatusTool, { repo_path: '.' }),
      (rig: ToolRig) => rig.failure(gitDiffTool, {}),
      (rig: ToolRig) => rig.failure(gitCommitTool, { message: 'x', paths: ['a'] }),
    ];
    for (const call of calls) {
      const rig = await hostileRepository();
      await rig.write('.git/more', '[filter "evil.x"]\n\tclean = .git/evil\n\tsmudge = .git/evil\n\tprocess = .git/evil\n');
      mustGit(rig.folder, 'config', 'include.path', 'more');
      await rig.write('.gitattributes', '* filter=evil.x\n');
      expect(await call(rig)).toEqual({
        code: 'tool.failed',
        message: 'The configuration of this repository names programs that Git would run on files: filter.evil.x.clean, filter.evil.x.smudge, filter.evil.x.process.',
        nextStep: 'If you trust them, run git with the shell tool, which asks; otherwise take them out of .git/config.',
      });
      expect(rig.wasRun()).toBe(false);
    }
  });
});
