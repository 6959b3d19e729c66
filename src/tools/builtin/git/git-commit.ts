import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { COMMIT_MESSAGE_CHARS_MAX, COMMIT_PATHS_MAX } from './limits.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z
  .strictObject({
    repo_path: NonEmptyText.default('.').describe('A folder of the repository, below the workspace.'),
    message: NonEmptyText.max(COMMIT_MESSAGE_CHARS_MAX),
    paths: z.array(NonEmptyText).min(1).max(COMMIT_PATHS_MAX).optional().describe('Files or folders below repo_path whose whole present state is committed, new and deleted files too; what is staged when left out.'),
    author_name: NonEmptyText.optional(),
    author_email: NonEmptyText.optional(),
  })
  .refine(({ author_name, author_email }) => (author_name === undefined) === (author_email === undefined), { path: ['author_email'], message: 'give both the name and the address, or neither' });
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ commit: z.string(), files: z.array(z.string()), is_cut: z.boolean() });

export const gitCommitTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'git_commit',
  tool_name: 'Git commit',
  category: 'git',
  // A repeat would commit whatever is staged by then, so a commit that a crash interrupted is never repeated unasked.
  side_effects: 'destructive',
  keywords: ['git', 'commit', 'save', 'changes'],
  priority: 60,
  timeout_ms: 30_000,
  allowed_roles: ['coder'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write', 'programs'],
  taint: 'user_trusted_bounded',
  availability: gitAvailability,
  intentions: (input, place) => gitIntentions(place, input.repo_path, commitPrograms(place, input)),
  async perform(input, hands) {
    const outputs = await runGit(hands, { toolId: 'git_commit', repoPath: input.repo_path, access: 'read_write' }, commitPrograms(hands.place, input));
    const told = outputs.at(-1);
    const [commit = '', ...files] = (told?.text ?? '').split('\0').slice(0, -1);
    return { commit, files, is_cut: told?.isCut ?? false };
  },
  show: ({ commit, files }) => [`Committed ${commit} with ${files.length} ${files.length === 1 ? 'file' : 'files'}; hooks of the repository were not run:`, ...files.map((path) => `  ${path}`)].join('\n'),
});

function commitPrograms(place: ToolPlace, { repo_path, message, paths, author_name, author_email }: Input): ProgramIntention[] {
  const who = author_name === undefined || author_email === undefined ? {} : { GIT_AUTHOR_NAME: author_name, GIT_AUTHOR_EMAIL: author_email, GIT_COMMITTER_NAME: author_name, GIT_COMMITTER_EMAIL: author_email };
  const git = (...words: string[]): ProgramIntention => gitProgram(place, repo_path, words, who);
  const named = paths ?? [];
  return [
    ...(named.length === 0 ? [] : [git('add', '--all', '--', ...named)]),
    // Without `--quiet` an empty commit says why it is one.
    git('commit', '--no-gpg-sign', '--no-edit', '--no-status', '--cleanup=whitespace', `--message=${message}`, ...(named.length === 0 ? [] : ['--', ...named])),
    git('diff-tree', '--root', '-r', '--name-only', '--no-ext-diff', '--no-textconv', '-z', 'HEAD'),
  ];
}
