import type { CheckKind, CriterionCheck } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { classifyFailure } from '../evidence/failure-class.ts';
import { everyCall, type CheckedWork } from '../work.ts';
import { answerAgrees } from './answers/answer-agrees.ts';
import { untouched } from './answers/untouched.ts';
import type { CheckPorts, Look } from './check-ports.ts';
import { citationsResolve } from './citations.ts';
import { fileChanged, fileRemoved } from './file-changes.ts';
import { open, unmet, type CheckFinding } from './finding.ts';
import { jsonValid, numberInRange } from './json.ts';
import { exitCode, toolCompleted } from './programs.ts';
import { testsPass } from './tests-pass.ts';
import { textContains, textLacks } from './text.ts';

/** Every kind of check there is; a new kind does not compile until it can be looked at. */
const LOOKS: { readonly [Kind in CheckKind]: Look<Kind> } = {
  file_changed: fileChanged,
  file_removed: fileRemoved,
  text_contains: textContains,
  text_lacks: textLacks,
  json_valid: jsonValid,
  tests_pass: testsPass,
  exit_code: exitCode,
  number_in_range: numberInRange,
  tool_completed: toolCompleted,
  citations_resolve: citationsResolve,
  answer_agrees: answerAgrees,
  untouched,
};

/** Failures of looking itself. Stops, spent budgets and defects are none: they end the run as they do anywhere. */
const LOOKING_FAILED = ['path.', 'tool.', 'sandbox.', 'network.', 'mcp.', 'blob.', 'schema.refused'];

/**
 * Looks whether a criterion is met, without asking anybody. Nothing is ever met by a run in which no call completed: what
 * was there before is not its work.
 */
export async function runCheck(check: CriterionCheck, work: CheckedWork, ports: CheckPorts): Promise<CheckFinding> {
  if (!everyCall(work).some((call) => hasCompleted(call) && natureOf(call) !== 'says')) return unmet('No call of this run completed, so nothing that may be there is its work.', classifyFailure(work));
  try {
    return await (LOOKS[check.kind] as Look<CheckKind>)(check, work, ports);
  } catch (error) {
    if (!(error instanceof KeelsonError) || !LOOKING_FAILED.some((start) => error.code.startsWith(start))) throw error;
    return open(`It could not be looked at: ${error.message}`);
  }
}
