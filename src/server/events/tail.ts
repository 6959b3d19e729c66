import type { LedgerEventsReport, ShownEntry } from '../../contracts/index.ts';

/** An entry of the log, ready to be sent to any number of readers. */
export interface Frame {
  readonly position: number;
  /** The run that it belongs to; undefined for what belongs to none. */
  readonly runId: string | undefined;
  readonly type: string;
  /** As it is written to a stream. */
  readonly text: string;
}

/** What follows a place in the log: empty when nothing came for a while. */
export interface Frames {
  readonly frames: readonly Frame[];
  /** Where to go on. */
  readonly next: number;
}

export interface TailPorts {
  /** Entries after a position; waits for some when there are none yet. */
  readonly read: (after: number, waitMs: number, signal: AbortSignal) => Promise<LedgerEventsReport>;
}

/** What one reading takes, and how much of what was read last is kept for those who are close behind. */
const KEPT_FRAMES = 2_000;
const WAIT_MS = 10_000;

/**
 * The end of a log, read once for all who follow it. Whoever is further behind than what is kept reads by itself, a page at a
 * time, until it has caught up; so no reader makes anything grow, however slow it is.
 */
export interface Tail {
  after(position: number, signal: AbortSignal): Promise<Frames>;
  /** Where whoever says that it stands here really goes on: at the beginning, when there is no such place. */
  anchor(position: number, signal: AbortSignal): Promise<number>;
  close(): void;
}

export function createTail({ read }: TailPorts): Tail {
  const closing = new AbortController();
  let kept: readonly Frame[] = [];
  /** Everything after this position and up to `end` is kept. */
  let begin = 0;
  let end = -1;
  let reading: Promise<void> | undefined;

  const readOn = async (from: number): Promise<void> => {
    const page = await read(from, WAIT_MS, closing.signal);
    if (page.state === 'absent' || closing.signal.aborted) return;
    if (end !== from) [kept, begin] = [[], from];
    kept = [...kept, ...page.entries.map(frameOf)];
    end = page.next_after;
    const over = kept.length - KEPT_FRAMES;
    if (over > 0) [kept, begin] = [kept.slice(over), kept[over - 1]?.position ?? begin];
  };

  const ready = (position: number): Frames | undefined => (position >= begin && position < end ? { frames: kept.slice(kept.findLastIndex((frame) => frame.position <= position) + 1), next: end } : undefined);

  return {
    async after(position, signal) {
      const there = ready(position);
      if (there !== undefined) return there;
      if (position < begin) {
        const page = await read(position, 0, signal);
        return page.state === 'absent' ? { frames: [], next: position } : { frames: page.entries.map(frameOf), next: page.next_after };
      }
      reading ??= readOn(position).finally(() => (reading = undefined));
      // All who wait share one promise, which is settled within the time of one reading; whoever has gone meanwhile sees it then.
      await reading;
      return ready(position) ?? { frames: [], next: position };
    },
    async anchor(position, signal) {
      if (position === 0) return 0;
      const page = await read(position - 1, 0, signal);
      return page.state === 'done' && page.entries.length > 0 ? position : 0;
    },
    close: () => closing.abort(),
  };
}

function frameOf(entry: ShownEntry): Frame {
  const { position, event } = entry;
  return { position, runId: event.aggregate === 'run' ? event.aggregate_id : runNamedIn(event.payload), type: event.type, text: `id: ${position}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n` };
}

/** The run that something beside a run belongs to, such as a question of it: named at once, or in the record that is told. */
function runNamedIn(payload: ShownEntry['event']['payload']): string | undefined {
  const held = [payload, ...Object.values(payload ?? {})].find((value): value is { readonly run_id: string } => typeof value === 'object' && value !== null && typeof (value as { run_id?: unknown }).run_id === 'string');
  return held?.run_id;
}
