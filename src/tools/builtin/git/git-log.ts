import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { LOG_COMMITS_DEFAULT, LOG_COMMITS_MAX } from './limits.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z.strictObject({
  repo_path: NonEmptyText.default('.').describe('A folder of the repository, below the workspace.'),
  count: z.int().min(1).max(LOG_COMMITS_MAX).default(LOG_COMMITS_DEFAULT).describe('How many commits, the newest first.'),
  path: NonEmptyText.optional().describe('Only commits that changed this file or folder, below repo_path.'),
});
type Input = z.infer<typeof Input>;

const Commit = z.strictObject({ commit: z.string(), author_name: z.string(), author_email: z.string(), authored_at: z.string(), subject: z.string(), body: z.string() });

const Output = z.strictObject({ commits: z.array(Commit), is_cut: z.boolean() });

export const gitLogTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'git_log',
  tool_name: 'Git log',
  category: 'git',
  side_effects: 'read_only',
  handles_patterns: ['git log', '\\b(last|latest|recent)\\b.*\\bcommits?\\b', '\\bcommit (history|log)\\b'],
  keywords: ['git', 'log', 'commits', 'history', 'recent'],
  priority: 93,
  timeout_ms: 15_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'update', 'research', 'analyst'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'programs'],
  taint: 'user_trusted_bounded',
  availability: gitAvailability,
  intentions: (input, place) => gitIntentions(place, input.repo_path, [logProgram(place, input)]),
  async perform(input, hands) {
    const call = { toolId: 'git_log', repoPath: input.repo_path, allows: (message: string) => message.includes('does not have any commits yet') };
    const [output] = await runGit(hands, call, [logProgram(hands.place, input)]);
    const records = (output?.text ?? '').split('\0');
    return { commits: (output?.isCut ? records.slice(0, -1) : records).flatMap(readCommit), is_cut: output?.isCut ?? false };
  },
  show: ({ commits, is_cut }) =>
    [
      ...(commits.length === 0 ? ['There are no commits.'] : commits.map((one) => `${one.commit.slice(0, 12)} ${one.authored_at} ${one.author_name}: ${one.subject}`)),
      ...(is_cut ? ['[There are more than are shown.]'] : []),
    ].join('\n'),
});

function logProgram(place: ToolPlace, { repo_path, count, path }: Input): ProgramIntention {
  const fixed = ['--no-color', '--no-decorate', '--no-show-signature', '--no-patch', '--no-ext-diff', '--no-textconv', '-z', '--format=%H%n%an%n%ae%n%aI%n%s%n%b'];
  return gitProgram(place, repo_path, ['log', ...fixed, `--max-count=${count}`, '--', ...(path === undefined ? [] : [path])]);
}

function readCommit(record: string): z.infer<typeof Commit>[] {
  const [commit = '', author_name = '', author_email = '', authored_at = '', subject = '', ...body] = record.split('\n');
  return commit === '' ? [] : [{ commit, author_name, author_email, authored_at, subject, body: body.join('\n').trimEnd() }];
}
