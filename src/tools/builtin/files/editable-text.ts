import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { toolFailure } from '../tool-failure.ts';
import { EDIT_FILE_BYTES_MAX } from './limits.ts';
import { decodeText, detectEncoding, type TextEncoding } from './text-encoding.ts';

/** A whole text file that a tool is about to change. */
export async function readEditableText(toolId: string, files: WorkspaceFiles, path: string): Promise<{ text: string; encoding: TextEncoding }> {
  const { bytes, isCut, totalBytes } = await files.read(path, { maxBytes: EDIT_FILE_BYTES_MAX });
  if (isCut) {
    throw toolFailure(toolId, `${path} has ${totalBytes} bytes; files above ${EDIT_FILE_BYTES_MAX} are not edited.`, 'Change it with a program, such as a script that reads it line by line.');
  }
  const encoding = detectEncoding(bytes, true);
  if (encoding === null) throw toolFailure(toolId, `${path} is no text.`, 'Write the whole file anew, or change it with a program that knows its format.');
  return { text: decodeText(bytes, encoding), encoding };
}
