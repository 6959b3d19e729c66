import { z } from 'zod';
import { Count, NonEmptyText, PositiveCount } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { languageOf, LANGUAGES, OUTLINE_KINDS } from './languages.ts';
import { CODE_BYTES_MAX, OUTLINE_HEAP_MB_MAX, OUTLINE_TIME_MS } from './limits.ts';
import type { Outline } from './outline-of.ts';

const Input = z.strictObject({ path: NonEmptyText.describe('A file of code below the workspace.') });

const Output = z.strictObject({
  path: z.string(),
  language: z.string(),
  entries: z.array(z.strictObject({ kind: z.enum(OUTLINE_KINDS), name: z.string(), start_line: PositiveCount, end_line: PositiveCount, depth: Count })),
  /** True when there are more entries than are given. */
  is_cut: z.boolean(),
  /** Places that the grammar does not allow, and the lines of the first of them. */
  syntax_errors: Count,
  syntax_error_lines: z.array(PositiveCount),
});

export const outlineCodeTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'outline_code',
  tool_name: 'Outline a file of code',
  category: 'validation',
  side_effects: 'read_only',
  handles_patterns: ['\\boutline\\b', '\\b(functions|classes|methods|types)\\b.*\\b(in|of)\\b.*\\.[a-z]{1,5}\\b'],
  keywords: ['outline', 'functions', 'classes', 'methods', 'symbols'],
  priority: 72,
  timeout_ms: OUTLINE_TIME_MS,
  max_retries: 1,
  allowed_roles: ['coder', 'critic', 'research', 'librarian', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'read', path }],
  async perform({ path }, { files, signal }) {
    const language = languageOf(path);
    if (language === undefined) throw toolFailure('outline_code', `${path} is not in a language that can be outlined.`, `These can be: ${LANGUAGES.map(({ name }) => name).join(', ')}; read others with read_file.`);
    const { bytes, path: realPath } = await readInput('outline_code', files, path, CODE_BYTES_MAX);
    const encoding = detectEncoding(bytes, true);
    if (encoding === null) throw toolFailure('outline_code', `${path} is no text.`, 'Name a file of code.');
    const outline = await runIsolated<Outline>({
      toolId: 'outline_code',
      module: new URL('./outline-task.ts', import.meta.url),
      input: { text: decodeText(bytes, encoding), language },
      timeoutMs: OUTLINE_TIME_MS,
      heapMbMax: OUTLINE_HEAP_MB_MAX,
      signal,
    });
    return { path: realPath, language: language.name, entries: outline.entries.map((entry) => ({ ...entry })), is_cut: outline.isCut, syntax_errors: outline.errorCount, syntax_error_lines: [...outline.errorLines] };
  },
  show({ path, language, entries, is_cut, syntax_errors, syntax_error_lines }) {
    const lines = entries.map(({ kind, name, start_line, end_line, depth }) => `${'  '.repeat(depth)}${kind} ${name} (${start_line === end_line ? start_line : `${start_line}-${end_line}`})`);
    return [
      `${path} (${language}, lines in brackets)`,
      ...(lines.length > 0 ? lines : ['Nothing is declared in it.']),
      ...(is_cut ? ['[There is more than is shown.]'] : []),
      ...(syntax_errors > 0 ? [`[${syntax_errors} syntax error(s), first at line ${syntax_error_lines.join(', ')}; what stands there may be missing above.]`] : []),
    ].join('\n');
  },
});
