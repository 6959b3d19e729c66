import { DEFAULT_BUDGET, documentKey, runCancelSettled, type Name, type RoleId, type RunId, type TaskCancelReceipt, type TerminationRecord } from '../contracts/index.ts';
import { hasCode, invariant } from '../kernel/index.ts';
import { createCounterOperations, type HeldLease, type RunJournal } from '../ledger/index.ts';
import { REACT_PROMPT, reactLoop, type ReactEnd } from '../loops/index.ts';
import type { ModelDesk } from '../models/index.ts';
import { steeringInbox, takeSteering } from '../oversight/index.ts';
import type { Tool, ToolsForRun } from '../tools/index.ts';
import { outputTokensFor } from './fit-to-context.ts';
import type { RunOverseers } from './overseers.ts';
import { answerOfEndedRun, judgeAnswerStep, toolsOfferedEffect, type JudgedAnswer } from './model-run-steps.ts';
import { holdRun, startRun, terminateRun, terminationOfRun, withJournal, type RunPorts } from './run-life.ts';
import { endingOfCancel, endingOfError, endingOfLoop, modelRunRecord, type Ending } from './termination-of-model-run.ts';

/** A task in the person's own words, for a model with tools. */
export interface ModelWish {
  readonly request: string;
  readonly userId: Name;
  /** Whose tools the model has. */
  readonly roleId?: RoleId;
  readonly turnsMax?: number;
  /** Recognises the same wish when it comes again; the run is then gone on with, and nothing is done twice. */
  readonly idempotencyKey: string;
  /** A stop leaves the run to be gone on with; a cancellation comes through the log and ends it. */
  readonly signal: AbortSignal;
}

export interface ModelRunPorts extends RunPorts {
  readonly workspace: string;
  openOverseers(runId: RunId): Promise<RunOverseers>;
  /** The tools of one run; closed when the run ends. */
  openTools(runId: RunId, overseers: RunOverseers): Promise<ToolsForRun>;
  /** The tools that a model in this role may be told of. */
  offeredTools(roleId: RoleId): Promise<readonly Tool[]>;
  openDesk(journal: RunJournal): ModelDesk;
  /** How much the model that is asked first takes in at once. */
  readonly contextTokens: number;
}

export interface ModelRun {
  readonly runId: RunId;
  /** What the model said last; nothing has checked it. */
  readonly answer: string;
  readonly termination: TerminationRecord;
}

/** Most tools are open to it, so it stands for a worker until plans say which role a task needs. */
const WORKER: RoleId = 'coder';
/** What a person waits for one turn before they wonder. */
const TARGET_LATENCY_MS = 60_000;

/** Starts or goes on with the run, lets the model work, and writes the one record of how it ended. */
export async function runWithModel(wish: ModelWish, ports: ModelRunPorts): Promise<ModelRun> {
  const { max_total_tokens, max_cloud_calls, max_tool_calls, max_retrieval_queries, max_cost_usd } = DEFAULT_BUDGET.per_run;
  const limits = { tokens: max_total_tokens, cloud_calls: max_cloud_calls, tool_calls: max_tool_calls, retrieval_queries: max_retrieval_queries, cost_microusd: max_cost_usd * 1e6 };
  const runId = await startRun({ key: `run.start:${wish.idempotencyKey}`, userId: wish.userId, request: wish.request, limits, prompts: { [REACT_PROMPT.name]: REACT_PROMPT.version } }, ports);
  const ended = await terminationOfRun(runId, ports);
  if (ended !== undefined) return { runId, answer: await answerOfEndedRun(runId, ports), termination: ended };
  const overseers = await ports.openOverseers(runId);
  try {
    return await holdRun(runId, wish.signal, ports, (held, signal) => work(wish, runId, held, signal, overseers, ports));
  } finally {
    await overseers.cancel.stop();
  }
}

async function work(wish: ModelWish, runId: RunId, held: HeldLease, signal: AbortSignal, overseers: RunOverseers, ports: ModelRunPorts): Promise<ModelRun> {
  const stopping = AbortSignal.any([signal, overseers.cancel.signal]);
  const terminate = async (ending: Ending, answer = ''): Promise<ModelRun> => ({ runId, answer, termination: await terminateRun(runId, (at) => modelRunRecord(runId, ending, at), ports) });
  try {
    const end = await think(wish, runId, held, stopping, overseers, ports);
    const answer = end.kind === 'stopped' ? '' : end.text;
    const cancelled = overseers.cancel.requested();
    if (cancelled !== undefined) return { runId, answer, termination: await endCancelledRun(runId, await overseers.cancelReceipt(cancelled, 'after_current_step'), ports) };
    invariant(end.kind !== 'stopped', 'only a cancellation stops the loop between steps');
    return await terminate(endingOfLoop(end), answer);
  } catch (error) {
    const cancelled = overseers.cancel.requested();
    // Where the lease is lost somebody else has the run now, and hears of the cancellation too.
    if (cancelled !== undefined && !signal.aborted && isStop(error)) return { runId, answer: '', termination: await endCancelledRun(runId, await overseers.cancelReceipt(cancelled, 'at_once'), ports) };
    const ending = endingOfError(error);
    if (ending === undefined) throw error;
    return terminate(ending);
  }
}

