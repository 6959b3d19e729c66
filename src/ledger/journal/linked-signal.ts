export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the sources; a run's signal outlives thousands of steps. */
  unlink(): void;
}

/** Without a reason of ours the platform would make an error with a stack for each link that is let go. */
const UNLINKED = 'unlinked';

/** A signal that is aborted as soon as one of its sources is, for the same reason. */
export function linkSignals(sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const linked = new AbortController();
  const links = new AbortController();
  for (const source of sources) {
    if (source === undefined) continue;
    if (source.aborted) linked.abort(source.reason);
    else source.addEventListener('abort', () => linked.abort(source.reason), { once: true, signal: links.signal });
  }
  return { signal: linked.signal, unlink: () => links.abort(UNLINKED) };
}

const REASON_CHARS_MAX = 500;

/** Why a signal was aborted, in words fit to be stored. */
export function abortReason({ reason }: AbortSignal): string {
  const words = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : '';
  return words === '' ? 'No reason was given.' : words.slice(0, REASON_CHARS_MAX).toWellFormed();
}
