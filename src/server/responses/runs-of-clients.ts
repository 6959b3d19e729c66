import type { RunId, RunStartReport } from '../../contracts/index.ts';

/** How long a run keeps its place among those at work for a client that does not come back. */
export const PATIENCE_MS = 10 * 60_000;

/** A run that is worked on here for a client. */
export interface RunOfClient {
  readonly ended: Promise<RunStartReport>;
  knownAs(runId: RunId): void;
  /** It waits for its client; `isStill` says whether it has done nothing else since. */
  waits(isStill: () => Promise<boolean>): void;
}

export interface RunsOfClients {
  work(start: (signal: AbortSignal) => Promise<RunStartReport>): RunOfClient;
  /** For whoever comes back to a run. Undefined when nobody here works on it: it can be resumed then. */
  take(runId: RunId): Promise<RunOfClient | undefined>;
}

/**
 * A client may never come back, and there are places for few runs at once. One that has waited for long is left as it stands, as
 * when the server goes: it holds nothing then, and is resumed when its client comes.
 */
export function createRunsOfClients({ closing, deadline }: { readonly closing: AbortSignal; readonly deadline: (ms: number) => AbortSignal }): RunsOfClients {
  const known = new Map<RunId, RunOfClient & { readonly left: AbortSignal; taken(): void }>();
  return {
    work(start) {
      const leaving = new AbortController();
      const ended = start(AbortSignal.any([closing, leaving.signal]));
      let turns = 0;
      const run = {
        ended,
        left: leaving.signal,
        taken: () => void (turns += 1),
        knownAs(runId: RunId) {
          if (known.has(runId)) return;
          known.set(runId, run);
          const forget = (): void => void (known.get(runId) === run && known.delete(runId));
          ended.then(forget, forget);
        },
        waits(isStill: () => Promise<boolean>) {
          const now = turns;
          const look = async (): Promise<void> => {
            const isIdle = await isStill();
            if (turns !== now) return;
            if (isIdle) leaving.abort();
            else run.waits(isStill);
          };
          deadline(PATIENCE_MS).addEventListener('abort', () => void look().catch(() => undefined), { once: true });
        },
      };
      return run;
    },
    async take(runId) {
      const run = known.get(runId);
      run?.taken();
      if (run === undefined || !run.left.aborted) return run;
      await run.ended.catch(() => undefined);
      return undefined;
    },
  };
}
