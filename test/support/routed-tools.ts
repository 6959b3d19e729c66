import { z } from 'zod';
import { defineTool } from '../../src/tools/registry/define-tool.ts';
import type { Tool } from '../../src/tools/registry/tool.ts';
import { withRequestPatterns } from '../../src/tools/routing/phrases/request-patterns.ts';

const text = z.string().min(1);

/** The arguments that requests in plain words can give, and the order in which the tools are tried. */
const CONTRACTS: Readonly<Record<string, readonly [priority: number, input: z.ZodType]>> = {
  run_tests: [100, z.strictObject({ repo_path: text, test_command: text.optional() })],
  git_status: [95, z.strictObject({ repo_path: text })],
  git_diff: [94, z.strictObject({ repo_path: text, staged: z.boolean().optional() })],
  git_log: [93, z.strictObject({ repo_path: text, count: z.int().min(1).optional() })],
  git_blame: [92, z.strictObject({ path: text })],
  resize_image: [90, z.strictObject({ input_path: text, width: z.int().min(1), height: z.int().min(1) })],
  ocr_extract: [85, z.strictObject({ image_path: text, language: text.optional() })],
  extract_text: [84, z.strictObject({ path: text })],
  outline_code: [82, z.strictObject({ path: text })],
  sql_query: [81, z.strictObject({ database_path: text, query: text })],
  glob: [80, z.strictObject({ pattern: text, path: text.optional() })],
  search_text: [79, z.strictObject({ pattern: text, path: text.optional(), literal: z.boolean().optional() })],
  list_directory: [78, z.strictObject({ path: text })],
  read_file: [76, z.strictObject({ path: text })],
  evaluate: [70, z.strictObject({ expression: text })],
  http_fetch: [45, z.strictObject({ url: z.url() })],
  web_search: [20, z.strictObject({ query: text })],
};

/** The contracts of the tools that requests are routed to, without what they do. */
export function routedTools(): readonly Tool[] {
  return Object.entries(CONTRACTS).map(([toolId, [priority, input]]) =>
    withRequestPatterns(
      defineTool<unknown, string>({
        tool_id: toolId,
        tool_name: toolId,
        category: 'compute',
        side_effects: 'read_only',
        priority,
        timeout_ms: 1000,
        allowed_roles: ['coder'],
        input,
        output: z.string(),
        touches: [],
        taint: 'user_trusted_bounded',
        intentions: () => [],
        perform: async () => '',
        show: (output) => output,
      }),
    ) as Tool,
  );
}
