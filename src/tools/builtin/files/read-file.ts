import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { toolFailure } from '../tool-failure.ts';
import { READ_LINES_DEFAULT } from './limits.ts';
import { readLines } from './read-lines.ts';
import { splitLines } from './text-lines.ts';

const Input = z.strictObject({
  path: NonEmptyText.describe('The file, below the workspace.'),
  offset_line: z.int().min(1).default(1).describe('The first line to read; 1 is the first of the file.'),
  limit_lines: z.int().min(1).default(READ_LINES_DEFAULT),
  line_numbers: z.boolean().default(false).describe('Show each line with its number.'),
});

const Output = z.strictObject({
  path: z.string(),
  /** Null for a file that is no text. */
  encoding: z.enum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'latin1']).nullable(),
  text: z.string(),
  first_line: Count,
  line_count: Count,
  /** Null when the end of the file was not reached. */
  total_lines: Count.nullable(),
  total_bytes: Count,
  /** Where to go on; null when nothing is left. */
  next_offset_line: Count.nullable(),
  is_line_cut: z.boolean(),
  line_numbers: z.boolean(),
});

export const readFileTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'read_file',
  tool_name: 'Read a file',
  category: 'file_ops',
  side_effects: 'read_only',
  handles_patterns: ['\\b(read|show|print|open|cat)\\b.*\\bfile\\b', '^\\s*cat\\s+\\S+\\s*$'],
  keywords: ['read', 'show', 'contents', 'file', 'open'],
  priority: 76,
  timeout_ms: 10_000,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'analyst', 'research', 'librarian', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'read', path }],
  async perform({ path, offset_line, limit_lines, line_numbers }, { files }) {
    const read = await readLines(files, path, { firstLine: offset_line, linesMax: limit_lines });
    const lineAfter = offset_line + read.lineCount;
    if (read.lineCount === 0 && offset_line > 1 && read.encoding !== null) throw nothingThere(path, offset_line, read.totalLines);
    return {
      path: read.path,
      encoding: read.encoding,
      text: read.text,
      first_line: offset_line,
      line_count: read.lineCount,
      total_lines: read.totalLines,
      total_bytes: read.totalBytes,
      next_offset_line: read.encoding === null || (read.totalLines !== null && lineAfter > read.totalLines) ? null : lineAfter,
      is_line_cut: read.isLineCut,
      line_numbers,
    };
  },
  show(output) {
    if (output.encoding === null) return `${output.path} is no text: ${output.total_bytes} bytes of something else.`;
    if (output.total_bytes === 0) return `${output.path} is empty.`;
    const notes = [
      ...(output.is_line_cut ? [`Line ${output.first_line + output.line_count - 1} is longer than what is shown of it.`] : []),
      ...(output.next_offset_line === null ? [] : [`There is more; go on with offset_line ${output.next_offset_line}.`]),
    ];
    const text = output.line_numbers ? numbered(output.text, output.first_line) : output.text;
    return notes.length === 0 ? text : `${text}${text.endsWith('\n') ? '' : '\n'}[${notes.join(' ')}]`;
  },
});

function numbered(text: string, firstLine: number): string {
  return splitLines(text)
    .map((line, at) => `${firstLine + at}\t${line}`)
    .join('');
}

function nothingThere(path: string, offsetLine: number, totalLines: number | null) {
  const has = totalLines === null ? 'too many lines to look that far' : `${totalLines} lines`;
  return toolFailure('read_file', `${path} has ${has}; there is no line ${offsetLine} to read.`, 'Read from an earlier line.');
}
