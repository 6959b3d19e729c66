import type { JsonObject, KeyNumber, RoleId, WorkReport } from '../../contracts/index.ts';
import { untracedNumbers } from '../../evaluation/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { At, Execution, ToExecute } from '../engine.ts';
import { waryOf, whyHeld } from '../planner/calibration.ts';
import { aimsAt } from '../validators/primary-target.ts';
import { madeWithoutModel } from './can-do.ts';
import { OfflineTask } from './tasks.ts';
import { fileWorkers } from './workers/files.ts';
import { gitWorkers } from './workers/git.ts';
import { imageWorkers } from './workers/images.ts';
import { renameWorkers } from './workers/renaming.ts';
import { tableWorkers } from './workers/tables.ts';
import { textWorkers } from './workers/texts.ts';
import type { Work, WorkerHands, Workers } from './workers/worker.ts';

/** One call of a tool in the name of a role, recorded under the key that it is given. */
export interface OfflineCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly roleId: RoleId;
  /** Why it is held until the person said yes. */
  readonly askFirst?: string;
}

/** All that enters the work of this engine. A call that is not made rejects with the refusal. */
export interface OfflinePorts {
  callTool(at: At, call: OfflineCall): Promise<ToolCallResult>;
}

const WORKERS: Workers = { ...fileWorkers, ...textWorkers, ...gitWorkers, ...imageWorkers, ...tableWorkers, ...renameWorkers };

/** Thrown by the hands of a worker when a tool failed: there is nothing to go on with. */
class ToolFailed extends Error {}

/** What a worker cannot know: the outputs of subtasks before this one. */
export type Earlier = readonly string[];

/**
 * Does what the planner wrote into the context of the subtask. A refusal by the policy or a person ends it with that
 * refusal, for there is no other way to try; a tool that fails is a result that says so.
 */
export async function executeOffline(input: ToExecute, earlier: Earlier, ports: OfflinePorts): Promise<Execution> {
  const task = OfflineTask.parse(JSON.parse(input.subtask.context));
  const calls: ToolCallResult[] = [];
  const hands: WorkerHands = {
    earlier,
    calls: () => calls.length,
    call: async (toolId, given) => {
      refuseBlockedTarget(given, input.blockedTargets);
      const at = { key: `${input.key}/tool-${calls.length + 1}`, signal: input.signal };
      const wary = waryOf(input.wary ?? [], toolId, given);
      const result = await ports.callTool(at, { name: toolId, arguments: given, roleId: input.subtask.role_id, ...(wary !== undefined && { askFirst: whyHeld(wary) }) });
      calls.push(result);
      const { output, error, shown } = result.outcome;
      if (output === null) throw new ToolFailed(error === null ? `${toolId} gave nothing back.` : `${error.message} ${error.next_step}`);
      return { output, shown: shown.text, result };
    },
  };
  const worker = WORKERS[task.kind] as (one: OfflineTask, with_: WorkerHands) => Promise<Work>;
  try {
    return executionOf(input, await worker(task, hands), calls);
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error;
    return executionOf(input, { answer: `It could not be done: ${error.message}`, details: [], how: 'a tool failed, and nothing else was tried.', isDone: false }, calls);
  }
}

/** What the solver blocked, or memory forbids, is not touched again. */
function refuseBlockedTarget(given: JsonObject, blocked: ToExecute['blockedTargets']): void {
  const found = blocked.find(({ target }) => aimsAt(given, target));
  if (found === undefined) return;
  const { target, why } = found;
  throw new KeelsonError('offline.cannot', { message: `${target} is blocked in this round${why === undefined ? '' : `: ${why}`}, and without a model there is no other way.`, nextStep: 'Name another file, or add a model: keelson models.', data: { request: target, can: [] } });
}

/** The answer first, then what it rests on, then what to know about it; last, that no model made it. */
export function resultText({ answer, details, limitations = [], how }: Work): string {
  const notes = limitations.length === 0 ? [] : ['', ...limitations.map((one) => `Note: ${one}`)];
  return [answer, ...(details.length === 0 ? [] : ['', ...details]), ...notes, '', madeWithoutModel(how)].join('\n');
}

function executionOf({ subtask, role }: ToExecute, work: Work, calls: readonly ToolCallResult[]): Execution {
  const isDone = work.isDone ?? true;
  const output = resultText(work);
  const report: WorkReport = {
    status: isDone ? 'completed' : 'failed',
    output,
    confidence: { score: isDone ? 1 : 0, rationale: isDone ? 'Every statement is the output of a tool or reckoned from it.' : 'It was not done.' },
    risk: { level: 'low', rationale: 'Only what the request names word for word was done.' },
    artifacts: isDone ? [...(work.artifacts ?? []), ...analysisOf(subtask.intent, work, role, calls)].map((artifact) => ({ ...artifact })) : [],
    next_actions: [],
  };
  return {
    result: { subtask_id: subtask.subtask_id, status: report.status, output, tool_calls: calls.map(({ evidence }) => evidence) },
    report,
    calls,
    modelCalls: 0,
  };
}

/** The report that the contract of an analyst asks for. What was reckoned from several numbers is in its words; a key number is one that a call gave as it is. */
function analysisOf(question: string, { answer, how, numbers = [], limitations = [] }: Work, { required_artifacts: required }: ToExecute['role'], calls: readonly ToolCallResult[]): { type: string; content: JsonObject }[] {
  if (!required.some(({ artifact_type: type }) => type === 'AnalysisReport')) return [];
  const named = numbers.map(({ name, value, unit, call }): KeyNumber => ({ name, value, unit, trace: { by: 'tool_call', call } }));
  const untraced = new Set(untracedNumbers(named, calls));
  const key_numbers = named.filter((number) => !untraced.has(number));
  return [{ type: 'AnalysisReport', content: { question, findings: answer, method: madeWithoutModel(how), key_numbers, limitations: [...limitations] } }];
}
