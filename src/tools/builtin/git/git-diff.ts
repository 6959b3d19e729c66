import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z.strictObject({
  repo_path: NonEmptyText.default('.').describe('A folder of the repository, below the workspace.'),
  staged: z.boolean().default(false).describe('What is staged, instead of what is not.'),
  path: NonEmptyText.optional().describe('Only this file or folder, below repo_path.'),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ diff: z.string(), total_bytes: Count, is_cut: z.boolean() });

export const gitDiffTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'git_diff',
  tool_name: 'Git diff',
  category: 'git',
  side_effects: 'read_only',
  handles_patterns: ['git diff', '\\b(show|see|view)\\b.*\\b(diff|staged changes|unstaged changes|uncommitted changes)\\b', 'what.*(did i|have i) changed?'],
  keywords: ['git', 'diff', 'staged', 'uncommitted', 'changes'],
  priority: 94,
  timeout_ms: 15_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'update'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'programs'],
  taint: 'user_trusted_bounded',
  availability: gitAvailability,
  intentions: (input, place) => gitIntentions(place, input.repo_path, [diffProgram(place, input)]),
  async perform(input, hands) {
    const [output] = await runGit(hands, { toolId: 'git_diff', repoPath: input.repo_path }, [diffProgram(hands.place, input)]);
    return { diff: output?.text ?? '', total_bytes: output?.totalBytes ?? 0, is_cut: output?.isCut ?? false };
  },
  show({ diff, total_bytes, is_cut }) {
    if (diff === '') return 'There is no difference.';
    return is_cut ? `${diff}\n[This is the beginning of ${total_bytes} bytes; ask for one path at a time.]` : diff;
  },
});

function diffProgram(place: ToolPlace, { repo_path, staged, path }: Input): ProgramIntention {
  const fixed = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--src-prefix=a/', '--dst-prefix=b/'];
  return gitProgram(place, repo_path, ['diff', ...fixed, ...(staged ? ['--cached'] : []), '--', ...(path === undefined ? [] : [path])]);
}
