import type { Tool } from '../../registry/tool.ts';
import { applescriptTool } from './applescript.ts';
import { shortcutsTool } from './shortcuts.ts';

export const MACOS_TOOLS = [applescriptTool, shortcutsTool] as unknown as readonly Tool[];