function isStop(error: unknown): boolean {
  return hasCode(error, 'journal.cancelled') || hasCode(error, 'model.cancelled');
}

/** The receipt and the end become durable together. For whoever holds the run: nobody else may end it. */
export function endCancelledRun(runId: RunId, receipt: TaskCancelReceipt, ports: Pick<RunPorts, 'ledger' | 'writer' | 'clock'>): Promise<TerminationRecord> {
  return terminateRun(runId, (at) => modelRunRecord(runId, endingOfCancel(receipt), at), ports, [{ type: runCancelSettled.type, streamId: runId, payload: { receipt } }]);
}

/** Goes through the loop, again from the start when a person has said what became of a step that may have happened. */
async function think(wish: ModelWish, runId: RunId, held: HeldLease, signal: AbortSignal, overseers: RunOverseers, ports: ModelRunPorts): Promise<ReactEnd> {
  for (;;) {
    const end = await withJournal(runId, held, signal, ports, async (journal) => {
      const tools = await ports.openTools(runId, overseers);
      try {
        return await loopOnce(wish, journal, tools, signal, overseers, ports);
      } catch (error) {
        if (!hasCode(error, 'journal.unresolved') || overseers.resolveStep === undefined) throw error;
        await overseers.resolveStep(error, journal, signal);
        return undefined;
      } finally {
        await journal.close();
        await tools.close();
      }
    });
    if (end !== undefined) return end;
  }
}

async function loopOnce({ request, roleId = WORKER, turnsMax }: ModelWish, journal: RunJournal, { runner }: ToolsForRun, signal: AbortSignal, { provenance, cancel }: RunOverseers, ports: ModelRunPorts): Promise<ReactEnd> {
  const { runId } = journal;
  const counters = [documentKey.runBudget(runId)];
  const operations = createCounterOperations(ports.writer);
  const desk = ports.openDesk(journal);
  const inbox = steeringInbox(runId, ports.ledger.log);
  const at = (turn: number, what: string): string => `execute/turn-${turn}/${what}`;
  const tools = await journal.step('execute/tools', toolsOfferedEffect(() => ports.offeredTools(roleId), ports.contextTokens), {}, { signal });
  await provenance.ownerSaid(request);
  return reactLoop(
    { request, workspace: ports.workspace, tools, ...(turnsMax !== undefined && { turnsMax }) },
    {
      ask: (turn, { messages, stable, tools: offered, toolChoice }) =>
        desk.ask({
          runId,
          key: at(turn, 'model'),
          roleId,
          work: 'main',
          request: { messages: [...messages], tools: [...offered], tool_choice: toolChoice, output: null, max_output_tokens: outputTokensFor(ports.contextTokens), temperature: null, top_p: null, stop: [], seed: null, reasoning_effort: null },
          // A model of which nothing is known is tried; those known to call no tools are not among the models of a run.
          requiredCapabilities: [],
          sensitivity: 'private',
          targetLatencyMs: TARGET_LATENCY_MS,
          conversation: runId,
          stable,
          budgets: { counters, operations },
          policy: { libraryForbidsCloud: false, restrictedMayLeave: false },
          signal,
        }),
      callTool: (turn, nth, { name, arguments: given }) => runner.call({ toolId: name, arguments: given, roleId, key: at(turn, `tool-${nth}`), journal, counters, signal }),
      async takeSteering(turn) {
        const messages = await takeSteering({ runId, key: at(turn, 'steering'), journal, inbox, signal });
        for (const { text } of messages) await provenance.ownerSaid(text);
        return messages;
      },
      async judgeAnswer(turn, text) {
        const judge = async (): Promise<JudgedAnswer> => {
          const { verdict, taintClass, sources } = await provenance.judgeAnswer(text);
          return { text, verdict, taint_class: taintClass, sources: [...sources] };
        };
        return (await judgeAnswerStep(runId, at(turn, 'answer'), journal, signal, judge)).verdict;
      },
      isStopping: () => cancel.requested() !== undefined,
    },
  );
}
