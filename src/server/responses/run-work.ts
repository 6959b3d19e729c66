import type { Dispatcher } from '../../commands/index.ts';
import { attentionFollow, AttentionDetail, attentionList, attentionShow, functionCallAnswer, FunctionCallAnswerReport, FunctionCallId, runResume, runStart, RunStartReport, runSteer, type AttentionNews, type FunctionCall, type RunId, type SessionId } from '../../contracts/index.ts';
import { KeelsonError, type Ids } from '../../kernel/index.ts';
import { answeredIn, functionsForRun, ownCall, type Answered } from './client-functions.ts';
import { runRequestOf } from './run-request.ts';
import type { RunOfClient, RunsOfClients } from './runs-of-clients.ts';
import type { Turn } from './turn.ts';

export interface RunWorkPorts {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly ids: Ids;
  readonly runs: RunsOfClients;
  /** Raised when the server goes; a client that leaves stops no run. */
  readonly closing: AbortSignal;
}

/** A run that works on the answer to a turn. */
export interface RunWork {
  /** The place of the log after which its news are those of this turn. */
  readonly from: number;
  readonly sessionId: SessionId | null;
  readonly run: RunOfClient;
  /** Undefined until it is known; it is asked about by its id then. */
  news(runId: RunId | null, after: number, waitMs: number, until: AbortSignal): Promise<AttentionNews>;
}

/** The key under which the run of a response is started; by it the run is found. */
function keyOf(responseId: string): string {
  return `response:${responseId}`;
}

/**
 * Has a turn worked on: by the run whose functions it answers, else by one that begins. A new question behind answers that a run
 * has long had is a new task. Rejects with what is wrong with the request.
 */
export async function workOn(turn: Turn, ports: RunWorkPorts): Promise<RunWork> {
  const { answers, words, asked } = answeredIn(turn.messages);
  const [open] = await stillOpen(asked, ports);
  if (answers.length > 0 && (words === '' || open !== undefined)) return goOn({ answers, words, open }, turn, ports);
  if (open !== undefined) throw notAnswered(asked);
  return begin(turn, ports);
}

async function begin({ id, request, messages, sessionId: known }: Turn, ports: RunWorkPorts): Promise<RunWork> {
  const { dispatcher, ids, closing, runs } = ports;
  const functions = await functionsForRun(request, request.model);
  const task = runRequestOf(messages, request.instructions, known !== null);
  const sessionId = known ?? ids.mint('ses');
  const news: RunWork['news'] = (runId, after, waitMs, until) => newsOf({ after, ...(runId === null ? { started_with: keyOf(id) } : { run_id: runId }), wait_ms: waitMs }, until, ports);
  const { position: from } = await newsOf({ wait_ms: 0 }, closing, ports);
  const run = runs.work(async (signal) => RunStartReport.parse(await dispatcher.dispatch('command', runStart.entry.operation_id, { request: task, session_id: sessionId, ...(functions !== undefined && { functions }) }, { idempotencyKey: keyOf(id), signal })));
  return { from, sessionId, run, news };
}

/** Gives the run what its functions gave, and works on it where nobody does. */
async function goOn({ answers, words, open }: Omit<Answered, 'asked'> & { readonly open: FunctionCall | undefined }, { id, sessionId }: Turn, ports: RunWorkPorts): Promise<RunWork> {
  const { dispatcher, ids, runs, closing } = ports;
  const told = answers.map(({ callId, output }) => ({ call_id: ownCall(callId), output }));
  const { position: from } = await newsOf({ wait_ms: 0 }, closing, ports);
  const command = (operation: string, request: object): Promise<unknown> => dispatcher.dispatch('command', operation, request, { idempotencyKey: ids.mint('cmd'), signal: closing });
  // Said before the answer is given, so that the run has heard it when it goes on.
  if (words !== '' && open !== undefined) await command(runSteer.entry.operation_id, { run_id: open.run_id, text: words });
  const { run_id: runId } = FunctionCallAnswerReport.parse(await command(functionCallAnswer.entry.operation_id, { answers: told }));
  const run = (await runs.take(runId)) ?? runs.work(async (signal) => RunStartReport.parse(await dispatcher.dispatch('command', runResume.entry.operation_id, { run: runId }, { idempotencyKey: `resume:${id}`, signal })));
  return { from, sessionId, run, news: (_known, after, waitMs, until) => newsOf({ after, run_id: runId, wait_ms: waitMs }, until, ports) };
}

async function newsOf(asked: object, until: AbortSignal, { dispatcher, closing }: RunWorkPorts): Promise<AttentionNews> {
  return attentionFollow.response.parse(await dispatcher.dispatch('query', attentionFollow.entry.operation_id, asked, { idempotencyKey: undefined, signal: AbortSignal.any([closing, until]) }));
}

/** The calls of functions that a run waits for now, in the order in which it asked: those of one turn as the model had them. */
export async function callsWaitedFor(runId: RunId, ports: RunWorkPorts): Promise<FunctionCall[]> {
  return (await waiting({ run_id: runId }, ports)).sort((one, other) => IN_ORDER.compare(`${one.asked_at} ${one.call}`, `${other.asked_at} ${other.call}`));
}

/** Places in a run are numbered. */
const IN_ORDER = new Intl.Collator('en', { numeric: true });

async function stillOpen(ids: readonly string[], ports: RunWorkPorts): Promise<FunctionCall[]> {
  return ids.some((id) => FunctionCallId.safeParse(id).success) ? (await waiting({}, ports)).filter(({ call_id: id }) => ids.includes(id)) : [];
}

async function waiting(asked: object, { dispatcher, closing }: RunWorkPorts): Promise<FunctionCall[]> {
  const query = (operation: string, request: object): Promise<unknown> => dispatcher.dispatch('query', operation, request, { idempotencyKey: undefined, signal: closing });
  const { items } = attentionList.response.parse(await query(attentionList.entry.operation_id, asked));
  const known = items.filter(({ item_id: id }) => FunctionCallId.safeParse(id).success);
  const details = await Promise.all(known.map(async ({ item_id: id }) => AttentionDetail.parse(await query(attentionShow.entry.operation_id, { id }))));
  return details.flatMap((detail) => (detail.kind === 'function_call' && detail.settled === null ? [detail.call] : []));
}

function notAnswered(ids: readonly string[]): KeelsonError<'function_call.not_answered'> {
  return new KeelsonError('function_call.not_answered', {
    message: `A run waits for what these calls gave, and the request says nothing of it: ${ids.join(', ')}.`,
    nextStep: 'Send a function_call_output (or a message of the role tool) for each; words beside them reach the run too. `keelson skip` has it go on without them.',
    data: { call_ids: [...ids] },
  });
}
