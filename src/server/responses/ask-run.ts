import type { Dispatcher } from '../../commands/index.ts';
import { attentionFollow, runCancel, runStart, RunStartReport, type AttentionNews, type ResponseResource, type ResponseUsage, type RunId, type SessionId } from '../../contracts/index.ts';
import { KeelsonError, type Clock, type Ids } from '../../kernel/index.ts';
import { choiceIn, functionsOf } from './asked-of-response.ts';
import { failedResource, secondsOf } from './ask-model.ts';
import { createOutputEvents, type OutputEvents } from './output-events.ts';
import { addUsage, answerText, citationsOf, METADATA_CHARS_MAX, relianceOf } from './reliance.ts';
import { blankResource, usageOf } from './resource.ts';
import { runRequestOf } from './run-request.ts';
import { usageIn, waitOf, wordsOf } from './run-words.ts';
import type { Turn, TurnEnd } from './turn.ts';

/** The model that is Keelson itself: what it is asked becomes a run that plans, works and checks. */
export const KEELSON_MODEL = 'keelson';

export interface AskRunPorts {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Raised when the server goes; a client that leaves stops no run. */
  readonly closing: AbortSignal;
}

const FOLLOW_WAIT_MS = 10_000;
const NO_USAGE: ResponseUsage = { input_tokens: 0, input_tokens_details: { cached_tokens: 0 }, output_tokens: 0, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 0 };
/** Numbers of the two things that a run says: how it goes on, and what it came to. */
const [PROGRESS, ANSWER] = [0, 1];

/** The key under which the run of a response is started; by it the run is found. */
function keyOf(responseId: string): string {
  return `response:${responseId}`;
}

/**
 * A turn that a run answers. How it goes on is told as reasoning. When it waits for a person, the answer is that it does, and for
 * what; the run goes on by itself when it is answered, and the response is completed then.
 */
export async function askRun(turn: Turn, { dispatcher, clock, ids, closing }: AskRunPorts): Promise<TurnEnd> {
  const { id, request, createdAt, out } = turn;
  const notCalled = functionsNotCalled(turn);
  const task = runRequestOf(turn.messages, request.instructions, turn.sessionId !== null);
  const sessionId = turn.sessionId ?? ids.mint('ses');
  const asked = blankResource(id, request, createdAt, 'in_progress');
  const blank = notCalled.length === 0 ? asked : { ...asked, metadata: { ...asked.metadata, keelson_functions_not_called: notCalled.join(', ').slice(0, METADATA_CHARS_MAX).toWellFormed() } };
  const over = new AbortController();
  // A run that is known is asked about by its id: by its key every question is answered at once from then on.
  let [runId, usage, hasTold]: [RunId | null, ResponseUsage, boolean] = [null, NO_USAGE, false];
  const news = async (after: number | undefined, waitMs: number): Promise<AttentionNews> =>
    attentionFollow.response.parse(await dispatcher.dispatch('query', attentionFollow.entry.operation_id, { ...(after !== undefined && { after }), ...(runId === null ? { started_with: keyOf(id) } : { run_id: runId }), wait_ms: waitMs }, { idempotencyKey: undefined, signal: waitMs === 0 ? closing : AbortSignal.any([closing, over.signal]) }));
  let position = (await news(undefined, 0)).position;
  const working = dispatcher.dispatch('command', runStart.entry.operation_id, { request: task, session_id: sessionId }, { idempotencyKey: keyOf(id), signal: closing }).then((report) => RunStartReport.parse(report));
  working.then(() => over.abort(), () => over.abort());
  out.tell('response.created', blank);
  out.tell('response.in_progress', blank);
  if (notCalled.length > 0) {
    out.say(PROGRESS, 'reasoning', `Functions of the client are not called here; the tools that are configured are used: ${notCalled.join(', ')}.`);
    hasTold = true;
  }
  const take = ({ notices, position: reached, run_id }: AttentionNews): string | undefined => {
    position = reached;
    if (runId === null && run_id !== null) turn.onRun?.(run_id);
    runId ??= run_id;
    const waits: string[] = [];
    for (const notice of notices) {
      const [words, used, wait] = [wordsOf(notice), usageIn(notice), waitOf(notice)];
      if (words !== undefined) out.say(PROGRESS, 'reasoning', hasTold ? `\n${words}` : words);
      hasTold ||= words !== undefined;
      if (used !== undefined) usage = addUsage(usage, usageOf(used));
      if (wait !== undefined) waits.push(wait);
    }
    return waits[0];
  };
  for (;;) {
    const waits = over.signal.aborted ? undefined : take(await news(position, FOLLOW_WAIT_MS));
    if (waits !== undefined && !over.signal.aborted) {
      out.say(ANSWER, 'text', waits);
      out.finish({ isWhole: false, phase: 'commentary' });
      const resource: ResponseResource = { ...blank, status: 'incomplete', incomplete_details: { reason: 'waiting_for_person' }, output: [...out.output], usage, metadata: { ...blank.metadata, ...(runId !== null && { keelson_run_id: runId }) } };
      return { resource, said: null, runId, sessionId, later: working.then((report) => endOf(report, createOutputEvents(id, () => undefined), { ...blank, usage }, sessionId, clock)) };
    }
    if (!over.signal.aborted) continue;
    try {
      const report = await working;
      take(await news(position, 0));
      return endOf(report, out, { ...blank, usage }, sessionId, clock);
    } catch (error) {
      out.finish({ isWhole: false });
      return { resource: failedResource({ ...blank, usage, output: [...out.output] }, error), said: null, runId, sessionId };
    }
  }
}

function endOf(report: RunStartReport, out: OutputEvents, blank: ResponseResource, sessionId: SessionId, clock: Clock): TurnEnd {
  const text = answerText(report);
  out.say(ANSWER, 'text', text);
  out.finish({ citations: citationsOf(report, text), phase: 'final_answer' });
  const { reason } = report.termination;
  const status = reason === 'success' ? 'completed' : reason === 'user_cancelled' ? 'cancelled' : 'incomplete';
  const resource: ResponseResource = { ...blank, status, completed_at: secondsOf(clock), incomplete_details: status === 'incomplete' ? { reason } : null, output: [...out.output], metadata: { ...blank.metadata, ...relianceOf(report) } };
  return { resource, said: null, runId: report.run_id, sessionId };
}

/** Ends the run of a response, as `keelson cancel` does. */
export async function cancelRun(runId: RunId, { dispatcher, ids, closing }: AskRunPorts): Promise<void> {
  await dispatcher.dispatch('command', runCancel.entry.operation_id, { run_id: runId }, { idempotencyKey: ids.mint('cmd'), signal: closing });
}

/**
 * The functions of the client, which a run does not call: it has tools of its own. Whoever leaves it to the model whether any is
 * called is told so and answered; whoever demands a call is refused, since it would never come.
 */
function functionsNotCalled({ request }: Turn): string[] {
  const names = functionsOf(request.tools).map(({ name }) => name);
  const choice = choiceIn(request.tool_choice);
  const [first] = names;
  if (first === undefined || choice === 'auto' || choice === 'none' || (typeof choice === 'object' && choice.type === 'allowed_tools' && choice.mode !== 'required')) return names;
  throw new KeelsonError('response.not_served', {
    message: `${KEELSON_MODEL} uses the tools that are configured here and calls none of the client's own, such as "${first}", which this request demands.`,
    nextStep: 'Leave it to the model whether a function is called, offer it to Keelson as an MCP server (tools.mcp in the configuration), or name a model of GET /v1/models, which calls them.',
    data: { model: KEELSON_MODEL, asked: 'tools' },
  });
}
