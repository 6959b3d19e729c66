export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Aborts it, and none of its sources. */
  abort(reason: unknown): void;
  /** Lets go of the sources; a run's signal outlives thousands of steps. */
  unlink(): void;
}

/** A signal that is aborted as soon as one of its sources is, for the same reason. */
export function linkSignals(sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const linked = new AbortController();
  const abort = (reason: unknown): void => linked.abort(reason);
  // Taken off by hand: a listener that goes with another signal costs several times as much, and each step has some.
  const listening: { readonly source: AbortSignal; readonly listener: () => void }[] = [];
  for (const source of sources) {
    if (source === undefined) continue;
    if (source.aborted) {
      abort(source.reason);
    } else {
      const listener = (): void => abort(source.reason);
      source.addEventListener('abort', listener);
      listening.push({ source, listener });
    }
  }
  return {
    signal: linked.signal,
    abort,
    unlink() {
      for (const { source, listener } of listening) source.removeEventListener('abort', listener);
    },
  };
}

/** The same of one source, made when somebody asks for the signal: most steps have none below them that would. */
export function linkWhenAsked(source: AbortSignal): LinkedSignal {
  let linked: LinkedSignal | undefined;
  let aborted: { readonly reason: unknown } | undefined;
  return {
    get signal() {
      if (linked === undefined) {
        linked = linkSignals([source]);
        if (aborted !== undefined) linked.abort(aborted.reason);
      }
      return linked.signal;
    },
    abort(reason) {
      aborted ??= { reason };
      linked?.abort(reason);
    },
    unlink: () => linked?.unlink(),
  };
}

const REASON_CHARS_MAX = 500;

/** Why a signal was aborted, in words fit to be stored. */
export function abortReason({ reason }: AbortSignal): string {
  const words = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : '';
  return words === '' ? 'No reason was given.' : words.slice(0, REASON_CHARS_MAX).toWellFormed();
}
