import type { Tool } from '../../registry/tool.ts';
import { queryTableTool } from './query-table.ts';
import { sqlQueryTool } from './sql-query.ts';

export const DATA_TOOLS = [sqlQueryTool, queryTableTool] as unknown as readonly Tool[];
