import { runPhaseExited, type LogEntry, type ModelRequest, type RunId } from '../../src/contracts/index.ts';
import { BUILTIN_SETUP, openLedger, verifyLog, type VerifyReport } from '../../src/ledger/index.ts';
import { createIds, seededRandom } from '../../src/kernel/index.ts';
import { listAttention } from '../../src/oversight/index.ts';
import type { World } from './world.ts';

/** How a world came to its end: a run that ended, or one that waits for a person, or neither. */
export type WorldEnd = { readonly kind: 'ended'; readonly reason: string } | { readonly kind: 'waiting' } | { readonly kind: 'failed'; readonly error: unknown };

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

type Payload = Readonly<Record<string, unknown>>;

interface Told {
  readonly position: number;
  readonly type: string;
  readonly stream: string;
  readonly payload: Payload;
}

/** Everything that must hold of every world, looked at from its log and from what it knows itself. */
export async function violationsOf(world: World, end: WorldEnd): Promise<Violation[]> {
  const { clock } = world.time;
  const ledger = await openLedger({ store: world.store, setup: BUILTIN_SETUP, clock, ids: createIds({ clock, random: seededRandom(1) }) });
  const entries = await ledger.log.readAll({ limit: 1_000_000 });
  const told = entries.map(toldBy);
  const runId = told.find(({ type }) => type === 'run.started')?.payload['run_id'] as RunId | undefined;
  const found: Violation[] = [];
  const demand = (invariant: string, detail: string | undefined): void => void (detail === undefined || found.push({ invariant, detail }));
  if (end.kind === 'failed') demand('every run ends or waits for a person', `it broke with ${String(end.error instanceof Error ? (end.error.stack ?? end.error.message) : end.error)}`);
  const now = new Date(clock.nowMs()).toISOString();
  const waiting = await Promise.all(told.flatMap(({ type, payload }) => (type === 'run.started' ? [listAttention(ledger.documents, { runId: payload['run_id'] as RunId, now })] : [])));
  if (end.kind === 'waiting' && runId !== undefined && waiting.flat().length === 0) demand('every run ends or waits for a person', 'it waits, and no attention item says for what');
  demand('one termination record', oneTermination(told, end, runId));
  demand('no child outlives its parent', outlived(told));
  demand('one letter for each child that ended', unlettered(told));
  demand('nothing is set aside that a budget does not hold', exceeded(told));
  demand('nothing starts unreserved', unreserved(told));
  demand('no phase is left without its gate receipt', ungated(told));
  demand('no success without evidence', unproven(told, end));
  demand('a success is true', end.kind === 'ended' && end.reason === 'success' && peopleSaid(told, 'did_happen') === 0 && !world.task.isDone({ files: world.disk.files, sent: world.sent, answer: answerIn(told) }) ? `${world.task.kind}: the world shows nothing of it` : undefined);
  demand('no destructive effect twice', sentTwice(told, world.sent));
  demand('no orphan of a tool call reaches a model', world.minds.asked.map(orphanIn).find((one) => one !== undefined));
  demand('every event validates and the chain verifies', await unverified(world));
  return found;
}

function toldBy({ position, event }: LogEntry): Told {
  return { position, type: event.type, stream: event.aggregate_id, payload: (event.payload ?? {}) as Payload };
}

/** What people who were asked what became of a step answered, wrongly as people are; the run has nothing else to go by. */
function peopleSaid(told: readonly Told[], decision: 'did_happen' | 'did_not_happen'): number {
  return told.filter(({ type, payload }) => type === 'run.step_resolved' && (payload['resolution'] as Payload)['decision'] === decision).length;
}

/** What is done once more is done on the word of a person who said that it had not happened. */
function sentTwice(told: readonly Told[], sent: readonly string[]): string | undefined {
  const repeats = sent.length - new Set(sent).size;
  const words = peopleSaid(told, 'did_not_happen');
  return repeats <= words ? undefined : `sent twice, and people said ${words} times that it had not happened: ${sent.join(', ')}`;
}

function oneTermination(told: readonly Told[], end: WorldEnd, runId: RunId | undefined): string | undefined {
  const ends = told.filter(({ type }) => type === 'run.terminated').map(({ stream }) => stream);
  if (new Set(ends).size < ends.length) return 'a run has two';
  const count = ends.filter((stream) => stream === runId).length;
  const wanted = end.kind === 'ended' ? 1 : 0;
  return end.kind === 'failed' || count === wanted ? undefined : `${count} records in a run that is ${end.kind}`;
}

/** Where each run ended. */
function endsOf(told: readonly Told[]): ReadonlyMap<string, number> {
  return new Map(told.flatMap(({ type, stream, position }) => (type === 'run.terminated' ? [[stream, position] as const] : [])));
}

function outlived(told: readonly Told[]): string | undefined {
  const ends = endsOf(told);
  for (const { type, stream, payload } of told) {
    const child = String(payload['child_run_id']);
    const parentEnd = ends.get(stream);
    if (type === 'run.child_started' && parentEnd !== undefined && (ends.get(child) ?? Number.POSITIVE_INFINITY) > parentEnd) return `${child} goes on when ${stream} has ended`;
  }
  return undefined;
}

/** A child that ended has told its parent, and no other has. */
function unlettered(told: readonly Told[]): string | undefined {
  const ends = endsOf(told);
  const letters = told.filter(({ type }) => type === 'run.child_returned').map(({ payload }) => String((payload['result'] as Payload)['child_run_id']));
  if (new Set(letters).size < letters.length) return 'a child has told twice';
  const children = told.filter(({ type }) => type === 'run.child_started').map(({ payload }) => String(payload['child_run_id']));
  return children.find((child) => ends.has(child) !== letters.includes(child));
}

