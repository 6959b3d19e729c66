import { z } from 'zod';
import type { LogEntry, RunId, SideEffect } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, type FixedClock } from '../../src/kernel/index.ts';
import { createBlobs } from '../../src/ledger/blobs/blobs.ts';
import type { EffectContext, EffectDefinition, RunJournal } from '../../src/ledger/journal/journal.ts';
import type { JournalMode } from '../../src/ledger/journal/journal-state.ts';
import { openJournal, type JournalPorts } from '../../src/ledger/journal/open-journal.ts';
import type { Timer } from '../../src/ledger/journal/ports.ts';
import { LEASE_TTL_MS_MAX } from '../../src/ledger/limits.ts';
import { BUILTIN_SETUP, type Append, type Fence, type LedgerStore, type Log, type LogWriter, type NewEvent } from '../../src/ledger/index.ts';
import { logOver, runId } from '../contract-suites/ledger-samples.ts';
import { ledgerInMemory, type MovableTime } from './ledger-in-memory.ts';

export const JOURNAL_RUN: RunId = runId(7);

/** A timer that goes off only when it is told to. */
export interface ManualTimer extends Timer {
  /** The waits that have not been called off, in milliseconds. */
  pending(): number[];
  fire(): void;
}

export function manualTimer(): ManualTimer {
  const waits = new Map<object, { readonly delayMs: number; readonly run: () => void }>();
  return {
    after(delayMs, run) {
      const id = {};
      waits.set(id, { delayMs, run });
      return () => void waits.delete(id);
    },
    pending: () => [...waits.values()].map(({ delayMs }) => delayMs),
    fire() {
      const due = [...waits.values()];
      waits.clear();
      for (const { run } of due) run();
    },
  };
}

export type OpenOverrides = Partial<Omit<JournalPorts, 'mode' | 'fence'>> & { readonly mode?: JournalMode; readonly fence?: Fence };

export interface JournalFixture {
  readonly store: LedgerStore;
  readonly log: Log;
  readonly writer: LogWriter;
  readonly time: MovableTime;
  readonly clock: FixedClock;
  readonly timer: ManualTimer;
  /** Every append that was asked for through a journal of this fixture, refused ones included. */
  readonly asked: Append[];
  /** The lease that every journal shows unless it is given another: they are executions of one owner. */
  readonly fence: Fence;
  open(overrides?: OpenOverrides): Promise<RunJournal>;
  /** The run's events after its start, each with its type and payload. */
  events(): Promise<{ type: string; payload: LogEntry['event']['payload'] }[]>;
  /** Types and keys of those events: `intended a`. */
  trail(): Promise<string[]>;
}

export const PINNED = { prompts: { planner: '1.0.0' }, contracts: { coder: '1.2.0' }, formulas: { 'solver.gradient': '1.0.0' } };

/** A ledger in memory with one run started in it. */
export async function journalFixture(): Promise<JournalFixture> {
  const { store, time } = await ledgerInMemory();
  const { log, writer } = logOver(store, BUILTIN_SETUP);
  const clock = fixedClock(1_800_000_000_000);
  const timer = manualTimer();
  const asked: Append[] = [];
  const counting: LogWriter = {
    ...writer,
    append(append) {
      asked.push(append);
      return writer.append(append);
    },
  };
  await writer.append({ key: 'start', events: [runStartedEvent()] });
  const fence: Fence = { lease: 'owner', token: 1 };
  await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ kind: 'lease.acquire', lease: fence.lease, owner: 'ann', ttlMs: LEASE_TTL_MS_MAX }] });
  let opened = 0;
  const events: JournalFixture['events'] = async () =>
    (await log.read({ aggregate: 'run', id: JOURNAL_RUN }, { after: 1, limit: 10_000 })).map(({ event: { type, payload } }) => ({ type, payload }));
  return {
    store,
    log,
    writer: counting,
    time,
    clock,
    timer,
    asked,
    fence,
    open: ({ mode = 'live', fence: shown = fence, ...overrides } = {}) => {
      opened += 1;
      const random = seededRandom(opened);
      const ids = createIds({ clock, random });
      const signal = new AbortController().signal;
      return openJournal({ runId: JOURNAL_RUN, writer: counting, reader: log, blobs: createBlobs(store), clock, ids, random, timer, signal, mode, fence: shown, ...overrides });
    },
    events,
    trail: async () => (await events()).map(({ type, payload }) => `${type.replace('run.step_', '')} ${keyIn(payload)}`),
  };
}

function keyIn(payload: LogEntry['event']['payload']): string {
  const [said] = Object.entries(payload ?? {}).flatMap(([name, value]) => (name === 'run_id' ? [] : [value as { key?: string }]));
  return said?.key ?? '';
}

export function runStartedEvent(): NewEvent {
  return { type: 'run.started', streamId: JOURNAL_RUN, payload: startedPayload() };
}

function startedPayload(): Record<string, unknown> {
  return {
    run_id: JOURNAL_RUN,
    task_id: 'task_01JCQZ9Y5D0000000000000001',
    user_id: 'ada',
    request: 'List the open questions in the lease.',
    budget: { max_cloud_calls: 50, max_total_tokens: 500_000, max_duration_sec: 1_800, max_tool_calls: 100, max_retrieval_queries: 20, max_parallel_agents: 5 },
    pinned_versions: PINNED,
  };
}

export type TextRequest = { text: string };
export type TextEffect = EffectDefinition<TextRequest, string> & { readonly performed: EffectContext[] };

/** An effect that shouts its request back, unless it is told to do something else, and remembers each performance. */
export function shout(sideEffect: SideEffect, perform: (request: TextRequest, context: EffectContext) => Promise<string> = async ({ text }) => text.toUpperCase()): TextEffect {
  const performed: EffectContext[] = [];
  return {
    name: `test.${sideEffect}`,
    sideEffect,
    request: z.strictObject({ text: z.string() }),
    result: z.string(),
    performed,
    perform(request, context) {
      performed.push(context);
      return perform(request, context);
    },
  };
}

/** A promise that a test settles by hand. */
export function held<Value>(): { readonly promise: Promise<Value>; resolve(value: Value): void; reject(error: unknown): void } {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
}

/** Lets everything that can go on without time or the world go on. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
