import { functionCallAsked, functionCallLapsed, type FunctionCall, type FunctionCallId, type FunctionCallSettlement, type JsonObject, type RunId } from '../../contracts/index.ts';
import { createIds, fixedClock, hasCode, idTimeMs, invariant, KeelsonError, sha256Hex, timestamp, type Clock } from '../../kernel/index.ts';
import type { Bus, Documents, LogReader, LogWriter, Timer } from '../../ledger/index.ts';
import { valueWithoutSecrets } from '../../redaction/index.ts';
import { ANSWER_WITHIN_MS } from '../hard-calls/ask-person.ts';
import { lapseInTime } from '../lapse-in-time.ts';
import { readFunctionCall } from './read-function-call.ts';

export interface AskClientPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'read'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly bus: Pick<Bus, 'tap'>;
  readonly clock: Clock;
  readonly timer: Timer;
}

export interface CallOfClient {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Where in the run. */
  readonly call: string;
}

/** The way of one run to the client that brought it functions. */
export interface ClientOfRun {
  /** A call is on its way; gives what is to be done when it is over. Calls that are on their way together come out together. */
  begin(call: string): () => void;
  /** What the client says that the function gave. Asked again at the same place of the run, it is the same call. */
  ask(call: CallOfClient, signal: AbortSignal): Promise<string>;
}

/** What is asked for, before it is known when. */
type CallToTell = Omit<FunctionCall, 'asked_at' | 'expires_at'>;

interface Held {
  readonly call: CallToTell;
  readonly asked: PromiseWithResolvers<FunctionCall>;
}

export function clientOfRun(runId: RunId, ports: AskClientPorts, { answerWithinMs = ANSWER_WITHIN_MS } = {}): ClientOfRun {
  const onTheWay = new Set<string>();
  let held: Held[] = [];
  /** Everything that was asked for together is one append, so that the client is never told the half of a turn. */
  const tellWhenAllAreHere = (): void => {
    if (held.length === 0 || [...onTheWay].some((call) => !held.some((one) => one.call.call === call))) return;
    const all = held;
    held = [];
    for (const { call } of all) onTheWay.delete(call.call);
    const nowMs = ports.clock.nowMs();
    const times = { asked_at: timestamp(ports.clock), expires_at: new Date(nowMs + answerWithinMs).toISOString() };
    tell(all.map(({ call }) => ({ ...call, ...times })), ports).then(
      () => all.forEach(({ asked, call }) => asked.resolve({ ...call, ...times })),
      (error: unknown) => all.forEach(({ asked }) => asked.reject(error)),
    );
  };
  const leave = (call: string): void => {
    onTheWay.delete(call);
    tellWhenAllAreHere();
  };
  /** A run that is stopped before all are here has asked for nothing. */
  const hold = async (call: CallToTell, signal: AbortSignal): Promise<FunctionCall> => {
    const asked = Promise.withResolvers<FunctionCall>();
    const drop = (): void => {
      held = held.filter((one) => one.asked !== asked);
      asked.reject(signal.reason);
    };
    signal.addEventListener('abort', drop, { once: true });
    held.push({ call, asked });
    tellWhenAllAreHere();
    return asked.promise.finally(() => signal.removeEventListener('abort', drop));
  };
  return {
    begin(call) {
      onTheWay.add(call);
      return () => leave(call);
    },
    async ask({ name, arguments: given, call: place }, signal) {
      const id = idOfCall(runId, place);
      const before = (await readFunctionCall(id, ports.documents))?.call;
      signal.throwIfAborted();
      if (before !== undefined) leave(place);
      const call = before ?? (await hold({ call_id: id, run_id: runId, call: place, name, arguments: valueWithoutSecrets(given) }, signal));
      const settlement = await settlementOf(call, ports, signal);
      if (settlement.by === 'client') return settlement.output;
      throw notAnswered(name, settlement);
    },
  };
}

/** The same for the same place in a run, whoever works on it: what was asked before a restart is found again. */
export function idOfCall(runId: RunId, place: string): FunctionCallId {
  const bytes = Uint8Array.from(Buffer.from(sha256Hex(`${runId} ${place}`), 'hex'));
  return createIds({ clock: fixedClock(idTimeMs(runId)), random: { bytes: (count) => bytes.slice(0, count) } }).mint('fnc');
}

async function tell(calls: readonly FunctionCall[], { log }: AskClientPorts): Promise<void> {
  const [first] = calls;
  invariant(first !== undefined, 'something is told');
  await log.append({ key: `function_call:${first.call_id}`, events: calls.map((call) => ({ type: functionCallAsked.type, streamId: call.call_id, payload: { call } })) });
}

/** Waits for as long as it takes, or the call declares. Rejects with the signal's reason when the run is stopped: the call then stays open. */
async function settlementOf({ call_id: id, run_id: runId, expires_at: expiresAt, asked_at: askedAt }: FunctionCall, { log, reader, documents, bus, clock, timer }: AskClientPorts, signal: AbortSignal): Promise<FunctionCallSettlement> {
  const [asked] = await reader.read({ aggregate: 'function_call', id }, { limit: 1 });
  invariant(asked !== undefined, 'a call that is waited for was told');
  const over = new AbortController();
  const lapse = lapseInTime(Date.parse(expiresAt), async () => {
    const payload = { call_id: id, run_id: runId, cause: 'timeout', reason: `The client did not answer since ${askedAt}.` };
    await log.append({ key: `function_call:${id}:timeout`, events: [{ type: functionCallLapsed.type, streamId: id, payload }] }).catch((error: unknown) => {
      // What was settled before stands.
      if (!hasCode(error, 'ledger.document_final') && !hasCode(error, 'ledger.key_reused')) throw error;
    });
  }, { clock, timer });
  const settled = async (): Promise<void> => {
    for await (const { event } of bus.tap({ after: asked.position, signal: AbortSignal.any([signal, over.signal]) })) if (event.aggregate_id === id) return;
  };
  try {
    await Promise.race([settled(), lapse.failed]);
    signal.throwIfAborted();
  } finally {
    lapse.callOff();
    over.abort();
  }
  const settlement = (await readFunctionCall(id, documents))?.settlement;
  invariant(settlement !== undefined && settlement !== null, 'a settlement is folded in the transaction that appends it');
  return settlement;
}

function notAnswered(name: string, { reason }: Extract<FunctionCallSettlement, { by: 'lapse' }>): KeelsonError<'tool.nobody_to_ask'> {
  return new KeelsonError('tool.nobody_to_ask', {
    message: `The client gave no answer to ${name}: ${reason}`,
    nextStep: 'Go on without it where that is possible, and say in the end what is missing.',
    data: { question: name },
  });
}
