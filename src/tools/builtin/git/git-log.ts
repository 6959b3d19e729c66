import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { LOG_COMMITS_DEFAULT, LOG_COMMITS_MAX, SINCE_CHARS_MAX } from './limits.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z.strictObject({
  repo_path: NonEmptyText.default('.').describe('A folder of the repository, below the workspace.'),
  count: z.int().min(1).max(LOG_COMMITS_MAX).default(LOG_COMMITS_DEFAULT).describe('How many commits, the newest first.'),
  path: NonEmptyText.optional().describe('Only commits that changed this file or folder, below repo_path.'),
  since: NonEmptyText.max(SINCE_CHARS_MAX).optional().describe('Only commits after this, as git reads it: `2026-03-01`, `2 weeks ago`, `yesterday`.'),
  with_changes: z.boolean().default(false).describe('Also how many lines each commit added and removed, and in which files.'),
});
type Input = z.infer<typeof Input>;

/** Null for a file that is no text. */
const CommitChange = z.strictObject({ path: z.string(), added_lines: Count.nullable(), removed_lines: Count.nullable() });

const Commit = z.strictObject({ commit: z.string(), author_name: z.string(), author_email: z.string(), authored_at: z.string(), subject: z.string(), body: z.string(), changes: z.array(CommitChange).nullable() });

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
    return { commits: readCommits(output?.isCut ? records.slice(0, -1) : records, input.with_changes), is_cut: output?.isCut ?? false };
  },
  show: ({ commits, is_cut }) =>
    [
      ...(commits.length === 0 ? ['There are no commits.'] : commits.map((one) => `${one.commit.slice(0, 12)} ${one.authored_at} ${one.author_name}: ${one.subject}${one.changes === null ? '' : showChanges(one.changes)}`)),
      ...(is_cut ? ['[There are more than are shown.]'] : []),
    ].join('\n'),
});

function logProgram(place: ToolPlace, { repo_path, count, path, since, with_changes }: Input): ProgramIntention {
  const fixed = ['--no-color', '--no-decorate', '--no-show-signature', '--no-ext-diff', '--no-textconv', '-z', '--format=%H%n%an%n%ae%n%aI%n%s%n%b'];
  const changes = with_changes ? ['--numstat', '--no-renames'] : ['--no-patch'];
  return gitProgram(place, repo_path, ['log', ...fixed, ...changes, `--max-count=${count}`, ...(since === undefined ? [] : [`--since=${since}`]), '--', ...(path === undefined ? [] : [path])]);
}

/** Zero bytes stand in no message, so what comes between two of them is one commit, or one line about a file of the last commit. */
function readCommits(records: readonly string[], withChanges: boolean): z.infer<typeof Commit>[] {
  const commits: z.infer<typeof Commit>[] = [];
  for (const record of records) {
    const change = withChanges ? readChange(record) : undefined;
    if (change !== undefined) commits.at(-1)?.changes?.push(change);
    else commits.push(...readCommit(record, withChanges));
  }
  return commits;
}

function readCommit(record: string, withChanges: boolean): z.infer<typeof Commit>[] {
  const [commit = '', author_name = '', author_email = '', authored_at = '', subject = '', ...body] = record.split('\n');
  return commit === '' ? [] : [{ commit, author_name, author_email, authored_at, subject, body: body.join('\n').trimEnd(), changes: withChanges ? [] : null }];
}

/** `12<tab>3<tab>path`, with dashes for what is no text. */
function readChange(record: string): z.infer<typeof CommitChange> | undefined {
  const [, added, removed, path] = CHANGED_LINES.exec(record) ?? [];
  if (added === undefined || removed === undefined || path === undefined) return undefined;
  const count = (digits: string): number | null => (digits === '-' ? null : Number(digits));
  return { path, added_lines: count(added), removed_lines: count(removed) };
}

/** The number of a commit is longer and has no tab behind it. */
const CHANGED_LINES = /^\n?([0-9]{1,9}|-)\t([0-9]{1,9}|-)\t([^]+)$/;

function showChanges(changes: readonly z.infer<typeof CommitChange>[]): string {
  const sum = (of: 'added_lines' | 'removed_lines'): number => changes.reduce((all, change) => all + (change[of] ?? 0), 0);
  return ` (${changes.length} ${changes.length === 1 ? 'file' : 'files'}, +${sum('added_lines')} -${sum('removed_lines')})`;
}
