import type { Tool } from '../../registry/tool.ts';
import { outlineCodeTool } from './outline-code.ts';

export const CODE_TOOLS = [outlineCodeTool] as unknown as readonly Tool[];
