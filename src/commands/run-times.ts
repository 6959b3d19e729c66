import { approvalRequested, approvalResolved, functionCallAnswered, functionCallAsked, functionCallLapsed, hardCallLapsed, hardCallRaised, hardCallResolved, runLlmEnded, runLlmStarted, runSuspended, runSuspensionEnded, runTakenOver, runTerminated, runToolEnded, type LogEntry, type RunTimes } from '../contracts/index.ts';
import { read, told } from './run-entries.ts';

/** From when to when, in milliseconds of the wall clock. */
type Span = readonly [fromMs: number, toMs: number];

/**
 * Where the time of a run went, from what its events say of each call. A call that a crash cut off left no end and counts as
 * nothing, one that the end of the run cut off counts until then; the time in which it worked is given, for only its counter
 * knows when nobody did.
 */
export function timesOf(entries: readonly LogEntry[], workedMs: number): RunTimes {
  const waiting = joined(waitingSpans(entries));
  const models = without(joined([...modelSpans(entries), ...cutOffSpans(entries)]), waiting);
  const tools = without(joined(toolSpans(entries)), joined([...waiting, ...models]));
  const [started] = entries;
  const asked = entries.find(({ event }) => event.type === runLlmStarted.type);
  const [modelsMs, toolsMs] = [lengthOf(models), lengthOf(tools)];
  return {
    first_model_request_ms: started === undefined || asked === undefined ? null : Math.max(0, atMs(asked) - atMs(started)),
    models_ms: modelsMs,
    tools_ms: toolsMs,
    waiting_ms: lengthOf(waiting),
    harness_ms: Math.max(0, Math.round(workedMs) - modelsMs - toolsMs),
  };
}

function atMs({ event }: LogEntry): number {
  return Date.parse(event.recorded_at);
}

/** Each attempt counts; what was answered from what is kept took no time. */
function modelSpans(entries: readonly LogEntry[]): Span[] {
  return told(entries, runLlmEnded).flatMap(({ record }) => record.attempts.flatMap(({ outcome, started_at: startedAt, duration_ms: tookMs }): Span[] => (outcome === 'reused' || outcome === 'not_sent' ? [] : [[Date.parse(startedAt), Date.parse(startedAt) + Math.round(tookMs)]])));
}

/** Calls under way when the run ended; whoever took a run over had asked again for what was open before. */
function cutOffSpans(entries: readonly LogEntry[]): Span[] {
  const open = new Map<string, number>();
  for (const entry of entries) {
    const { type, payload } = entry.event;
    const { call } = (payload ?? {}) as { readonly call?: string };
    if (type === runTakenOver.type) open.clear();
    if (type === runLlmStarted.type && call !== undefined) open.set(call, atMs(entry));
    if (type === runLlmEnded.type && call !== undefined) open.delete(call);
    if (type === runTerminated.type) return [...open.values()].map((fromMs): Span => [fromMs, atMs(entry)]);
  }
  return [];
}

function toolSpans(entries: readonly LogEntry[]): Span[] {
  return entries.flatMap((entry): Span[] => {
    const ended = entry.event.type === runToolEnded.type ? read(runToolEnded, entry.event.payload) : undefined;
    return ended === undefined ? [] : [[atMs(entry) - Math.round(ended.outcome.duration_ms), atMs(entry)]];
  });
}

const BEGINS_WAITING: ReadonlySet<string> = new Set([approvalRequested.type, hardCallRaised.type, functionCallAsked.type, runSuspended.type]);
const ENDS_WAITING: ReadonlySet<string> = new Set([approvalResolved.type, hardCallResolved.type, hardCallLapsed.type, functionCallAnswered.type, functionCallLapsed.type, runSuspensionEnded.type]);

/** From a question to its answer, or to the end of the run. */
function waitingSpans(entries: readonly LogEntry[]): Span[] {
  const open = new Map<string, number>();
  const spans: Span[] = [];
  const close = (id: string, toMs: number): void => {
    const fromMs = open.get(id);
    if (fromMs !== undefined) spans.push([fromMs, toMs]);
    open.delete(id);
  };
  for (const entry of entries) {
    const { type, aggregate_id: id } = entry.event;
    if (BEGINS_WAITING.has(type)) open.set(id, open.get(id) ?? atMs(entry));
    if (ENDS_WAITING.has(type)) close(id, atMs(entry));
    if (type === runTerminated.type) for (const one of open.keys()) close(one, atMs(entry));
  }
  return spans;
}

/** Spans that touch or overlap become one; in order. */
function joined(spans: readonly Span[]): Span[] {
  const inOrder: Span[] = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = inOrder.at(-1);
    if (last !== undefined && from <= last[1]) inOrder[inOrder.length - 1] = [last[0], Math.max(last[1], to)];
    else inOrder.push([from, to]);
  }
  return inOrder;
}

/** What is left of spans outside of others; both in order and apart. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    let left: Span[] = [span];
    for (const [from, to] of others) left = left.flatMap(([start, end]): Span[] => (to <= start || from >= end ? [[start, end]] : [...(from > start ? [[start, from] as const] : []), ...(to < end ? [[to, end] as const] : [])]));
    return left;
  });
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
