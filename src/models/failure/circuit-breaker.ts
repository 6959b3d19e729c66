import type { ModelFault } from '../../contracts/index.ts';
import { invariant, type Clock } from '../../kernel/index.ts';
import { afterAsking, afterOutcome, CLOSED, TRIPPED_MS, type BreakerState } from './breaker-state.ts';
import { BLAME } from './classify.ts';

/** Leave to make one call. Whoever has it says once how the call ended. */
export interface BreakerPass {
  succeeded(): void;
  /** A fault that does not speak against the endpoint counts as an answer: it was there and well. */
  failed(fault: ModelFault): void;
  /** Neither: the call was not made after all, or was stopped. Another may try in its place. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /** Undefined while the endpoint is not to be asked. */
  pass(): BreakerPass | undefined;
  /** Opens at once and for long: for a server that does what no honest one does. */
  trip(reason: string): void;
  /** For people and for choosing among models; asking changes nothing. */
  readonly phase: BreakerState['phase'];
  /** Why it is not closed. */
  readonly reason: string | undefined;
  /** Until a call may be let through; 0 when one may now. */
  readonly waitMs: number;
}

/** Keeps calls away from one endpoint that does not work. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let state = CLOSED;
  /** Grows whenever the phase changes: what a call from an earlier phase reports says nothing about this one. */
  let era = 0;
  const move = (next: BreakerState): void => {
    if (next.phase !== state.phase) era += 1;
    state = next;
  };
  const passOf = (eraOfCall: number): BreakerPass => {
    let isUsed = false;
    const once = (change: () => void): void => {
      if (!isUsed && eraOfCall === era) change();
      isUsed = true;
    };
    const report = (isFailure: boolean): void => once(() => move(afterOutcome(state, { atMs: clock.monotonicMs(), isFailure })));
    return {
      succeeded: () => report(false),
      failed: (fault) => report(BLAME[fault] !== 'neither'),
      abandoned: () => once(() => void (state.phase === 'half_open' && move({ ...state, phase: 'open', untilMs: clock.monotonicMs() }))),
    };
  };

  return {
    pass() {
      const asked = afterAsking(state, clock.monotonicMs());
      // A second call that tries because nothing was heard of the first begins a phase of its own.
      if (asked.state !== state && state.phase === 'half_open') era += 1;
      move(asked.state);
      return asked.isLetThrough ? passOf(era) : undefined;
    },
    trip(reason) {
      move({ phase: 'open', untilMs: clock.monotonicMs() + TRIPPED_MS, reason });
    },
    get phase() {
      return state.phase;
    },
    get reason() {
      return state.phase === 'closed' ? undefined : state.reason;
    },
    get waitMs() {
      return state.phase === 'closed' ? 0 : Math.max(0, state.untilMs - clock.monotonicMs());
    },
  };
}

export interface CircuitBreakers {
  /** Of one model at an address, or of the address alone. Only what concerns all its models is held against the address. */
  of(address: string, model?: string): CircuitBreaker;
}

/** As many breakers as there are addresses and models configured. */
export function createCircuitBreakers(clock: Clock): CircuitBreakers {
  const known = new Map<string, CircuitBreaker>();
  const breakerFor = (...names: readonly string[]): CircuitBreaker => {
    const key = JSON.stringify(names);
    const breaker = known.get(key) ?? createCircuitBreaker(clock);
    known.set(key, breaker);
    return breaker;
  };
  return { of: (address, model) => (model === undefined ? breakerFor(address) : joined(breakerFor(address), breakerFor(address, model))) };
}

/** Lets through what both let through, and tells each only what speaks for or against it. */
function joined(address: CircuitBreaker, model: CircuitBreaker): CircuitBreaker {
  /** The one that holds calls back for longer. */
  const worse = (): CircuitBreaker => (address.phase === 'closed' || model.waitMs > address.waitMs ? model : address);
  return {
    pass() {
      // Asked only when both will, so that neither has let a call through to try that the other one stops.
      if (worse().waitMs > 0) return undefined;
      const [atAddress, atModel] = [address.pass(), model.pass()];
      invariant(atAddress !== undefined && atModel !== undefined, 'a breaker that need not be waited for lets a call through');
      return {
        succeeded() {
          atAddress.succeeded();
          atModel.succeeded();
        },
        failed(fault) {
          if (BLAME[fault] === 'address') {
            atAddress.failed(fault);
            atModel.abandoned();
          } else {
            atAddress.succeeded();
            atModel.failed(fault);
          }
        },
        abandoned() {
          atAddress.abandoned();
          atModel.abandoned();
        },
      };
    },
    // What no honest server does is not done by one of its models.
    trip: (reason) => address.trip(reason),
    get phase() {
      return worse().phase;
    },
    get reason() {
      return worse().reason;
    },
    get waitMs() {
      return worse().waitMs;
    },
  };
}
