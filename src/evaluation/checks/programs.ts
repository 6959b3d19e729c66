import { onlySays } from '../evidence/call-nature.ts';
import { hasCompleted } from '../evidence/call-end.ts';
import { classifyCall, classifyFailure } from '../evidence/failure-class.ts';
import { simpleCommandsOf } from '../evidence/script-words.ts';
import { refsOf } from '../work.ts';
import type { Look } from './check-ports.ts';
import { met, unmet } from './finding.ts';

/**
 * The command is run anew, so that no earlier output can stand for it. One whose last part succeeds whatever came before
 * (`… || true`, `…; echo done`) shows nothing by ending with 0.
 */
export const exitCode: Look<'exit_code'> = async ({ command, code }, _work, ports) => {
  const last = simpleCommandsOf(command)?.at(-1);
  if (code === 0 && last !== undefined && onlySays(last)) return unmet(`\`${command}\` ends with 0 whatever happens, so it shows nothing: leave its last part away.`, 'logical');
  const run = await ports.runCommand(command);
  if (run.exitCode === null) return unmet(`\`${command}\` did not end by itself.`, 'environmental', [run.ref]);
  if (run.exitCode !== code) return unmet(`\`${command}\` ended with exit code ${run.exitCode}, not ${code}.`, 'logical', [run.ref]);
  return met(`\`${command}\`, run again, ended with exit code ${code}.`, [run.ref]);
};

/** The tool did what it is for, in this subtask. A program that ended with an error code is told, and completed all the same. */
export const toolCompleted: Look<'tool_completed'> = async ({ tool_id: toolId }, work) => {
  const made = work.calls.filter(({ decision }) => decision.tool_id === toolId);
  const completed = made.filter(hasCompleted);
  const last = made.at(-1);
  if (last === undefined) return unmet(`${toolId} was not called.`, classifyFailure(work));
  if (completed.length === 0) return unmet(`${toolId} was called and did not complete.`, classifyCall(last) ?? 'logical', refsOf([last]));
  return met(`${toolId} completed.`, refsOf(completed));
};
