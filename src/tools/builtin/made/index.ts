import { registerToolTool } from './register-tool.ts';

export const MADE_TOOLS = [registerToolTool];
