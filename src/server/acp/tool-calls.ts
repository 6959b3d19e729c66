import { resolve } from 'node:path';
import type { ToolCallContent, ToolCallLocation, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import { actionWords, type FileChange, type JsonObject, type RunId, type ToolCallDecision, type ToolCallOutcome } from '../../contracts/index.ts';

type ShownDecision = Pick<ToolCallDecision, 'tool_id' | 'arguments' | 'intentions' | 'workspace'>;

const TITLE_CHARS_MAX = 200;

/** What editors draw a sign for; everything else, tools of other servers among it, is `other`. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  list_directory: 'read',
  extract_text: 'read',
  outline_code: 'read',
  git_status: 'read',
  git_diff: 'read',
  git_log: 'read',
  git_blame: 'read',
  query_table: 'read',
  write_file: 'edit',
  edit_file: 'edit',
  apply_patch: 'edit',
  move_files: 'move',
  search_text: 'search',
  glob: 'search',
  find_files: 'search',
  survey_files: 'search',
  web_search: 'search',
  retrieve: 'search',
  shell: 'execute',
  run_tests: 'execute',
  start_process: 'execute',
  stop_process: 'execute',
  git_commit: 'execute',
  evaluate: 'execute',
  http_fetch: 'fetch',
  todo: 'think',
};

export function toolCallId(runId: RunId, call: string): string {
  return `${runId}/${call}`;
}

/** A call as editors show it: what it does, of which kind it is and where. */
export function shownCall(decision: ShownDecision): Pick<ToolCallUpdate, 'kind' | 'locations' | 'rawInput'> & { readonly title: string } {
  const words = actionWords(decision, TITLE_CHARS_MAX);
  return { title: words === '' ? decision.tool_id : `${decision.tool_id}: ${words}`, kind: KINDS[decision.tool_id] ?? 'other', locations: locationsOf(decision), rawInput: decision.arguments };
}

const PATH_ARGUMENTS = ['path', 'from', 'to', 'folder'] as const;

function locationsOf({ arguments: given, workspace }: ShownDecision): ToolCallLocation[] {
  const paths = PATH_ARGUMENTS.flatMap((name) => textIn(given, name) ?? []);
  return [...new Set(paths)].map((path) => ({ path: resolve(workspace, path) }));
}

/** What a call would change, as far as its arguments say it; `before` is what the file holds now, where that is known. */
export function wouldChange({ tool_id: toolId, arguments: given, workspace }: ShownDecision, before: string | null | undefined): ToolCallContent[] {
  const path = textIn(given, 'path');
  if (path === undefined) return [];
  if (toolId === 'edit_file') return [diff(workspace, path, textIn(given, 'old_text') ?? null, textIn(given, 'new_text') ?? '')];
  const content = textIn(given, 'content');
  if (toolId !== 'write_file' || content === undefined) return [];
  return before === undefined ? [text(content)] : [diff(workspace, path, before, content)];
}

/** What a call did change. Only of a file that is new is it known that nothing was there. */
export function didChange(decision: ShownDecision, changes: readonly FileChange[]): ToolCallContent[] {
  const path = textIn(decision.arguments, 'path');
  const isNew = changes.length === 1 && changes[0]?.kind === 'created' && path !== undefined;
  return changes.length === 0 ? [] : wouldChange(decision, isNew ? null : undefined);
}

/** How a call ended, with what it gave back. */
export function endedCall({ status, shown, error, changes }: Pick<ToolCallOutcome, 'status' | 'shown' | 'error' | 'changes'>, decision: ShownDecision | undefined): Pick<ToolCallUpdate, 'status' | 'content'> {
  const words = error === null ? shown.text : `${error.message}\n${error.next_step}`;
  return {
    status: status === 'completed' || status === 'truncated' ? 'completed' : 'failed',
    content: [...(decision === undefined ? [] : didChange(decision, changes)), ...(words.trim() === '' ? [] : [text(words)])],
  };
}

export function text(words: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text: words } };
}

function diff(workspace: string, path: string, oldText: string | null, newText: string): ToolCallContent {
  return { type: 'diff', path: resolve(workspace, path), oldText, newText };
}

function textIn(given: JsonObject, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}
