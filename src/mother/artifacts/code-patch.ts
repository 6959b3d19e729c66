import { CodePatch, type FileChange, type PatchedFile, type Sha256, type StorageRef } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Larger files are told by their hashes alone; nobody reads a diff of that size. */
const DIFF_BYTES_MAX = 1024 * 1024;

export interface PatchPorts {
  readBlob(ref: StorageRef): Promise<Uint8Array>;
  /** The file as it is now, below the workspace; undefined when there is none. */
  readFile(path: string): Promise<Uint8Array | undefined>;
}

/**
 * What all these changes come to: from what was there before the first of them, which was kept, to what is there now.
 * Undefined when everything is as it was. The hashes are of the bytes themselves.
 */
export async function codePatchOf(changes: readonly FileChange[], { readBlob, readFile }: PatchPorts): Promise<CodePatch | undefined> {
  const first = new Map<string, FileChange>();
  for (const change of changes) if (!first.has(change.path)) first.set(change.path, change);
  const files: PatchedFile[] = [];
  const diffs: string[] = [];
  for (const [path, { before: kept }] of [...first].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const before = kept === null ? undefined : await readBlob(kept);
    const after = await readFile(path);
    const [beforeHash, afterHash] = [hashOf(before), hashOf(after)];
    if (beforeHash === afterHash) continue;
    const [beforeText, afterText] = [textOf(before), textOf(after)];
    const isText = beforeText !== undefined && afterText !== undefined;
    files.push({ path, change: before === undefined ? 'created' : after === undefined ? 'deleted' : 'modified', before_sha256: beforeHash, after_sha256: afterHash, is_text: isText });
    if (isText) diffs.push(unifiedDiff({ path, before: beforeText, after: afterText }));
  }
  return files.length === 0 ? undefined : CodePatch.parse({ diff: diffs.join(''), files });
}

function hashOf(bytes: Uint8Array | undefined): Sha256 | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

/** Null where there is no file, undefined where its bytes are no text. */
function textOf(bytes: Uint8Array | undefined): string | null | undefined {
  if (bytes === undefined) return null;
  if (bytes.byteLength > DIFF_BYTES_MAX || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
