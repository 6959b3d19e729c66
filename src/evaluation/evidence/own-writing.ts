import type { MadeCall } from '../work.ts';
import { quotes } from './quotes.ts';
import { belowWorkspace, targetsOf } from './targets.ts';

/** Tools that put into a file what the executor hands them, word for word. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set(['write_file', 'edit_file', 'apply_patch']);

const HANDED_IN = ['content', 'new_text', 'patch'] as const;

/**
 * Whether words stand in a file because this run wrote them there itself. Such a file is no source for them: whoever reads it
 * back hears their own voice. What a program or a fetch left in a file came from somewhere else.
 */
export function isOwnWriting({ source, quote }: { readonly source: string; readonly quote: string }, calls: readonly MadeCall[]): boolean {
  return calls.some((call) => {
    const { tool_id: toolId, arguments: given, workspace } = call.decision;
    const path = belowWorkspace(source, workspace);
    const isThere = path !== undefined && (targetsOf(call).has(path) || call.outcome.changes.some((change) => change.path === path));
    return WRITING_TOOLS.has(toolId) && isThere && HANDED_IN.some((name) => quotes(quote, textOf(given[name])));
  });
}

/** A patch marks each line that it adds. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.split('\n').map((line) => (line.startsWith('+') ? line.slice(1) : line)).join('\n') : undefined;
}
