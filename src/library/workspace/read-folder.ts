import { hasCode } from '../../kernel/index.ts';
import { decodeText, detectEncoding, htmlToText, visibleFiles, type ToolHands, type WalkedEntry } from '../../tools/index.ts';
import type { FolderDocument } from './chunk-document.ts';
import { FILE_BYTES_MAX, FILES_MAX, FOLDER_BYTES_MAX, LEFT_OUT_NAMED_MAX } from './limits.ts';

export interface FolderTexts {
  /** In the order of their paths. */
  readonly documents: readonly FolderDocument[];
  readonly leftOut: LeftOutFiles;
}

/** What was not searched. Files that are no text are none of it: there is nothing to search in them. */
export interface LeftOutFiles {
  /** Reading these needs a person's yes. */
  readonly sensitive_paths: string[];
  readonly too_large_paths: string[];
  /** True when the folder holds more than one search looks at. */
  readonly is_cut: boolean;
}

const MARKDOWN = ['.md', '.markdown', '.mdx'];
const HTML = ['.html', '.htm', '.xhtml'];

/** The texts of a folder, as far as they may be read without asking. Reaches files only through the hands it is given. */
export async function readFolder({ files, signal }: Pick<ToolHands, 'files' | 'signal'>, folder: string): Promise<FolderTexts> {
  const { entries, isCut } = await filesIn({ files, signal }, folder);
  const [open, sensitive] = [entries.filter(({ isSensitive }) => !isSensitive), entries.filter(({ isSensitive }) => isSensitive)];
  const small = open.filter(({ sizeBytes }) => sizeBytes <= FILE_BYTES_MAX);
  const refused: string[] = [];
  const documents: FolderDocument[] = [];
  let bytesLeft = FOLDER_BYTES_MAX;
  let isPastBounds = small.length > FILES_MAX;
  for (const { path, sizeBytes } of small.slice(0, FILES_MAX)) {
    signal.throwIfAborted();
    if (sizeBytes > bytesLeft) {
      isPastBounds = true;
      continue;
    }
    bytesLeft -= sizeBytes;
    const text = await textOf(files, path).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      refused.push(path);
      return '';
    });
    if (text.trim() !== '') documents.push(await documentOf(path, text));
  }
  const named = (paths: readonly string[]): string[] => paths.slice(0, LEFT_OUT_NAMED_MAX);
  return {
    documents,
    leftOut: {
      sensitive_paths: named([...sensitive.map(({ path }) => path), ...refused]),
      too_large_paths: named(open.filter(({ sizeBytes }) => sizeBytes > FILE_BYTES_MAX).map(({ path }) => path)),
      is_cut: isCut || isPastBounds,
    },
  };
}

async function filesIn({ files, signal }: Pick<ToolHands, 'files' | 'signal'>, folder: string): Promise<{ entries: WalkedEntry[]; isCut: boolean }> {
  const entries: WalkedEntry[] = [];
  const walk = visibleFiles(files, { under: folder, includesIgnored: false, signal });
  let step = await walk.next();
  for (; !step.done; step = await walk.next()) if (step.value.kind === 'file') entries.push(step.value);
  return { entries: entries.toSorted((one, other) => (one.path < other.path ? -1 : 1)), isCut: step.value.isCut };
}

/** Nothing for what is no text, or is gone by now. */
async function textOf(files: ToolHands['files'], path: string): Promise<string> {
  try {
    const { bytes, isCut } = await files.read(path, { maxBytes: FILE_BYTES_MAX });
    const encoding = detectEncoding(bytes, !isCut);
    return encoding === null ? '' : decodeText(bytes, encoding);
  } catch (error) {
    if (hasCode(error, 'path.missing') || hasCode(error, 'path.wrong_kind') || hasCode(error, 'path.failed')) return '';
    throw error;
  }
}

/** What the policy refuses, such as a file that has another name outside the folder. */
function isRefusal(error: unknown): boolean {
  return hasCode(error, 'path.denied') || hasCode(error, 'path.gated');
}

/** A page is searched as its readers see it. */
async function documentOf(path: string, text: string): Promise<FolderDocument> {
  const isNamed = (endings: readonly string[]): boolean => endings.some((ending) => path.toLowerCase().endsWith(ending));
  if (isNamed(HTML)) return { path, text: (await htmlToText(text, { charsMax: FILE_BYTES_MAX })).text, kind: 'markdown' };
  return { path, text, kind: isNamed(MARKDOWN) ? 'markdown' : 'plain' };
}
