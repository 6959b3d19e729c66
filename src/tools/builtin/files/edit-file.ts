import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import type { KeelsonError } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { toolFailure } from '../tool-failure.ts';
import { readEditableText } from './editable-text.ts';
import { MATCH_LINES_TOLD_MAX } from './limits.ts';
import { nearestLines } from './nearest-lines.ts';
import { replaceText } from './replace-text.ts';
import { encodeText } from './text-encoding.ts';

const Input = z
  .strictObject({
    path: NonEmptyText.describe('The file, below the workspace.'),
    old_text: NonEmptyText.describe('The text to replace, exactly as it is in the file, long enough to occur only once.'),
    new_text: z.string(),
    replace_all: z.boolean().default(false).describe('Replace every place where the text occurs.'),
  })
  .refine(({ old_text, new_text }) => old_text !== new_text, { path: ['new_text'], message: 'the new text is the same as the old' });

const Output = z.strictObject({
  path: z.string(),
  replacements: Count,
  /** The line on which each replacement begins, as numbered before. */
  lines: z.array(Count),
  total_bytes: Count,
});

export const editFileTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'edit_file',
  tool_name: 'Edit a file',
  category: 'file_ops',
  // Where the new text holds the old one, a second time would change it again; so no resumed run repeats it unasked.
  side_effects: 'destructive',
  keywords: ['edit', 'replace', 'change', 'file'],
  priority: 74,
  timeout_ms: 10_000,
  allowed_roles: ['coder', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [
    { kind: 'path', op: 'read', path },
    { kind: 'path', op: 'write', path },
  ],
  async perform({ path, old_text, new_text, replace_all }, { files }) {
    const { text, encoding } = await readEditableText('edit_file', files, path);
    const edit = replaceText(text, { oldText: old_text, newText: new_text, replaceAll: replace_all });
    if (edit.kind === 'not_found') throw notFound(path, text, old_text);
    if (edit.kind === 'ambiguous') throw ambiguous(path, edit.lines);
    const bytes = encodeText(edit.text, encoding);
    if (bytes === null) {
      throw toolFailure('edit_file', `${path} is written in ${encoding}, which does not have every character of the new text.`, 'Use other characters, or write the whole file anew with write_file, which makes it UTF-8.');
    }
    const written = await files.write(path, bytes);
    return { path: written.path, replacements: edit.lines.length, lines: [...edit.lines], total_bytes: written.totalBytes };
  },
  show: ({ path, replacements, lines }) => `Replaced ${replacements} ${replacements === 1 ? 'place' : 'places'} in ${path} (${named(lines)}).`,
});

function notFound(path: string, text: string, oldText: string): KeelsonError {
  const nearest = nearestLines(text, oldText);
  if (nearest === null) return toolFailure('edit_file', `The text to replace does not occur in ${path}, nor anything like it.`, 'Read the file again and copy the text from it.');
  const shown = nearest.lines.map((line, at) => `${nearest.firstLine + at}\t${line}`).join('\n');
  return toolFailure(
    'edit_file',
    `The text to replace does not occur in ${path}. The nearest is this; it differs in ${nearest.difference}:\n${shown}`,
    'Copy the text exactly as it is in the file, without line numbers, and try again.',
    `differs in ${nearest.difference}`,
  );
}

function ambiguous(path: string, lines: readonly number[]): KeelsonError {
  return toolFailure('edit_file', `The text to replace occurs ${lines.length} times in ${path} (${named(lines)}).`, 'Add lines around it so that only one place is meant, or set replace_all.');
}

function named(lines: readonly number[]): string {
  const told = lines.slice(0, MATCH_LINES_TOLD_MAX).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${told}${lines.length > MATCH_LINES_TOLD_MAX ? ' and more' : ''}`;
}
