import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { inspectArchive } from '../../archives/inspect-archive.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { documentKind } from './document-kind.ts';
import { DOCUMENT_KINDS, type DocumentText } from './document-text.ts';
import { showLeftOut } from './html-text.ts';
import { DOCUMENT_BYTES_MAX, DOCUMENT_HEAP_MB_MAX, DOCUMENT_TIME_MS } from './limits.ts';
import { PAGE_RANGE } from './page-range.ts';

const Input = z.strictObject({
  path: NonEmptyText.describe('A PDF, Word (.docx), HTML, Markdown or text file below the workspace.'),
  page_range: z.string().regex(PAGE_RANGE, 'expected a page or a range such as 2-5').optional().describe('For a PDF only.'),
});

const Output = z.strictObject({
  path: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  title: z.string(),
  text: z.string(),
  /** Characters that did not fit into the text. */
  cut_chars: Count,
  pages: z.strictObject({ count: Count, first: Count, last: Count, empty: Count }).nullable(),
  left_out: z.strictObject({ scripts: Count, hidden_elements: Count, hidden_chars: Count, comments: Count }).nullable(),
});
type Output = z.infer<typeof Output>;

export const extractTextTool = defineTool<z.infer<typeof Input>, Output>({
  tool_id: 'extract_text',
  tool_name: 'Read the text of a document',
  category: 'format',
  side_effects: 'read_only',
  handles_patterns: ['\\b(extract|get|convert|read)\\b.*\\.(pdf|docx|html?)\\b', '\\btext\\b.*\\b(pdf|docx|word document)\\b'],
  keywords: ['extract', 'text', 'pdf', 'docx', 'document', 'html'],
  priority: 83,
  timeout_ms: DOCUMENT_TIME_MS,
  max_retries: 1,
  allowed_roles: ['librarian', 'research', 'analyst', 'coder', 'critic', 'vision'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'external_untrusted',
  intentions: ({ path }) => [{ kind: 'path', op: 'read', path }],
  async perform({ path, page_range }, { files, signal }) {
    const { bytes, path: realPath } = await readInput('extract_text', files, path, DOCUMENT_BYTES_MAX);
    const found = documentKind(path, bytes);
    if ('refused' in found) throw toolFailure('extract_text', `${path} is ${found.refused}, which cannot be read here.`, 'Save it as PDF, .docx or plain text first.');
    // A Word document is an archive; one that unpacks to more than it should is refused before a reader opens it.
    if (found.kind === 'docx') await inspectArchive(bytes);
    const { title, text, cutChars, pages, leftOut } = await runIsolated<DocumentText>({
      toolId: 'extract_text',
      module: new URL('./document-task.ts', import.meta.url),
      input: { kind: found.kind, bytes, pageRange: page_range },
      timeoutMs: DOCUMENT_TIME_MS,
      heapMbMax: DOCUMENT_HEAP_MB_MAX,
      signal,
    });
    return { path: realPath, kind: found.kind, title, text, cut_chars: cutChars, pages: pages === null ? null : { ...pages }, left_out: leftOut === null ? null : { ...leftOut } };
  },
  show: showDocument,
});

export function showDocument({ path, title, text, cut_chars, pages, left_out }: Output): string {
  const notes = [
    ...(left_out === null ? [] : showLeftOut(left_out)),
    ...(cut_chars > 0 ? [`${cut_chars} characters at the end`] : []),
    ...(pages !== null && pages.last - pages.first + 1 < pages.count ? [`all pages but ${pages.first} to ${pages.last} of ${pages.count}`] : []),
  ];
  const empty = pages !== null && pages.empty > 0 ? [`[${pages.empty} page(s) hold no text; they may be scans, which ocr_extract can read as images.]`] : [];
  return [...(title === '' ? [] : [`Title: ${title}`, '']), text === '' ? `${path} holds no text.` : text, ...empty, ...(notes.length > 0 ? [`[Left out: ${notes.join('; ')}.]`] : [])].join('\n');
}
