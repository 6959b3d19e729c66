import type { Tool } from '../../registry/tool.ts';
import { globTool } from './glob.ts';
import { searchTextTool } from './search-text.ts';
import { surveyFilesTool } from './survey-files.ts';

export const SEARCH_TOOLS: readonly Tool[] = [globTool, searchTextTool, surveyFilesTool];
