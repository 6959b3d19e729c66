import type { Tool } from '../../registry/tool.ts';
import { todoTool } from './todo.ts';

export const SESSION_TOOLS = [todoTool] as unknown as readonly Tool[];
