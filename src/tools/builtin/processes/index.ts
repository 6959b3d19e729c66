import type { Tool } from '../../registry/tool.ts';
import type { FindFilesInput, FindFilesOutput } from '../people/find-files.ts';
import { processOutputTool } from './process-output.ts';
import { shellTool } from './shell.ts';
import { startProcessTool } from './start-process.ts';
import { stopProcessTool } from './stop-process.ts';

export function processTools(findFiles: Tool<FindFilesInput, FindFilesOutput>): readonly Tool[] {
  return [shellTool(findFiles), startProcessTool, processOutputTool, stopProcessTool] as unknown as readonly Tool[];
}
