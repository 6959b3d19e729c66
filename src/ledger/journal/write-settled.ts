import type { ErrorBody } from '../../contracts/index.ts';
import { hasCode, type KeelsonError } from '../../kernel/index.ts';
import type { NewEvent } from '../log/log.ts';
import type { LedgerOperation } from '../request.ts';
import { settlementFailed } from './journal-errors.ts';
import type { Settlement } from './journal.ts';
import type { Recorder } from './recorder.ts';
import { isSettlementRefusal } from './settlement-refusal.ts';
import { keyOf, type StepFact } from './step-facts.ts';

export interface SettledFact {
  readonly part: string;
  /** The fact, told whether its settlement was refused. */
  fact(refused: { readonly settlement_refused?: ErrorBody }): StepFact;
  settle(): Settlement | undefined;
  /** What the fact cannot do without, before and after the settlement. */
  readonly before?: readonly LedgerOperation[];
  readonly after?: readonly LedgerOperation[];
  /** Told with it, whatever becomes of the settlement. */
  readonly also?: readonly NewEvent[];
  isRefusal?(error: unknown): boolean;
}

/**
 * Writes a fact together with its settlement. A fact is never lost for the sake of its settlement: what is refused is left
 * out, as little as possible, and the fact says so. Whether a refusal was about the settlement shows when the fact is
 * written without it.
 */
export async function writeSettled(recorder: Pick<Recorder, 'write'>, { part, fact, settle, before = [], after = [], also = [], isRefusal = () => false }: SettledFact): Promise<void> {
  const bare = (refused: ErrorBody): Promise<void> => recorder.write(part, fact({ settlement_refused: refused }), { events: also, operations: [...before, ...after] }, isRefusal);
  let settlement: Settlement;
  try {
    settlement = settle() ?? {};
  } catch (error) {
    return bare(settlementFailed(keyOf(fact({})), error).toBody());
  }
  const { events = [] } = settlement;
  let moves = settlement.operations ?? [];
  for (;;) {
    const mayBeRefused = (error: unknown): error is KeelsonError => events.length + moves.length > 0 && isSettlementRefusal(error);
    try {
      return await recorder.write(part, fact({}), { events: [...also, ...events], operations: [...before, ...moves, ...after] }, (error) => mayBeRefused(error) || isRefusal(error));
    } catch (error) {
      if (!mayBeRefused(error)) throw error;
      const kept = withoutClosed(moves, error);
      if (kept.length === moves.length) return bare(error.toBody());
      moves = kept;
    }
  }
}

/** A counter that was closed meanwhile has charged its reservations in full, so only what is about that one is pointless. */
function withoutClosed(moves: readonly LedgerOperation[], error: unknown): readonly LedgerOperation[] {
  if (!hasCode(error, 'counter.closed')) return moves;
  const { counter } = error.data;
  return moves.filter((move) => !('counter' in move) || (move.counter !== counter && !('parent' in move && move.parent?.counter === counter)));
}
