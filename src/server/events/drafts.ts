import type { ResultDraft } from '../../contracts/index.ts';
import type { DraftsPort, ReadDraft } from '../../mother/index.ts';

export interface DraftFrame {
  readonly runId: string;
  /** As it is written to a stream. */
  readonly text: string;
}

/** What is written of results at this moment, for whoever looks on. It passes through memory alone; the log tells what came of it. */
export interface Drafts extends DraftsPort {
  /** What is written now, and from now on; until what it gives is called. */
  follow(listener: (frame: DraftFrame) => void): () => void;
}

export interface DraftsPorts {
  /** Nothing is told unmasked. */
  readonly mask: (draft: ResultDraft) => Promise<unknown>;
  /** Calls back after this many milliseconds. */
  readonly later: (callback: () => void, ms: number) => void;
}

/** Often enough to read along, and seldom enough to cost little. */
const EVERY_MS = 200;
/** More is not written at once; who began first is forgotten first. */
const AT_ONCE_MAX = 64;

interface Writing {
  /** What was told last; undefined while everybody is to be told. */
  told: string | undefined;
  isOver: boolean;
}

export function createDrafts({ mask, later }: DraftsPorts): Drafts {
  const listeners = new Set<(frame: DraftFrame) => void>();
  const writing = new Map<ReadDraft, Writing>();
  let isAwaited = false;
  const frameOf = async (read: ReadDraft, isOver: boolean): Promise<DraftFrame | undefined> => {
    const draft = read();
    return draft && { runId: draft.run_id, text: `event: draft\ndata: ${JSON.stringify(await mask({ ...draft, is_over: isOver }))}\n\n` };
  };
  const look = async (): Promise<void> => {
    isAwaited = false;
    for (const [read, one] of writing) {
      if (one.isOver) writing.delete(read);
      // What nobody reads is not even put together.
      const frame = listeners.size === 0 ? undefined : await frameOf(read, one.isOver);
      if (frame === undefined || frame.text === one.told) continue;
      one.told = frame.text;
      for (const listener of listeners) listener(frame);
    }
  };
  const lookSoon = (): void => {
    if (!isAwaited) later(() => void look(), EVERY_MS);
    isAwaited = true;
  };
  return {
    tell(read) {
      if (!writing.has(read)) writing.set(read, { told: undefined, isOver: false });
      const [oldest] = writing.keys();
      if (writing.size > AT_ONCE_MAX && oldest !== undefined) writing.delete(oldest);
      lookSoon();
    },
    end(read) {
      const one = writing.get(read);
      if (one === undefined) return;
      one.isOver = true;
      lookSoon();
    },
    follow(listener) {
      listeners.add(listener);
      // Whoever comes in the middle is told at the next look, and the others once more.
      for (const one of writing.values()) one.told = undefined;
      lookSoon();
      return () => listeners.delete(listener);
    },
  };
}
