import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { commandsOf, natureOf } from '../evidence/call-nature.ts';
import { takesNothingIn } from '../evidence/own-scripts.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import type { MadeCall } from '../work.ts';
import { isProgram } from './program-runs.ts';
import { changedFiles, type WholeWork } from './whole-work.ts';

/** Tools that show names and nothing of what stands behind them. */
export const LISTING_TOOLS: ReadonlySet<string> = new Set(['list_directory', 'glob', 'find_files', 'survey_files', 'git_status']);

/** Whether a call opened a file, as far as it can be told from outside. */
export function opens(call: MadeCall, path: string, work: WholeWork): boolean {
  const { tool_id: toolId, arguments: given } = call.decision;
  // What a program or a test opens is not told; any that was run may have, except one whose text this run wrote and knows.
  if (!WRITING_TOOLS.has(toolId) && ['acts', 'measures'].includes(natureOf(call))) return !onlySpeaksOfItself(call, work);
  if (!hasSucceeded(call)) return false;
  const name = posix.basename(path);
  if (call.outcome.changes.some((change) => posix.basename(change.path) === name)) return true;
  return !LISTING_TOOLS.has(toolId) && (JSON.stringify(given).includes(name) || call.outcome.shown.text.includes(name));
}

/** A plain run of a script that was written by this run and takes nothing in. */
function onlySpeaksOfItself(call: MadeCall, work: WholeWork): boolean {
  const [command, ...more] = commandsOf(call) ?? [];
  const script = command?.words[1];
  if (more.length > 0 || script === undefined || !isProgram(script)) return false;
  const file = changedFiles(work).find(({ path }) => posix.normalize(script) === path);
  return file !== undefined && file.before === null && file.now !== null && takesNothingIn(file.path, file.now);
}
