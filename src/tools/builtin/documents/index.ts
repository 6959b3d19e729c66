import type { Tool } from '../../registry/tool.ts';
import { extractTextTool } from './extract-text.ts';

export const DOCUMENT_TOOLS = [extractTextTool] as unknown as readonly Tool[];
