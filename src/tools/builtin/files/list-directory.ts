import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';

const Input = z.strictObject({ path: NonEmptyText.default('.').describe('The folder, below the workspace; the workspace itself when left out.') });

const Output = z.strictObject({
  path: z.string(),
  entries: z.array(z.strictObject({ name: z.string(), kind: z.enum(['file', 'directory', 'link', 'other']), size_bytes: Count })),
  is_cut: z.boolean(),
});

export const listDirectoryTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'list_directory',
  tool_name: 'List a folder',
  category: 'file_ops',
  side_effects: 'read_only',
  handles_patterns: ['\\blist\\b.*\\b(files|folder|directory|contents)\\b', '\\bwhat(\'s| is)\\b.*\\bin\\b.*\\b(folder|directory)\\b', '^\\s*ls(\\s+\\S+)?\\s*$'],
  keywords: ['list', 'folder', 'directory', 'contents', 'files'],
  priority: 78,
  timeout_ms: 10_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'analyst', 'research', 'librarian', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'list', path }],
  async perform({ path }, { files }) {
    const { entries, isCut } = await files.list(path);
    return { path, entries: entries.map(({ name, kind, sizeBytes }) => ({ name, kind, size_bytes: sizeBytes })), is_cut: isCut };
  },
  show({ path, entries, is_cut }) {
    if (entries.length === 0) return `${path} is empty.`;
    const lines = entries.map(({ name, kind, size_bytes }) => (kind === 'file' ? `${name} (${size_bytes} bytes)` : `${name}${SUFFIX[kind]}`));
    return [...lines, ...(is_cut ? ['[There are more entries than these.]'] : [])].join('\n');
  },
});

const SUFFIX = { directory: '/', link: ' (link)', other: ' (neither file nor folder)' };
