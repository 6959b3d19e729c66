import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { runnerRig, sampleTool } from '../../../test/support/runner-rig.ts';
import { ApprovalId } from '../../contracts/index.ts';
import { isPlanted, isPlantedLink } from './planted-files.ts';

const YES = ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001');
const shell = sampleTool({
  tool_id: 'shell',
  side_effects: 'destructive',
  touches: ['programs', 'workspace_write'],
  intentions: ({ text }, { workspace }) => [{ kind: 'script', script: text, argv: ['bash', '-c', text], currentFolder: workspace, environment: {} }],
  perform: async ({ text }, { run, place }) => run({ argv: ['bash', '-c', text], currentFolder: place.workspace, environment: {} }).then(() => ({ text: 'done' })),
});
const planted = (path: string, content = '') => isPlanted(path, Buffer.from(content));

describe('a file that other programs run or obey', () => {
  it('is known by its name at any depth', verifies('KEL-PLANT-01'), () => {
    const paths = ['sub/.vscode/tasks.json', 'sub/.claude/settings.json', 'a/b/keelson.config.json', 'keelson.config.ts', '.keelson/x', '.github/workflows/ci.yml', 'CLAUDE.md', 'sub/AGENTS.md', '.bashrc', '.npmrc', '.mcp.json', 'evil/HEAD'];
    expect(paths.filter((path) => !planted(path))).toEqual([]);
    expect(['src/main.ts', 'config.yaml', '.gitignore', '.eslintrc.json', 'README.md', 'docs/agents.txt', 'package.json', 'Makefile', '.env.production', 'target/x'].filter((path) => planted(path))).toEqual([]);
  });

  it('is in a repository only what makes git run something', verifies('KEL-PLANT-01'), () => {
    const ordinary = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n';
    expect(['.git/index', '.git/HEAD', '.git/refs/heads/main', '.git/hooks/pre-commit.sample', '.git/COMMIT_EDITMSG', '.git/logs/HEAD', '.git/worktrees/a/commondir'].filter((path) => planted(path))).toEqual([]);
    expect(planted('sub/.git/config', ordinary)).toBe(false);
    const evil = ['fsmonitor = ./x', 'hooksPath = /tmp/h', 'pager = ./x', 'sshCommand = ./x'].map((line) => `${ordinary}[core]\n\t${line}\n`);
    const more = ['[alias]\n\tst = !./x\n', '[include]\n\tpath = ../evil\n', '[core] fsmonitor = ./x\n', '[remote "x"]\n\turl = ext::sh -c x\n', '[filter "x"]\n\tclean = ./x\n', '[core]\n\tbare = false \\\n'];
    expect([...evil, ...more].filter((config) => !planted('sub/.git/config', config))).toEqual([]);
    expect(['.git/commondir', 'sub/.git', '.git/hooks/pre-commit', 'sub/.git/hooks/post-checkout', '.git/info/attributes', 'x.git/hooks/update', '.git/modules/a/hooks/x'].filter((path) => !planted(path))).toEqual([]);
  });

  it('may be a link that stands for a folder of them', verifies('KEL-PLANT-01'), () => {
    expect(['.git', 'sub/.git/hooks', '.vscode', 'sub/.claude', '.husky'].filter((path) => !isPlantedLink(path))).toEqual([]);
    expect(['current', 'docs/latest', 'node_modules/.bin/x'].filter((path) => isPlantedLink(path))).toEqual([]);
  });
});

describe('a program that leaves such a file behind', () => {
  const script = 'mkdir -p sub/.git/hooks sub/.vscode; printf "[core]\\n\\tfsmonitor = ./x\\n" > sub/.git/config; echo x > sub/.git/hooks/pre-commit; echo x > sub/.vscode/tasks.json; echo evil > CLAUDE.md; ln -s /tmp .claude; echo fine > src.txt';

  it('finds it put back, is told so, and keeps the rest', verifies('KEL-PLANT-02'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    await rig.write('CLAUDE.md', 'good');
    const { outcome } = await rig.call({ toolId: 'shell', arguments: { text: script } });
    expect([await rig.read('CLAUDE.md'), await rig.read('src.txt')]).toEqual(['good', 'fine\n']);
    for (const path of ['sub/.git/config', 'sub/.git/hooks/pre-commit', 'sub/.vscode/tasks.json', '.claude/x']) await expect(rig.read(path)).rejects.toThrow('ENOENT');
    expect(outcome.changes.map(({ path }) => path)).toEqual(['src.txt']);
    expect(outcome.shown.text).toContain('Put back as before');
    for (const path of ['CLAUDE.md', 'sub/.git/config', 'sub/.git/hooks/pre-commit', 'sub/.vscode/tasks.json', '.claude']) expect(outcome.shown.text).toContain(path);
  });

  it('keeps it when a person said yes to that very call', verifies('KEL-PLANT-02'), async () => {
    const rig = await runnerRig({ tools: [shell], script: () => ({ decision: 'ask', rule: 'test.doubtful', explanation: 'Doubtful.' }), answer: () => ({ answer: 'approved', approval_id: YES }) });
    await rig.call({ toolId: 'shell', arguments: { text: script } });
    expect(await rig.read('CLAUDE.md')).toBe('evil\n');
  });

  it('may make a repository and work in it', verifies('KEL-PLANT-02'), async () => {
    const rig = await runnerRig({ tools: [shell] });
    const { outcome } = await rig.call({ toolId: 'shell', arguments: { text: 'git init -q . && git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x && git init -q sub' } });
    expect(outcome.shown.text).toBe('done');
    expect(await rig.read('.git/config')).toContain('repositoryformatversion');
    await mkdir(join(rig.folder, 'elsewhere'));
    await symlink('elsewhere', join(rig.folder, 'link'));
    expect((await rig.call({ toolId: 'shell', arguments: { text: 'git status' } })).outcome.shown.text).toBe('done');
  });
});
