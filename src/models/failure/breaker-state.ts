/** So many failures in a row are no accident. */
export const FAILURES_IN_A_ROW = 5;
/** Of so many outcomes within so long, half failing is an endpoint that costs more time than it gives answers. */
export const OUTCOMES_WATCHED = 20;
export const OUTCOMES_MS = 60_000;
export const FAILED_SHARE = 0.5;
/** Until one call may try whether it works again. */
export const OPEN_MS = 30_000;
/** A server whose bills cannot be believed does not mend itself within seconds. */
export const TRIPPED_MS = 600_000;

export interface Outcome {
  readonly atMs: number;
  readonly isFailure: boolean;
}

/**
 * Closed lets calls through and watches them. Open lets none through until `untilMs`. Half open has let one through to
 * try; when nothing is heard of it until `untilMs`, another one may.
 */
export type BreakerState =
  | { readonly phase: 'closed'; readonly outcomes: readonly Outcome[] }
  | { readonly phase: 'open'; readonly untilMs: number; readonly reason: string }
  | { readonly phase: 'half_open'; readonly untilMs: number; readonly reason: string };

export const CLOSED: BreakerState = { phase: 'closed', outcomes: [] };

/** The state once a call has asked to be let through, and whether it is. */
export function afterAsking(state: BreakerState, nowMs: number): { readonly state: BreakerState; readonly isLetThrough: boolean } {
  if (state.phase === 'closed') return { state, isLetThrough: true };
  if (nowMs < state.untilMs) return { state, isLetThrough: false };
  return { state: { phase: 'half_open', untilMs: nowMs + OPEN_MS, reason: state.reason }, isLetThrough: true };
}

/** The state once a call that was let through in this same phase has ended. */
export function afterOutcome(state: BreakerState, outcome: Outcome): BreakerState {
  if (state.phase === 'open') return state;
  if (state.phase === 'half_open') return outcome.isFailure ? { phase: 'open', untilMs: outcome.atMs + OPEN_MS, reason: state.reason } : CLOSED;
  const outcomes = [...state.outcomes, outcome].slice(-OUTCOMES_WATCHED);
  const reason = outcome.isFailure ? reasonToOpen(outcomes, outcome.atMs) : undefined;
  return reason === undefined ? { phase: 'closed', outcomes } : { phase: 'open', untilMs: outcome.atMs + OPEN_MS, reason };
}

function reasonToOpen(outcomes: readonly Outcome[], nowMs: number): string | undefined {
  const latest = outcomes.slice(-FAILURES_IN_A_ROW);
  if (latest.length === FAILURES_IN_A_ROW && latest.every(({ isFailure }) => isFailure)) return `${FAILURES_IN_A_ROW} calls in a row failed`;
  const recent = outcomes.filter(({ atMs }) => nowMs - atMs <= OUTCOMES_MS);
  const failed = recent.filter(({ isFailure }) => isFailure).length;
  if (recent.length < OUTCOMES_WATCHED || failed < OUTCOMES_WATCHED * FAILED_SHARE) return undefined;
  return `${failed} of the last ${OUTCOMES_WATCHED} calls failed`;
}
