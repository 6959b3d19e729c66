import type { MadeCall } from '../work.ts';
import { quotes } from './quotes.ts';
import { belowWorkspace, targetsOf } from './targets.ts';

/** Tools that put into a file what the executor hands them, word for word. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set(['write_file', 'edit_file', 'apply_patch']);

const HANDED_IN = ['content', 'new_text', 'patch', 'command', 'code'] as const;

/**
 * Whether words stand in a file because this run put them there itself: into the file, into the command that made it, or into a
 * script before that. Such a file is no source for them: whoever reads it back hears their own voice. What a program or a fetch
 * left in a file without having been told came from somewhere else.
 */
export function isOwnWriting({ source, quote }: { readonly source: string; readonly quote: string }, calls: readonly MadeCall[]): boolean {
  return calls.some((call, at) => {
    const path = belowWorkspace(source, call.decision.workspace);
    if (path === undefined) return false;
    if (WRITING_TOOLS.has(call.decision.tool_id) && targetsOf(call).has(path) && handsIn(quote, call)) return true;
    const change = call.outcome.changes.find((one) => one.path === path);
    // In a file that was there, the words may have stood before.
    return change !== undefined && (change.kind === 'created' ? calls.slice(0, at + 1) : [call]).some((one) => handsIn(quote, one));
  });
}

function handsIn(quote: string, { decision }: MadeCall): boolean {
  return HANDED_IN.some((name) => quotes(quote, textOf(decision.arguments[name])));
}

/** A patch marks each line that it adds. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.split('\n').map((line) => (line.startsWith('+') ? line.slice(1) : line)).join('\n') : undefined;
}