type Amounts = Readonly<Record<string, number>>;

/** More may be spent than was set aside, by a model that overspends; but nothing more is set aside then. */
function exceeded(told: readonly Told[]): string | undefined {
  const limits = new Map<string, Amounts>();
  const spent = new Map<string, Record<string, number>>();
  const held = new Map<string, Map<string, Amounts>>();
  for (const { type, stream, payload } of told) {
    if (!type.startsWith('counter.') || !stream.startsWith('budget:run:')) continue;
    const open = held.get(stream) ?? new Map<string, Amounts>();
    held.set(stream, open);
    if (type === 'counter.opened' || type === 'counter.raised') limits.set(stream, { ...limits.get(stream), ...(payload['limits'] as Amounts) });
    if (type === 'counter.settled') {
      open.delete(String(payload['reservation_id']));
      const before = spent.get(stream) ?? {};
      for (const [unit, amount] of Object.entries(payload['charged'] as Amounts)) before[unit] = (before[unit] ?? 0) + amount;
      spent.set(stream, before);
    }
    if (type !== 'counter.reserved') continue;
    open.set(String(payload['reservation_id']), payload['amounts'] as Amounts);
    for (const [unit, amount] of Object.entries(payload['amounts'] as Amounts)) {
      const taken = (spent.get(stream)?.[unit] ?? 0) + [...open.values()].reduce((sum, amounts) => sum + (amounts[unit] ?? 0), 0);
      if (amount > 0 && taken > (limits.get(stream)?.[unit] ?? 0)) return `${stream}: ${taken} ${unit}`;
    }
  }
  return undefined;
}

interface Intent {
  readonly key: string;
  readonly effect: string;
}

const PAID: ReadonlySet<string> = new Set(['model.call', 'tool.call']);
const CALL = '/call';

/** What a paid step is reserved under names the step. */
function unreserved(told: readonly Told[]): string | undefined {
  const reserved = told.filter(({ type }) => type === 'counter.reserved').map(({ position, payload }) => [String(payload['reservation_id']), position] as const);
  for (const { type, position, payload } of told) {
    if (type !== 'run.step_intended') continue;
    const { key, effect } = payload['intent'] as Intent;
    if (!PAID.has(effect)) continue;
    const path = effect === 'tool.call' && key.endsWith(CALL) ? key.slice(0, -CALL.length) : key;
    // The reservation is a part of the append that the intent stands in, and so follows it closely.
    if (!reserved.some(([id, at]) => id.includes(`:${path}:`) && at < position + RESERVED_WITHIN)) return `${effect} ${key}`;
  }
  return undefined;
}

const RESERVED_WITHIN = 12;

function ungated(told: readonly Told[]): string | undefined {
  const exits = told.filter(({ type }) => type === runPhaseExited.type);
  return exits.map(({ payload }) => runPhaseExited.payload.safeParse(payload)).find(({ success }) => !success)?.error?.message;
}

interface Verdicts {
  readonly criteria_verdicts: readonly { readonly criterion: string; readonly required: boolean; readonly verdict: string; readonly evidence_refs: readonly { readonly key: string }[] }[];
}

/** A success rests on verdicts on the whole: accepted, or close enough, with something of it met and all that is required, on records that are there. */
function unproven(told: readonly Told[], end: WorldEnd): string | undefined {
  if (end.kind !== 'ended' || end.reason !== 'success') return undefined;
  const judgement = told.findLast(({ type }) => type === 'run.outcome_accepted' || type === 'run.replan_requested')?.payload;
  const onTheWhole = (judgement?.['outcome'] ?? judgement?.['request']) as Verdicts | undefined;
  if (onTheWhole === undefined) return 'nothing was judged';
  if (!onTheWhole.criteria_verdicts.some(({ verdict }) => verdict === 'pass')) return 'nothing of the whole is met';
  const calls = new Set(told.filter(({ type }) => type === 'run.tool_ended').map(({ stream, payload }) => `${stream}/${String(payload['call'])}`));
  const judged = new Set(told.filter(({ type }) => type === 'run.subtask_judged').map(({ payload }) => String((payload['outcome'] as { subtask_id: string }).subtask_id)));
  for (const { criterion, required, verdict, evidence_refs: refs } of onTheWhole.criteria_verdicts) {
    if (!required) continue;
    if (verdict !== 'pass') return `${criterion}: ${verdict}`;
    if (!refs.some(({ key }) => calls.has(key) || [...calls].some((call) => key.startsWith(call)) || [...judged].some((id) => key.includes(id)))) return `${criterion}: ${refs.map(({ key }) => key).join(', ')} leads nowhere`;
  }
  return undefined;
}

function answerIn(told: readonly Told[]): string {
  return JSON.stringify(told.findLast(({ type }) => type === 'run.result_given')?.payload['result'] ?? null);
}

/** Every call of a tool is answered before anything else is said, and nothing is answered that was not called. */
function orphanIn({ messages }: ModelRequest): string | undefined {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const { call_id: id } of message.content) if (!open.delete(id)) return `a result for ${id}, which nobody called`;
    } else {
      if (open.size > 0) return `${[...open].join(', ')} was never answered`;
      if (message.role === 'assistant') open = new Set(message.content.flatMap((part) => (part.type === 'tool_call' ? [part.call_id] : [])));
    }
  }
  return open.size > 0 ? `${[...open].join(', ')} was never answered` : undefined;
}

async function unverified(world: World): Promise<string | undefined> {
  const walk = verifyLog(world.store, BUILTIN_SETUP);
  for (;;) {
    const { done, value } = await walk.next();
    if (done !== true) continue;
    const { faults } = value as VerifyReport;
    return faults.length === 0 ? undefined : faults.map(({ code, detail }) => `${code}: ${detail}`).join('; ');
  }
}
