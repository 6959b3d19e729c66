import { KeelsonError } from '../../kernel/index.ts';
import type { FileContent, WorkspaceFiles } from '../paths/workspace-files.ts';

/** A whole file for a tool that cannot work with a part of one. */
export async function readInput(toolId: string, files: WorkspaceFiles, path: string, bytesMax: number): Promise<FileContent> {
  const content = await files.read(path, { maxBytes: bytesMax });
  if (!content.isCut) return content;
  throw new KeelsonError('tool.too_many_bytes', {
    message: `The file has ${content.totalBytes} bytes; ${toolId} takes at most ${bytesMax}.`,
    nextStep: 'Use a smaller file, or a program for files of this size.',
    data: { tool_id: toolId, bytes: content.totalBytes, limit: bytesMax },
  });
}
