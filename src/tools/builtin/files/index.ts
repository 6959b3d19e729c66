import type { Tool } from '../../registry/tool.ts';
import { applyPatchTool } from './apply-patch.ts';
import { editFileTool } from './edit-file.ts';
import { listDirectoryTool } from './list-directory.ts';
import { readFileTool } from './read-file.ts';
import { writeFileTool } from './write-file.ts';

export const FILE_TOOLS = [readFileTool, writeFileTool, editFileTool, applyPatchTool, listDirectoryTool] as unknown as readonly Tool[];
