import { sha256Hex } from '../../kernel/index.ts';
import type { Sha256 } from '../../contracts/index.ts';
import { badEndOf } from '../evidence/call-end.ts';
import { classifyCall, classifyFailure } from '../evidence/failure-class.ts';
import { historyOf } from '../evidence/file-history.ts';
import { refsOf, type CheckedWork } from '../work.ts';
import type { CheckPorts, Look } from './check-ports.ts';
import { met, open, unmet, type CheckFinding } from './finding.ts';

/**
 * That a file is there proves nothing. It counts as changed when a call of this run that did not fail changed it, when it
 * still holds what that call left, and when that is not what it held before the run.
 */
export const fileChanged: Look<'file_changed'> = async ({ path }, work, ports) => {
  const history = historyOf(path, work);
  if (history === undefined) return unmet(`No call of this run changed ${path}; that it may be there already proves nothing.`, classifyFailure(work));
  const { first, last, lastCall } = history;
  const refs = refsOf([lastCall]);
  const failed = failedChange(path, work);
  if (failed !== undefined) return failed;
  if (last.after_sha256 === null) return unmet(`The last call that touched ${path}, ${lastCall.decision.tool_id}, deleted it.`, 'logical', refs);
  const now = await hashNow(path, ports);
  if (now === 'unknown') return open(`${path} is no text, and its bytes could not be compared with what the run left.`);
  if (now === undefined) return unmet(`${path} was changed by ${lastCall.decision.tool_id}, but it is not there any more.`, 'logical', refs);
  if (now === (first.before?.sha256 ?? null)) return unmet(`${path} holds again what it held before this run: the change was taken back.`, 'logical', refs);
  if (now !== last.after_sha256 && now !== ports.leftByCheck?.(last.path)) return unmet(`${path} does not hold what ${lastCall.decision.tool_id} left there; something else has written to it since.`, 'logical', refs);
  return met(`${lastCall.decision.tool_id} ${last.kind} ${path}, and it still holds what that call left.`, refs);
};

/** The same the other way round: it was there before the run, a call that did not fail deleted it, and it is gone. */
export const fileRemoved: Look<'file_removed'> = async ({ path }, work, ports) => {
  const history = historyOf(path, work);
  if (history === undefined) return unmet(`No call of this run removed ${path}; that it is missing proves nothing.`, classifyFailure(work));
  const { first, last, lastCall } = history;
  const refs = refsOf([lastCall]);
  const failed = failedChange(path, work);
  if (failed !== undefined) return failed;
  if (first.before === null) return unmet(`${path} was not there before this run: the run made it itself.`, 'logical', refs);
  if (last.kind !== 'deleted') return unmet(`The last call that touched ${path}, ${lastCall.decision.tool_id}, left it there.`, 'logical', refs);
  if ((await ports.readFile(path)) !== undefined) return unmet(`${path} was deleted by ${lastCall.decision.tool_id}, but it is there again.`, 'logical', refs);
  return met(`${lastCall.decision.tool_id} deleted ${path}, and it is gone.`, refs);
};

/** What a failed call left behind is an accident, not a result. */
function failedChange(path: string, work: CheckedWork): CheckFinding | undefined {
  const call = historyOf(path, work)?.lastCall;
  const end = call === undefined ? undefined : badEndOf(call);
  if (call === undefined || end === undefined) return undefined;
  return unmet(`The call that last touched ${path} did not succeed: ${call.decision.tool_id} ${end.how}.`, classifyCall(call) ?? 'logical', refsOf([call]));
}

/** A character that stands for bytes which are no text; a file that holds it cannot be hashed from its text. */
const NO_TEXT = '\uFFFD';

/** What cannot be read as text may be there all the same, such as a database; its bytes are asked for then. */
async function hashNow(path: string, ports: CheckPorts): Promise<Sha256 | undefined | 'unknown'> {
  const text = await ports.readFile(path);
  if (text !== undefined && !text.includes(NO_TEXT)) return sha256Hex(text);
  if (ports.hashFile !== undefined) return ports.hashFile(path);
  return text === undefined ? undefined : 'unknown';
}
