import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { hasCode, PATTERN_SOURCE_CHARS_MAX } from '../../../kernel/index.ts';
import type { WalkedEntry } from '../../paths/workspace-files.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { compileGlob, type GlobPattern } from './glob-pattern.ts';
import { GLOB_CHARS_MAX, SEARCH_CONTEXT_LINES_MAX, SEARCH_FILE_BYTES_MAX, SEARCH_MATCHES_MAX, SEARCH_MATCHES_PER_FILE_MAX } from './limits.ts';
import { compileLinePattern } from './line-pattern.ts';
import { filesByRipgrep, ripgrepProgram } from './ripgrep.ts';
import { belowFolder } from './search-folder.ts';
import { searchFileText } from './search-file-text.ts';
import { SearchOutput } from './search-output.ts';
import { showSearch } from './show-search.ts';
import { visibleFiles } from './visible-files.ts';

const Input = z.strictObject({
  pattern: NonEmptyText.max(PATTERN_SOURCE_CHARS_MAX).describe('A regular expression, looked for within lines.'),
  path: NonEmptyText.default('.').describe('The folder or file to search, below the workspace.'),
  glob: NonEmptyText.max(GLOB_CHARS_MAX).optional().describe('Only files whose path matches, such as `*.ts`.'),
  literal: z.boolean().default(false).describe('Take the pattern as it is, not as a regular expression.'),
  ignore_case: z.boolean().default(false),
  glob_ignore_case: z.boolean().default(false).describe('Let the glob `*.ts` also stand for `.TS`.'),
  include_ignored: z.boolean().default(false).describe('Also what .gitignore files leave out, and folders such as node_modules.'),
  context_lines: z.int().min(0).max(SEARCH_CONTEXT_LINES_MAX).default(0),
});
type Input = z.infer<typeof Input>;

export const searchTextTool = defineTool<Input, SearchOutput>({
  tool_id: 'search_text',
  tool_name: 'Search in files',
  category: 'file_ops',
  side_effects: 'read_only',
  handles_patterns: ['\\b(search|grep|look)\\b.*\\bfor\\b', '\\bgrep\\b', '\\bwhere\\b.*\\b(used|defined|called|mentioned)\\b', '\\bfind\\b.*\\b(occurrences|usages|references)\\b'],
  keywords: ['search', 'grep', 'occurrences', 'usages', 'containing'],
  priority: 79,
  timeout_ms: 60_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'analyst', 'research', 'librarian', 'update', 'toolsmith'],
  input: Input,
  output: SearchOutput,
  touches: ['workspace_read', 'programs'],
  taint: 'user_trusted_bounded',
  intentions(input, place) {
    const program = ripgrepProgram(place.workspace, input, compileLinePattern(input));
    return [{ kind: 'path', op: 'list', path: input.path }, ...(program === null ? [] : [{ kind: 'program' as const, ...program }])];
  },
  async perform(input, hands) {
    const pattern = compileLinePattern(input);
    const program = ripgrepProgram(hands.place.workspace, input, pattern);
    const candidates = program !== null && (await hands.hasProgram('rg')) ? await filesByRipgrep(hands, program) : null;
    const { files, isWalkCut, isNamed, passedOver } = await filesToSearch(input, hands);
    const output: SearchOutput = { matches: [], total_matches: 0, files_with_matches: 0, files_searched: 0, left_out: { sensitive_paths: [], too_large_paths: [], is_walk_cut: isWalkCut, passed_over_folders: [...passedOver] } };
    for (const { path, sizeBytes, isSensitive } of files) {
      if (isSensitive) output.left_out.sensitive_paths.push(path);
      else if (sizeBytes > SEARCH_FILE_BYTES_MAX) output.left_out.too_large_paths.push(path);
      else {
        output.files_searched += 1;
        if (candidates !== null && !candidates.has(path)) continue;
        hands.signal.throwIfAborted();
        const most = Math.min(SEARCH_MATCHES_PER_FILE_MAX, SEARCH_MATCHES_MAX - output.matches.length);
        const text = await readText(hands, path).catch((error: unknown) => {
          if (isNamed || !isRefusal(error)) throw error;
          output.left_out.sensitive_paths.push(path);
          return '';
        });
        const { matches, total } = searchFileText(text, pattern, { contextLines: input.context_lines, most });
        output.matches.push(...matches.map(({ line, text, before, after }) => ({ path, line, text, before: [...before], after: [...after] })));
        output.total_matches += total;
        output.files_with_matches += total > 0 ? 1 : 0;
      }
    }
    return output;
  },
  show: showSearch,
});

async function filesToSearch({ path, glob, glob_ignore_case: ignoresCase, include_ignored: includesIgnored }: Input, { files, signal }: ToolHands): Promise<{ files: WalkedEntry[]; isWalkCut: boolean; isNamed: boolean; passedOver: readonly string[] }> {
  const below = belowFolder(files.root, path);
  const isMeant: GlobPattern = glob === undefined ? () => true : compileGlob(glob, { toolId: 'search_text', matchesHidden: true, ignoresCase });
  const found: WalkedEntry[] = [];
  const walk = visibleFiles(files, { under: path, includesIgnored, signal });
  try {
    let step = await walk.next();
    for (; !step.done; step = await walk.next()) {
      // A link is searched where it leads, if that is in the workspace at all.
      if (step.value.kind === 'file' && isMeant(below(step.value.path))) found.push(step.value);
    }
    return { files: found.toSorted((left, right) => (left.path < right.path ? -1 : 1)), isWalkCut: step.value.isCut, isNamed: false, passedOver: step.value.passedOver };
  } catch (error) {
    if (!hasCode(error, 'path.wrong_kind')) throw error;
    // A person who names one file has been asked about it already if that was needed.
    const { path: resolved, sizeBytes, kind } = await files.stat(path);
    return { files: [{ path: resolved, sizeBytes, kind, isSensitive: false }], isWalkCut: false, isNamed: true, passedOver: [] };
  }
}

/** What the policy refuses is left out of a search, such as a file that has another name outside; who names it alone is told. */
function isRefusal(error: unknown): boolean {
  return hasCode(error, 'path.denied') || hasCode(error, 'path.gated');
}

/** The text of a file; nothing for one that is no text, or that is gone or out of reach by now. */
async function readText({ files }: ToolHands, path: string): Promise<string> {
  try {
    const { bytes, isCut } = await files.read(path, { maxBytes: SEARCH_FILE_BYTES_MAX });
    const encoding = detectEncoding(bytes, !isCut);
    return encoding === null ? '' : decodeText(bytes, encoding);
  } catch (error) {
    if (hasCode(error, 'path.missing') || hasCode(error, 'path.wrong_kind') || hasCode(error, 'path.failed')) return '';
    throw error;
  }
}
