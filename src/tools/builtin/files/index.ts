import type { Tool } from '../../registry/tool.ts';
import { applyPatchTool } from './apply-patch.ts';
import { editFileTool } from './edit-file.ts';
import { listDirectoryTool } from './list-directory.ts';
import { moveFilesTool } from './move-files.ts';
import { readFileTool } from './read-file.ts';
import { writeFileTool } from './write-file.ts';

export const FILE_TOOLS: readonly Tool[] = [readFileTool, writeFileTool, editFileTool, applyPatchTool, moveFilesTool, listDirectoryTool];
