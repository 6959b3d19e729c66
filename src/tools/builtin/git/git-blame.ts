import { posix } from 'node:path';
import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { gitProgram } from './git-program.ts';
import { BLAME_LINES_MAX } from './limits.ts';
import { parseBlame } from './parse-blame.ts';
import { gitAvailability, gitIntentions, runGit } from './run-git.ts';

const Input = z
  .strictObject({
    path: NonEmptyText.describe('The file, below the workspace.'),
    start_line: z.int().min(1).default(1),
    end_line: z.int().min(1).optional().describe(`At most ${BLAME_LINES_MAX} lines are told at once.`),
  })
  .refine(({ start_line, end_line }) => end_line === undefined || end_line >= start_line, { path: ['end_line'], message: 'the last line comes before the first' });
type Input = z.infer<typeof Input>;

const Line = z.strictObject({ line: Count, commit: z.string(), author_name: z.string(), authored_at: z.string(), subject: z.string(), text: z.string() });

const Output = z.strictObject({
  path: z.string(),
  lines: z.array(Line),
  /** There may be more lines than are told. */
  is_cut: z.boolean(),
});

const SHORT_COMMIT_CHARS = 12;

export const gitBlameTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'git_blame',
  tool_name: 'Git blame',
  category: 'git',
  side_effects: 'read_only',
  handles_patterns: ['git blame', '\\bwho\\b.*\\b(wrote|changed|last (touched|edited|modified))\\b', '\\bblame\\b.*\\S+\\.\\w+'],
  keywords: ['git', 'blame', 'wrote', 'author', 'line'],
  priority: 92,
  timeout_ms: 30_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'update'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'programs'],
  taint: 'user_trusted_bounded',
  availability: gitAvailability,
  intentions: (input, place) => [{ kind: 'path', op: 'read', path: input.path }, ...gitIntentions(place, folderOf(input), [blameProgram(place, input)])],
  async perform(input, hands) {
    const [output] = await runGit(hands, { toolId: 'git_blame', repoPath: folderOf(input) }, [blameProgram(hands.place, input)]);
    const lines = parseBlame(output?.text ?? '');
    return { path: input.path, lines, is_cut: (output?.isCut ?? false) || (lines.length === BLAME_LINES_MAX && lines.at(-1)?.line !== input.end_line) };
  },
  show: ({ lines, is_cut }) =>
    [...lines.map((one) => `${one.commit.slice(0, SHORT_COMMIT_CHARS)} ${one.authored_at.slice(0, 10)} ${one.author_name} ${one.line}\t${one.text}`), ...(is_cut ? ['[There may be more lines; ask from a later start_line.]'] : [])].join('\n'),
});

/** The repository of a file is looked for from where the file lies. */
function folderOf({ path }: Input): string {
  return posix.dirname(path);
}

function blameProgram(place: ToolPlace, input: Input): ProgramIntention {
  const last = Math.min(input.end_line ?? Number.POSITIVE_INFINITY, input.start_line + BLAME_LINES_MAX - 1);
  return gitProgram(place, folderOf(input), ['blame', '--line-porcelain', '--no-textconv', '-L', `${input.start_line},${last}`, '--', posix.basename(input.path)]);
}
