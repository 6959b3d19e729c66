import { z } from 'zod';
import { GateCheck, GateReceipt, Phase, PHASE_TRANSITIONS, PhaseExit, runPhaseExited, type RunId } from '../../contracts/index.ts';
import { invariant, KeelsonError, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { EffectDefinition, Journal } from '../../ledger/index.ts';

/** Where a run stands, and the one way on. */
export interface PhaseKeeper {
  current(): Phase;
  /** How many phases were left so far. */
  visits(): number;
  /**
   * Leaves the phase and answers the next. A success is refused with `phase.gate_closed` while a gate is closed; the
   * receipt of what was looked at becomes durable in the same append as the exit.
   */
  leave(exit: PhaseExit, checks: readonly GateCheck[]): Promise<Phase>;
}

export interface PhaseKeeperPorts {
  readonly runId: RunId;
  readonly journal: Pick<Journal, 'step'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where it stands when what went before is known; a new run stands before its plan. */
  readonly phase?: Phase;
  readonly visits?: number;
}

const Leaving = z.strictObject({ phase: Phase, exit: PhaseExit, checks: z.array(GateCheck) });
type Leaving = z.infer<typeof Leaving>;

/**
 * Every phase of every run is left here and nowhere else. A run that is gone on with walks through its phases again and
 * meets the receipts that it has.
 */
export function openPhases({ runId, journal, clock, ids, ...stands }: PhaseKeeperPorts): PhaseKeeper {
  let phase: Phase = stands.phase ?? 'plan';
  let visits = stands.visits ?? 0;
  const effect: EffectDefinition<Leaving, GateReceipt> = {
    name: 'phase.leave',
    sideEffect: 'read_only',
    request: Leaving,
    result: GateReceipt,
    perform: async (leaving) => GateReceipt.parse({ receipt_id: ids.mint('rcp'), run_id: runId, ...leaving, next: nextOf(leaving.phase, leaving.exit), evaluated_by: 'mother', evaluated_at: timestamp(clock) }),
  };
  return {
    current: () => phase,
    visits: () => visits,
    async leave(exit, checks) {
      const closed = checks.filter(({ result }) => result === 'failed');
      if (exit.exit === 'success' && (closed.length > 0 || checks.length === 0)) throw gateClosed(phase, closed);
      visits += 1;
      const receipt = await journal.step(`phases/${visits}-${phase}`, effect, { phase, exit, checks: [...checks] }, {
        settle: (end) => (end.ok ? { events: [{ type: runPhaseExited.type, streamId: runId, payload: { run_id: runId, phase: end.result.phase, exit: end.result.exit, gate: end.result } }] } : {}),
      });
      phase = receipt.next;
      return phase;
    },
  };
}

function nextOf(phase: Phase, exit: PhaseExit): Phase {
  const next = PHASE_TRANSITIONS[phase][exit.exit];
  invariant(next !== undefined, `${phase} cannot be left as ${exit.exit}`);
  return next;
}

function gateClosed(phase: Phase, closed: readonly GateCheck[]): KeelsonError<'phase.gate_closed'> {
  return new KeelsonError('phase.gate_closed', {
    message: closed.length === 0 ? `Nothing was looked at before ${phase} was to be left.` : `The phase ${phase} cannot be left: ${closed.map(({ gate_id, detail }) => `${gate_id}: ${detail}`).join('; ')}.`,
    nextStep: 'Bring what is missing, or have it waived; then leave the phase again.',
    data: { phase, gates: closed.map(({ gate_id }) => gate_id) },
  });
}
