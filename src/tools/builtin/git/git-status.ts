import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { parseStatus } from './parse-status.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z.strictObject({ repo_path: NonEmptyText.describe('A folder of the repository, below the workspace; `.` is the workspace.') });

const Output = z.strictObject({
  /** `(detached)` when no branch is checked out. */
  branch: z.string(),
  modified_files: z.array(z.string()),
  staged_files: z.array(z.string()),
  untracked_files: z.array(z.string()),
  conflicted_files: z.array(z.string()),
  head_commit: z.string().nullable(),
  upstream: z.string().nullable(),
  ahead: Count.nullable(),
  behind: Count.nullable(),
  is_cut: z.boolean(),
});

export const gitStatusTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'git_status',
  tool_name: 'Git status',
  category: 'git',
  side_effects: 'read_only',
  handles_patterns: ['git status', 'check.*git', 'what.*changed.*repo'],
  keywords: ['git', 'status', 'repository', 'changes'],
  priority: 95,
  timeout_ms: 5_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'update'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'programs'],
  taint: 'user_trusted_bounded',
  availability: gitAvailability,
  intentions: ({ repo_path }, place) => gitIntentions(place, repo_path, [statusProgram(place, repo_path)]),
  async perform({ repo_path }, hands) {
    const [output] = await runGit(hands, { toolId: 'git_status', repoPath: repo_path }, [statusProgram(hands.place, repo_path)]);
    return { ...parseStatus(output?.text ?? ''), is_cut: output?.isCut ?? false };
  },
  show(output) {
    const lists = [
      ['Staged', output.staged_files],
      ['Modified', output.modified_files],
      ['Untracked', output.untracked_files],
      ['In conflict', output.conflicted_files],
    ] as const;
    const parts = lists.flatMap(([title, paths]) => (paths.length === 0 ? [] : [`${title}:`, ...paths.map((path) => `  ${path}`)]));
    const distance = output.upstream === null ? '' : ` (${output.ahead ?? 0} ahead of and ${output.behind ?? 0} behind ${output.upstream})`;
    const start = output.head_commit === null ? ', no commit yet' : '';
    return [`On branch ${output.branch}${start}${distance}`, ...(parts.length === 0 ? ['Nothing has changed.'] : parts), ...(output.is_cut ? ['[There is more than is shown.]'] : [])].join('\n');
  },
});

function statusProgram(place: ToolPlace, repoPath: string): ProgramIntention {
  return gitProgram(place, repoPath, ['status', '--porcelain=v2', '--branch', '--untracked-files=all', '--ignore-submodules=all', '--find-renames', '--ahead-behind', '-z']);
}
