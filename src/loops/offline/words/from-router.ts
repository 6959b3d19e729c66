import type { JsonObject } from '../../../contracts/index.ts';
import { readersByToolId } from '../../../tools/index.ts';

/** Tools whose answer needs no work on it, or whose work others do better. The web is left out: what is there changes. */
const AS_IT_IS: ReadonlySet<string> = new Set(['read_file', 'list_directory', 'extract_text', 'outline_code', 'sql_query', 'evaluate', 'git_diff', 'git_blame']);

type ToTask = (given: JsonObject) => JsonObject;

const OUR_TASKS: Readonly<Record<string, ToTask>> = {
  git_status: ({ repo_path: path }) => ({ kind: 'git_changes', ...(path !== undefined && { path }) }),
  git_log: ({ repo_path: path, count }) => ({ kind: 'git_history', ...(path !== undefined && { path }), ...(count !== undefined && { count }) }),
  run_tests: ({ repo_path: path, test_command: command }) => ({ kind: 'run_tests', ...(path !== undefined && { path }), ...(command !== undefined && { command }) }),
  glob: (given) => ({ kind: 'find_files', ...given }),
  search_text: (given) => ({ kind: 'search_text', ...given }),
  ocr_extract: ({ image_path: file, language }) => ({ kind: 'read_image', file: file ?? '', ...(language !== undefined && { language }) }),
  resize_image: ({ input_path: file, width, height }) => ({ kind: 'resize_images', file: file ?? '', ...(width !== undefined && { width }), ...(height !== undefined && { height }) }),
};

/** What the router reads as one call of a tool, as one of our tasks; every one that it can be. */
export function tasksReadByRouter(request: string): readonly JsonObject[] {
  return [...readersByToolId].flatMap(([toolId, read]) => {
    if (!AS_IT_IS.has(toolId) && !Object.hasOwn(OUR_TASKS, toolId)) return [];
    const reading = read(request);
    if (reading.kind !== 'read') return [];
    return [OUR_TASKS[toolId]?.(reading.arguments) ?? { kind: 'call_tool', tool_id: toolId, arguments: reading.arguments }];
  });
}
