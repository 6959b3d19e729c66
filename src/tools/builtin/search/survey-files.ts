import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Count, NonEmptyText, Sha256, Timestamp } from '../../../contracts/index.ts';
import { hasCode } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { compileGlob } from './glob-pattern.ts';
import { GLOB_CHARS_MAX, SURVEY_FILE_BYTES_MAX, SURVEY_FILES_MAX, SURVEY_READ_BYTES_MAX } from './limits.ts';
import { belowFolder } from './search-folder.ts';
import { showPassedOver } from './show-search.ts';
import { sizeOfText } from './size-of-text.ts';
import { visibleFiles } from './visible-files.ts';

const Input = z.strictObject({
  path: NonEmptyText.default('.').describe('The folder to look through, below the workspace.'),
  pattern: NonEmptyText.max(GLOB_CHARS_MAX).default('*').describe('Only files whose path matches, as in `glob`.'),
  measure: z.enum(['size', 'text', 'content']).default('size').describe('size: bytes and time of the last change; text: also lines, words and characters; content: also a hash where two files have the same size.'),
  ignore_case: z.boolean().default(false).describe('Let `*.png` also stand for `.PNG`.'),
  include_hidden: z.boolean().default(false),
  include_ignored: z.boolean().default(false).describe('Also what .gitignore files leave out, and folders such as node_modules.'),
});

const Surveyed = z.strictObject({
  path: z.string(),
  size_bytes: Count,
  modified_at: Timestamp,
  /** Null where it was not measured, and for what is no text. */
  text: z.strictObject({ lines: Count, words: Count, characters: Count }).nullable(),
  sha256: Sha256.nullable(),
});
export type SurveyedFile = z.infer<typeof Surveyed>;

const Output = z.strictObject({
  files: z.array(Surveyed),
  total_files: Count,
  total_bytes: Count,
  surveyed_at: Timestamp,
  left_out: z.strictObject({ sensitive_paths: z.array(z.string()), too_large_paths: z.array(z.string()), is_walk_cut: z.boolean(), passed_over_folders: z.array(z.string()), links: z.array(z.string()) }),
});
type Output = z.infer<typeof Output>;

/** Many files at once, each with its size, its age and what can be counted in it: one call where a listing would take hundreds. */
export const surveyFilesTool = defineTool<z.infer<typeof Input>, Output>({
  tool_id: 'survey_files',
  tool_name: 'Measure the files of a folder',
  category: 'file_ops',
  side_effects: 'read_only',
  keywords: ['measure', 'sizes', 'largest', 'duplicates', 'usage'],
  priority: 74,
  timeout_ms: 120_000,
  max_retries: 1,
  allowed_roles: ['analyst', 'coder', 'critic', 'research', 'librarian', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'list', path }],
  async perform({ path, pattern, measure, ignore_case, include_hidden, include_ignored }, hands) {
    const matches = compileGlob(pattern, { toolId: 'survey_files', matchesHidden: include_hidden, ignoresCase: ignore_case });
    const below = belowFolder(hands.files.root, path);
    const walk = visibleFiles(hands.files, { under: path, includesIgnored: include_ignored, signal: hands.signal });
    const found: { path: string; sizeBytes: number; isSensitive: boolean }[] = [];
    const links: string[] = [];
    let step = await walk.next();
    // A hidden folder is left out whole: a pattern alone would let a plain name in it through.
    for (; !step.done; step = await walk.next()) {
      const { path: seen, kind } = step.value;
      if (!matches(below(seen)) || (!include_hidden && isHidden(below(seen)))) continue;
      if (kind === 'file') found.push(step.value);
      else links.push(seen);
    }
    const survey = createSurvey(measure, found, hands);
    const ordered = found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
    const files: SurveyedFile[] = [];
    for (const file of ordered.slice(0, SURVEY_FILES_MAX)) files.push(await survey.measure(file));
    return {
      files,
      total_files: ordered.length,
      total_bytes: ordered.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      surveyed_at: new Date(hands.clock.nowMs()).toISOString(),
      left_out: { sensitive_paths: survey.sensitive, too_large_paths: survey.tooLarge, is_walk_cut: step.value.isCut, passed_over_folders: [...step.value.passedOver], links: links.toSorted() },
    };
  },
  show({ files, total_files, total_bytes, left_out }) {
    const notes = [
      `${total_files} ${total_files === 1 ? 'file' : 'files'}, ${total_bytes} bytes.`,
      ...(total_files > files.length ? [`${total_files - files.length} of them are not listed; survey a folder below it.`] : []),
      ...(left_out.sensitive_paths.length > 0 ? [`${left_out.sensitive_paths.length} may not be read unasked, so only their size is told.`] : []),
      ...(left_out.too_large_paths.length > 0 ? [`${left_out.too_large_paths.length} are too large to be read.`] : []),
      ...(left_out.is_walk_cut ? ['Not everything was looked at: the folder has too many entries.'] : []),
      ...(left_out.links.length > 0 ? [`${left_out.links.length} are links and are not followed.`] : []),
      ...showPassedOver(left_out.passed_over_folders),
    ];
    const lines = files.map(({ path, size_bytes, modified_at, text }) => [`${size_bytes}`, modified_at.slice(0, 10), ...(text === null ? [] : [`${text.lines} lines`, `${text.words} words`]), path].join('\t'));
    return [...lines, `[${notes.join(' ')}]`].join('\n');
  },
});

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') && name !== '.' && name !== '..');
}

