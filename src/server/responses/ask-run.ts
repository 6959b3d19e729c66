import { runCancel, type AttentionNews, type FunctionCall, type ResponseResource, type ResponseUsage, type RunId, type RunStartReport, type SessionId } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { failedResource, secondsOf } from './ask-model.ts';
import { createOutputEvents, type OutputEvents } from './output-events.ts';
import { addUsage, answerText, citationsOf, relianceOf } from './reliance.ts';
import { blankResource, usageOf } from './resource.ts';
import { usageIn, waitOf, wordsOf } from './run-words.ts';
import { callsWaitedFor, workOn, type RunWork, type RunWorkPorts } from './run-work.ts';
import type { Turn, TurnEnd } from './turn.ts';

/** The model that is Keelson itself: what it is asked becomes a run that plans, works and checks. */
export const KEELSON_MODEL = 'keelson';

export interface AskRunPorts extends RunWorkPorts {
  readonly clock: Clock;
}

const FOLLOW_WAIT_MS = 10_000;
const NO_USAGE: ResponseUsage = { input_tokens: 0, input_tokens_details: { cached_tokens: 0 }, output_tokens: 0, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 0 };
/** Numbers of the things that a run says: how it goes on, what it came to, and what its client is to call. */
const [PROGRESS, ANSWER, CALLS] = [0, 1, 2];

/**
 * A turn that a run answers. How it goes on is told as reasoning. Where it needs a function of the client, the answer is that call,
 * and the run waits for the next request, which says what came of it. When it waits for a person, the answer is that it does, and
 * for what; it goes on by itself when that is answered, and the response is completed then.
 */
export async function askRun(turn: Turn, ports: AskRunPorts): Promise<TurnEnd> {
  const work = await workOn(turn, ports);
  const blank = blankResource(turn.id, turn.request, turn.createdAt, 'in_progress');
  turn.out.tell('response.created', blank);
  turn.out.tell('response.in_progress', blank);
  return follow({ work, blank, out: turn.out, onRun: (runId) => turn.onRun?.(runId) }, { position: work.from, runId: null, usage: NO_USAGE }, ports);
}

interface Followed {
  readonly work: RunWork;
  readonly blank: ResponseResource;
  readonly out: OutputEvents;
  onRun(runId: RunId): void;
  /** Whether it was told already that it waits for a person: then only what comes after it counts. */
  readonly isLater?: boolean;
}

interface Standing {
  position: number;
  runId: RunId | null;
  usage: ResponseUsage;
}

async function follow(followed: Followed, standing: Standing, ports: AskRunPorts): Promise<TurnEnd> {
  const { work, blank, out } = followed;
  const { sessionId, run: { ended } } = work;
  const over = new AbortController();
  ended.then(() => over.abort(), () => over.abort());
  const take = taking(followed, standing);
  // What waits already is no news: it is looked at once at the beginning.
  let waitMs = 0;
  for (;;) {
    try {
      const told = over.signal.aborted ? undefined : take(await work.news(standing.runId, standing.position, waitMs, over.signal));
      waitMs = FOLLOW_WAIT_MS;
      const calls = told?.isCalling === true && standing.runId !== null ? await callsWaitedFor(standing.runId, ports) : [];
      if (calls.length > 0) return called(calls, followed, standing, ports);
      if (told?.waits !== undefined && followed.isLater !== true && !over.signal.aborted) return waitsForPerson(told.waits, followed, standing, ports);
      if (!over.signal.aborted) continue;
      const report = await ended;
      take(await work.news(standing.runId, standing.position, 0, ports.closing));
      return endOf(report, out, { ...blank, usage: standing.usage }, sessionId, ports.clock);
    } catch (error) {
      if (followed.isLater === true) throw error;
      out.finish({ isWhole: false });
      return { resource: failedResource({ ...blank, usage: standing.usage, output: [...out.output] }, error), said: null, runId: standing.runId, sessionId };
    }
  }
}

/** Tells what news say, and gives what they mean for the turn. */
function taking({ work, out, onRun }: Followed, standing: Standing): (news: AttentionNews) => { readonly waits: string | undefined; readonly isCalling: boolean } {
  let [hasTold, isFirst] = [false, true];
  return ({ notices, position, run_id: runId }) => {
    standing.position = position;
    if (standing.runId === null && runId !== null) {
      standing.runId = runId;
      onRun(runId);
      work.run.knownAs(runId);
    }
    const waits: string[] = [];
    for (const notice of notices) {
      const [words, used, wait] = [wordsOf(notice), usageIn(notice), waitOf(notice)];
      if (words !== undefined) out.say(PROGRESS, 'reasoning', hasTold ? `\n${words}` : words);
      hasTold ||= words !== undefined;
      if (used !== undefined) standing.usage = addUsage(standing.usage, usageOf(used));
      if (wait !== undefined) waits.push(wait);
    }
    // Of calls that came out before, some may not have been answered yet.
    const isCalling = isFirst || notices.some(({ kind }) => kind === 'function_call_pending');
    isFirst = standing.runId === null;
    return { waits: waits[0], isCalling };
  };
}

function called(calls: readonly FunctionCall[], { work, blank, out }: Followed, { runId, usage, position }: Standing, { clock, closing }: AskRunPorts): TurnEnd {
  work.run.waits(async () => (await work.news(runId, position, 0, closing)).notices.length === 0);
  calls.forEach(({ call_id: id, name, arguments: given }, at) => {
    out.call(CALLS + at, id, name);
    out.callMore(CALLS + at, JSON.stringify(given));
  });
  out.finish({ phase: 'commentary' });
  const resource: ResponseResource = { ...blank, status: 'completed', completed_at: secondsOf(clock), output: [...out.output], usage, metadata: { ...blank.metadata, ...(runId !== null && { keelson_run_id: runId }) } };
  return { resource, said: null, runId, sessionId: work.sessionId };
}

function waitsForPerson(waits: string, followed: Followed, standing: Standing, ports: AskRunPorts): TurnEnd {
  const { work, blank, out } = followed;
  const { runId, usage } = standing;
  out.say(ANSWER, 'text', waits);
  out.finish({ isWhole: false, phase: 'commentary' });
  const resource: ResponseResource = { ...blank, status: 'incomplete', incomplete_details: { reason: 'waiting_for_person' }, output: [...out.output], usage, metadata: { ...blank.metadata, ...(runId !== null && { keelson_run_id: runId }) } };
  return { resource, said: null, runId, sessionId: work.sessionId, later: () => follow({ ...followed, out: createOutputEvents(blank.id, () => undefined), isLater: true }, { ...standing }, ports) };
}

function endOf(report: RunStartReport, out: OutputEvents, blank: ResponseResource, sessionId: SessionId | null, clock: Clock): TurnEnd {
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
