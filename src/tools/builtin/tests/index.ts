import type { Tool } from '../../registry/tool.ts';
import { runTestsTool } from './run-tests.ts';

export const TEST_TOOLS: readonly Tool[] = [runTestsTool];