type Measure = z.infer<typeof Input>['measure'];

function createSurvey(measure: Measure, all: readonly { sizeBytes: number }[], { files, signal }: ToolHands) {
  const sensitive: string[] = [];
  const tooLarge: string[] = [];
  const counted = new Map<number, number>();
  for (const { sizeBytes } of all) counted.set(sizeBytes, (counted.get(sizeBytes) ?? 0) + 1);
  let readBytes = 0;
  /** Undefined when it may not or need not be read. */
  const contentOf = async ({ path, sizeBytes, isSensitive }: { path: string; sizeBytes: number; isSensitive: boolean }): Promise<Uint8Array | undefined> => {
    if (measure === 'size' || (measure === 'content' && (counted.get(sizeBytes) ?? 0) < 2)) return undefined;
    if (isSensitive) {
      sensitive.push(path);
      return undefined;
    }
    if (sizeBytes > SURVEY_FILE_BYTES_MAX || readBytes + sizeBytes > SURVEY_READ_BYTES_MAX) {
      tooLarge.push(path);
      return undefined;
    }
    readBytes += sizeBytes;
    try {
      return (await files.read(path, { maxBytes: SURVEY_FILE_BYTES_MAX })).bytes;
    } catch (error) {
      if (hasCode(error, 'path.denied') || hasCode(error, 'path.gated')) sensitive.push(path);
      else if (!['path.missing', 'path.wrong_kind', 'path.failed'].some((code) => hasCode(error, code as 'path.missing'))) throw error;
      return undefined;
    }
  };
  return {
    sensitive,
    tooLarge,
    async measure(file: { path: string; sizeBytes: number; isSensitive: boolean }): Promise<SurveyedFile> {
      signal.throwIfAborted();
      const modified_at = new Date(await modifiedAtMs(file.path, files)).toISOString();
      const bytes = await contentOf(file);
      const encoding = bytes === undefined || measure !== 'text' ? null : detectEncoding(bytes, true);
      return {
        path: file.path,
        size_bytes: file.sizeBytes,
        modified_at,
        text: bytes === undefined || encoding === null ? null : sizeOfText(decodeText(bytes, encoding)),
        sha256: bytes === undefined || measure !== 'content' ? null : createHash('sha256').update(bytes).digest('hex'),
      };
    },
  };
}

/** What is gone since, or may not be looked at, counts as never changed: its size is known from the walk. */
async function modifiedAtMs(path: string, files: ToolHands['files']): Promise<number> {
  try {
    return (await files.stat(path)).modifiedAtMs;
  } catch (error) {
    if (['path.denied', 'path.gated', 'path.missing', 'path.wrong_kind', 'path.failed'].some((code) => hasCode(error, code as 'path.missing'))) return 0;
    throw error;
  }
}
