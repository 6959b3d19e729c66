import { definitionWith } from '../../registry/define-tool.ts';
import type { Tool } from '../../registry/tool.ts';

/**
 * The words that propose a tool, beside the patterns that its own definition has. They may be generous: a tool that is
 * proposed runs only when the whole request is read as a call of it.
 */
const SEE = 'show|display|print|view|see|give|get|output|list|what|what\'s|whats|check|tell|report';
const requestPatterns: Readonly<Record<string, readonly string[]>> = {
  git_status: ['\\b(status|state|branch|uncommitted|clean|dirty|staged|modified|changed|pending|unstaged)\\b', '\\bfiles\\b.*\\b(change|modify|edit|edited|stage)\\b'],
  git_diff: ['\\b(diff|staged|cached|unstaged|changes|changed|change|modified|modify|modifications|edits)\\b'],
  git_log: ['\\b(git|commit|commits)\\b'],
  git_blame: ['\\b(blame|who)\\b'],
  run_tests: ['\\btests?\\b', '\\b(pytest|unittest|vitest|jest|mocha|testsuite)\\b', '\\b(npm t|make check)\\b'],
  read_file: [`\\b(${SEE}|cat|read|open|dump|pull up|bring up|type|less|more|contain)\\b`],
  list_directory: [`\\b(${SEE}|ls|dir|enumerate|which|contain)\\b`],
  glob: ['\\b(glob|find|list|show|get|give|locate|look|search|display|print|enumerate|which|what)\\b.*[*{.]', '\\bfiles?\\b'],
  search_text: ['\\b(grep|search|find|look|locate|scan|where|which|what|occurrences|mentions|usages|references|list|show)\\b'],
  resize_image: ['\\b(resize|scale|rescale|shrink|enlarge|downscale|upscale|size|make|convert|dimensions|resolution)\\b.*\\d'],
  ocr_extract: ['\\bocr\\b', '\\b(text|words|writing|transcribe)\\b'],
  extract_text: ['\\b(text|words|content|contents)\\b', '\\b(read|what|what\'s)\\b.*\\.(pdf|docx)\\b'],
  outline_code: ['\\b(outline|structure|symbols|functions|classes|methods|definitions|exports|types|interfaces|declarations)\\b'],
  sql_query: ['\\b(select|with|values|explain)\\b'],
  http_fetch: ['\\bhttps?://'],
  web_search: ['\\b(web|internet|online|google|duckduckgo|net|websearch)\\b'],
  evaluate: ['\\d', '\\b(calculate|compute|evaluate)\\b'],
};

/** A built-in tool as it stands in the catalogue: its definition names every word that proposes it. */
export function withRequestPatterns<Input, Output>(tool: Tool<Input, Output>): Tool<Input, Output> {
  const { definition } = tool;
  const added = requestPatterns[definition.tool_id] ?? [];
  return { ...tool, definition: definitionWith(definition, { handles_patterns: [...new Set([...definition.handles_patterns, ...added])] }) };
}
