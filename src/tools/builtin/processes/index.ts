import type { Tool } from '../../registry/tool.ts';
import { processOutputTool } from './process-output.ts';
import { shellTool } from './shell.ts';
import { startProcessTool } from './start-process.ts';
import { stopProcessTool } from './stop-process.ts';

export const PROCESS_TOOLS: readonly Tool[] = [shellTool, startProcessTool, processOutputTool, stopProcessTool];
