import type { Tool } from '../../registry/tool.ts';
import { askUserTool } from './ask-user.ts';
import type { FindFilesInput, FindFilesOutput } from './find-files.ts';

export function peopleTools(findFiles: Tool<FindFilesInput, FindFilesOutput>): readonly Tool[] {
  return [askUserTool, findFiles] as unknown as readonly Tool[];
}
