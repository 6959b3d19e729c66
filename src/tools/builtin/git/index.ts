import type { Tool } from '../../registry/tool.ts';
import { gitBlameTool } from './git-blame.ts';
import { gitCommitTool } from './git-commit.ts';
import { gitDiffTool } from './git-diff.ts';
import { gitLogTool } from './git-log.ts';
import { gitStatusTool } from './git-status.ts';

export const GIT_TOOLS: readonly Tool[] = [gitStatusTool, gitDiffTool, gitLogTool, gitBlameTool, gitCommitTool];
