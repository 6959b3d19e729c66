import type { Tool } from '../../registry/tool.ts';
import { delegateTool } from './delegate.ts';
import { todoTool } from './todo.ts';

export const SESSION_TOOLS = [todoTool, delegateTool] as unknown as readonly Tool[];
