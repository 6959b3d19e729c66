import { documentKey, runLimitReached, RunState, runSuspended, runSuspensionEnded, type RunId } from '../../contracts/index.ts';
import { hasCode, KeelsonError, timestamp } from '../../kernel/index.ts';
import { RUN_RESOURCES, type RunResource } from '../budgets/budget-units.ts';
import { amountText, limitSentence, suggestedLimit, type LimitReached } from '../budgets/limit-words.ts';
import type { RunOverseers } from '../overseers.ts';
import { say } from './say.ts';
import type { TaskPorts, TaskWish } from './task-ports.ts';

/** What a person answers who has raised the limit by command; the command answers so for them. */
export const RAISED_MYSELF = 'Go on: I have raised it myself';
const LEAVE = 'Leave it as it is: I will raise it later and resume the run';
const END = 'End the run here, with what it has reached';

export interface AboutLimit {
  readonly runId: RunId;
  readonly wish: Pick<TaskWish, 'onLimit'>;
  readonly overseers: Pick<RunOverseers, 'ask' | 'raiseLimit'>;
  readonly ports: Pick<TaskPorts, 'writer' | 'clock' | 'ledger'>;
}

/**
 * What comes of a limit that is reached. Where a person is to be asked, the run waits and nothing has ended yet: they raise the
 * limit and it goes on, or it ends, or it is left with `run.waits_for_budget` to be gone on with. Everywhere else it ends.
 */
export async function askAboutLimit(reached: LimitReached, { runId, wish, overseers, ports }: AboutLimit, signal: AbortSignal): Promise<'go_on' | 'end'> {
  const { scope, resource, limit, consumed, needed } = reached;
  const at = `limit:${scope}:${resource}:${limit}:${consumed}:${needed}`;
  await say(ports.writer, runId, at, runLimitReached.type, { scope, resource, limit, consumed, needed });
  const { ask, raiseLimit } = overseers;
  if (wish.onLimit !== 'ask' || scope !== 'run' || ask === undefined || raiseLimit === undefined || !isOfRun(resource)) return 'end';
  const more = suggestedLimit(reached);
  const raise = `Raise it to ${amountText(resource, more)}, and go on`;
  const question = `${limitSentence(reached)} Raise the limit?`;
  await say(ports.writer, runId, at, runSuspended.type, { suspension: { waiting_for: 'budget', since: timestamp(ports.clock), resource, limit, needed, questions: [question] }, why: limitSentence(reached) });
  const answer = await answerOf(() => ask({ question, options: [raise, RAISED_MYSELF, LEAVE, END] }, signal), signal);
  if (answer === LEAVE) throw waitsForBudget(runId, reached);
  if (answer === raise) await raiseLimit({ resource, limit: more, reason: question });
  await say(ports.writer, runId, at, runSuspensionEnded.type, { why: answer === raise || answer === RAISED_MYSELF ? 'The limit was raised.' : 'The limit was not raised.' });
  return answer === raise || answer === RAISED_MYSELF ? 'go_on' : 'end';
}

function isOfRun(resource: LimitReached['resource']): resource is RunResource {
  return Object.hasOwn(RUN_RESOURCES, resource);
}

/** Whoever does not answer in time has not raised it; whoever cancels the run meanwhile needs no answer. */
async function answerOf(ask: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || hasCode(error, 'tool.nobody_to_ask')) return END;
    throw error;
  }
}

function waitsForBudget(runId: RunId, reached: LimitReached): KeelsonError<'run.waits_for_budget'> {
  const { resource, limit, needed } = reached;
  return new KeelsonError('run.waits_for_budget', {
    message: `${limitSentence(reached)} The run waits, and nothing of it is lost.`,
    nextStep: `keelson budget ${runId} ${resource}=${suggestedLimit(reached)} gives it more, and keelson resume ${runId} goes on.`,
    data: { run_id: runId, resource, limit, needed },
  });
}

/** A run that was left waiting for a limit and is gone on with waits no more; if the limit still does not hold it asks again. */
export async function endWaitForBudget(runId: RunId, token: number, { ledger, writer }: Pick<TaskPorts, 'ledger' | 'writer'>): Promise<void> {
  const state = RunState.safeParse((await ledger.documents.get(documentKey.run(runId)))?.body).data;
  if (state?.suspension?.waiting_for === 'budget') await say(writer, runId, `gone_on:${token}`, runSuspensionEnded.type, { why: 'The run is gone on with.' });
}
