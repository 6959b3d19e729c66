import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { compileGlob } from './glob-pattern.ts';
import { GLOB_CHARS_MAX, GLOB_PATHS_MAX } from './limits.ts';
import { belowFolder } from './search-folder.ts';
import { showPassedOver } from './show-search.ts';
import { visibleFiles } from './visible-files.ts';

const Input = z.strictObject({
  pattern: NonEmptyText.max(GLOB_CHARS_MAX).describe('Such as `**/*.ts`, `src/**/{a,b}.json` or `*.md`; without a slash it means a name at any depth.'),
  path: NonEmptyText.default('.').describe('The folder to search, below the workspace.'),
  ignore_case: z.boolean().default(false).describe('Let `*.png` also stand for `.PNG`.'),
  include_hidden: z.boolean().default(false).describe('Let `*`, `?` and `**` also stand for names that begin with a dot.'),
  include_ignored: z.boolean().default(false).describe('Also what .gitignore files leave out, and folders such as node_modules.'),
});

const Output = z.strictObject({
  /** In order, below the workspace. */
  paths: z.array(z.string()),
  total_matches: Count,
  /** True when the folder has more entries than one walk looks at, so that there may be more matches. */
  is_walk_cut: z.boolean(),
  /** Folders such as node_modules that were not looked into. */
  passed_over_folders: z.array(z.string()),
});

export const globTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'glob',
  tool_name: 'Find files by name',
  category: 'file_ops',
  side_effects: 'read_only',
  handles_patterns: ['\\b(find|list|show|which)\\b.*\\bfiles?\\b.*(\\*|\\.[a-z0-9]+\\b)', '\\bglob\\b'],
  keywords: ['find', 'files', 'glob', 'matching', 'named'],
  priority: 80,
  timeout_ms: 30_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'analyst', 'research', 'librarian', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'list', path }],
  async perform({ pattern, path, ignore_case, include_hidden, include_ignored }, { files, signal }) {
    const matches = compileGlob(pattern, { toolId: 'glob', matchesHidden: include_hidden, ignoresCase: ignore_case });
    const below = belowFolder(files.root, path);
    const walk = visibleFiles(files, { under: path, includesIgnored: include_ignored, signal });
    const found: string[] = [];
    let step = await walk.next();
    for (; !step.done; step = await walk.next()) if (matches(below(step.value.path))) found.push(step.value.path);
    return { paths: found.toSorted().slice(0, GLOB_PATHS_MAX), total_matches: found.length, is_walk_cut: step.value.isCut, passed_over_folders: [...step.value.passedOver] };
  },
  show({ paths, total_matches, is_walk_cut, passed_over_folders }) {
    const notes = [
      ...(total_matches > paths.length ? [`${total_matches - paths.length} more paths match; use a narrower pattern.`] : []),
      ...(is_walk_cut ? ['Not everything was looked at: the folder has too many entries. Search a folder below it.'] : []),
      ...showPassedOver(passed_over_folders),
    ];
    return [...(paths.length === 0 ? ['No file matches.'] : paths), ...notes.map((note) => `[${note}]`)].join('\n');
  },
});
