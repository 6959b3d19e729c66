import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { rounded, type BenchGoal, type BenchResult } from '../benchmark.ts';
import { openReader, type Reader } from './reader.ts';
import type { Order } from './serving-process.ts';

const SIZES = { quick: { streams: 100, seconds: 20 }, whole: { streams: 500, seconds: 300 } };
const EVENTS_PER_SECOND = 10;
/** One in so many takes nothing for a third of the time, and then comes back. */
const STALLED_EVERY = 20;
/** Until everybody is let in: more come at once than may. */
const SETTLE_MS = 5_000;
const LATE_P99_MS_MAX = 250;
const GROWTH_MB_MAX = 100;

interface Standing {
  readonly memoryMb: number;
  readonly cpuMs: number;
}

/** Many readers of one log, some of which stall and come back. What is late, what grows, what is lost or told twice. */
export async function streams({ quick }: { readonly quick: boolean }): Promise<BenchResult> {
  const { streams: count, seconds } = SIZES[quick ? 'quick' : 'whole'];
  const child = fork(new URL('serving-process.ts', import.meta.url), { stdio: 'inherit' });
  const { url } = await told<{ url: string }>(child);
  // Lateness counts for those who take what they get; who stalls is late by his own doing.
  const readers: Reader[] = Array.from({ length: count }, (_, at) => openReader(url, () => at % STALLED_EVERY !== 0));
  const stalled = readers.filter((_, at) => at % STALLED_EVERY === 0);
  await wait(SETTLE_MS);
  const before = await standing(child);
  const events = seconds * EVENTS_PER_SECOND;
  child.send({ eventsPerSecond: EVENTS_PER_SECOND, events } satisfies Order);
  await wait((seconds * 1_000) / 3);
  for (const reader of stalled) reader.stall();
  await wait((seconds * 1_000) / 3);
  const during = await standing(child);
  for (const reader of stalled) reader.reconnect();
  await told<{ written: number }>(child);
  for (let tries = 0; tries < 100 && readers.some(({ read }) => read.entries < events); tries += 1) await wait(100);
  const after = await standing(child);
  for (const reader of readers) reader.close();
  child.send('end');
  await once(child, 'exit');
  const late = readers.flatMap(({ read }) => read.lateMs).sort((a, b) => a - b);
  const at = (share: number): number => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Number.NaN;
  const sum = (of: (reader: Reader) => number): number => readers.reduce((total, reader) => total + of(reader), 0);
  const growth = rounded(Math.max(during.memoryMb, after.memoryMb) - before.memoryMb, 1);
  const lost = sum(({ read }) => Math.abs(events - read.entries + read.doubles));
  const goals: BenchGoal[] = [
    { name: 'lateness p99, ms', actual: at(0.99), limit: `≤ ${LATE_P99_MS_MAX}`, ok: at(0.99) <= LATE_P99_MS_MAX },
    { name: 'memory growth, MB', actual: growth, limit: `≤ ${GROWTH_MB_MAX}`, ok: growth <= GROWTH_MB_MAX },
    ...(['gaps', 'doubles'] as const).map((kind) => ({ name: `entries with ${kind}`, actual: sum(({ read }) => read[kind]), limit: '0', ok: sum(({ read }) => read[kind]) === 0 })),
    { name: 'entries that did not come', actual: lost, limit: '0', ok: lost === 0 },
  ];
  const figures = { streams: count, seconds, sent: late.length, stalled: stalled.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1), memory_mb: rounded(before.memoryMb, 1), growth_mb: growth, server_cpu_share: rounded((after.cpuMs - before.cpuMs) / (seconds * 1_000), 3) };
  return { rows: [{ label: 'streams', figures }], goals };
}

async function told<Told>(child: ChildProcess): Promise<Told> {
  const [message] = (await once(child, 'message')) as [Told];
  return message;
}

async function standing(child: ChildProcess): Promise<Standing> {
  child.send('memory');
  return told<Standing>(child);
}
