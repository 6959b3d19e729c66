import type { Tool } from '../../registry/tool.ts';
import { evaluateTool } from './evaluate.ts';
import { runNodeTool } from './run-node.ts';
import { runPythonTool } from './run-python.ts';

export const SCRIPT_TOOLS = [evaluateTool, runPythonTool, runNodeTool] as unknown as readonly Tool[];
