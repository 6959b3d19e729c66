import { MCP_FAILURES_MAX, MCP_RESTART_DELAY_MS, MCP_RESTART_DELAY_MS_MAX } from './limits.ts';

/** How often in a row a server failed, and what follows from it. */
export interface FailureCount {
  note(detail: string): void;
  /** A call succeeded, or a person mended something. */
  reset(): void;
  count(): number;
  /** Why it failed last; undefined when it did not. */
  last(): string | undefined;
  isGivenUp(): boolean;
  /** Before the next start: nothing at first, then longer each time. */
  delayMs(): number;
}

export function countFailures(): FailureCount {
  const details: string[] = [];
  return {
    note: (detail) => void details.push(detail),
    reset: () => void details.splice(0),
    count: () => details.length,
    last: () => details.at(-1),
    isGivenUp: () => details.length >= MCP_FAILURES_MAX,
    delayMs: () => (details.length === 0 ? 0 : Math.min(MCP_RESTART_DELAY_MS * 2 ** (details.length - 1), MCP_RESTART_DELAY_MS_MAX)),
  };
}
