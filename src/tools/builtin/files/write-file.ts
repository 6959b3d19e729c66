import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { WRITE_CHARS_MAX } from './limits.ts';

const Input = z.strictObject({
  path: NonEmptyText.describe('The file, below the workspace; folders that are missing are made.'),
  content: z.string().max(WRITE_CHARS_MAX).describe('The whole new content.'),
});

const Output = z.strictObject({ path: z.string(), kind: z.enum(['created', 'modified']), total_bytes: Count });

export const writeFileTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'write_file',
  tool_name: 'Write a file',
  category: 'file_ops',
  side_effects: 'idempotent_write',
  keywords: ['write', 'create', 'save', 'file'],
  priority: 75,
  timeout_ms: 10_000,
  allowed_roles: ['coder', 'analyst', 'research', 'librarian', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'write', path }],
  async perform({ path, content }, { files }) {
    const written = await files.write(path, Buffer.from(content, 'utf8'));
    return { path: written.path, kind: written.kind, total_bytes: written.totalBytes };
  },
  show: ({ path, kind, total_bytes }) => `${kind === 'created' ? 'Created' : 'Replaced'} ${path} (${total_bytes} bytes).`,
});
