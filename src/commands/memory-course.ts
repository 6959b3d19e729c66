import { DEMOTED_DECAY, memoryMegramDemoted, memoryMegramWritten, type LogEntry, type Megram, type MegramId, type MemoryCoursePoint, type Timestamp } from '../contracts/index.ts';
import { emptySums, potentialsAt, withTrace, type DatedTrace } from '../formulas/index.ts';

/** As many points as a picture has use for: so many until now, and so many ahead. */
const POINTS = 60;
const POINTS_AHEAD = 20;
/** Twice the half-life of what took a side, so that it is seen to fade. */
const DAYS_AHEAD = 28;
const MS_PER_DAY = 86_400_000;

interface Counted {
  /** From when on it counts: when it was written or, of a rule, when it stopped being one. */
  readonly fromMs: number;
  readonly trace: DatedTrace;
}

/** How the potentials of a place went, and where they go when nothing else is written. What was erased is not in it. */
export function memoryCourse(entries: readonly LogEntry[], now: Timestamp): MemoryCoursePoint[] {
  const counted = countedIn(entries).toSorted((one, other) => one.fromMs - other.fromMs);
  const [first] = counted;
  if (first === undefined) return [];
  const nowMs = Date.parse(now);
  const startMs = Math.min(first.fromMs, nowMs);
  const until = Array.from({ length: POINTS }, (_none, at) => startMs + ((nowMs - startMs) * at) / (POINTS - 1));
  const ahead = Array.from({ length: POINTS_AHEAD }, (_none, at) => nowMs + (DAYS_AHEAD * MS_PER_DAY * (at + 1)) / POINTS_AHEAD);
  const points: MemoryCoursePoint[] = [];
  let sums = emptySums(first.trace.created_at);
  let next = 0;
  for (const atMs of new Set([...until, ...ahead])) {
    for (let one = counted[next]; one !== undefined && one.fromMs <= atMs; one = counted[next]) {
      sums = withTrace(sums, one.trace);
      next += 1;
    }
    const at = new Date(atMs).toISOString() as Timestamp;
    points.push({ at, ...potentialsAt(sums, at), is_ahead: atMs > nowMs });
  }
  return points;
}

function countedIn(entries: readonly LogEntry[]): Counted[] {
  const rules = new Map<MegramId, Megram>();
  const counted: Counted[] = [];
  for (const { event } of entries) {
    const written = event.type === memoryMegramWritten.type ? memoryMegramWritten.payload.safeParse(event.payload).data?.megram : undefined;
    if (written?.level === 'C') rules.set(written.megram_id, written);
    else if (written !== undefined) counted.push({ fromMs: Date.parse(written.created_at), trace: written });
    const demoted = event.type === memoryMegramDemoted.type ? memoryMegramDemoted.payload.safeParse(event.payload).data : undefined;
    const rule = demoted && rules.get(demoted.megram_id);
    if (rule !== undefined) counted.push({ fromMs: Date.parse(event.recorded_at), trace: { ...rule, k: DEMOTED_DECAY } });
  }
  return counted;
}
