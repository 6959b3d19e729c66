import type { Surface } from '../surface.ts';

/** Lines that a person types while something else goes on. */
export interface TypedLines {
  /** The next line; undefined when the input ends or the signal is raised first. */
  next(signal: AbortSignal): Promise<string | undefined>;
  /** Lets go of the terminal. */
  stop(): void;
}

/** Whoever asks first gets the next line; a line that nobody asked for goes to `unasked`. */
export function typedLines({ terminal, signal }: Pick<Surface, 'terminal' | 'signal'>, unasked: (line: string) => void): TypedLines {
  const stopped = new AbortController();
  const over = AbortSignal.any([signal, stopped.signal]);
  const askers: ((line: string | undefined) => void)[] = [];
  let hasEnded = false;
  const pump = async (): Promise<void> => {
    for await (const line of terminal.readLines(over)) (askers.shift() ?? unasked)(line);
    hasEnded = true;
    for (const asker of askers.splice(0)) asker(undefined);
  };
  const pumping = pump();
  // A fault of the input is the end of it; the work goes on.
  pumping.catch(() => {});
  return {
    next: (withdrawn) =>
      new Promise((resolve) => {
        if (hasEnded || withdrawn.aborted) return resolve(undefined);
        askers.push(resolve);
        withdrawn.addEventListener('abort', () => {
          const at = askers.indexOf(resolve);
          if (at !== -1) askers.splice(at, 1);
          resolve(undefined);
        });
      }),
    stop: () => stopped.abort(),
  };
}
