import { z } from 'zod';
import { Name, NonEmptyText, ReceiptId, RunId, StorageRef, Timestamp } from '../core/index.ts';
import { Phase, PhaseExit } from './phase.ts';

/** One thing that was looked at before a phase was left. */
export const GateCheck = z.strictObject({
  /** Such as `plan_valid` or `artifact:CodePatch`; role contracts name them in `exit_when`. */
  gate_id: NonEmptyText,
  result: z.enum(['passed', 'failed', 'waived']),
  detail: NonEmptyText,
  refs: z.array(StorageRef),
});
export type GateCheck = z.infer<typeof GateCheck>;

/** Where each phase goes from each way of leaving it. Whatever fails is still summed up, so it goes to finalize. */
export const PHASE_TRANSITIONS: Readonly<Record<Phase, Readonly<Partial<Record<PhaseExit['exit'], Phase>>>>> = {
  plan: { success: 'execute', needs_repair: 'plan', needs_input: 'plan', needs_approval: 'plan', fail: 'finalize' },
  execute: { success: 'review', needs_repair: 'execute', needs_input: 'execute', needs_approval: 'execute', fail: 'finalize' },
  review: { success: 'approve', needs_repair: 'repair', needs_input: 'review', needs_approval: 'review', fail: 'finalize' },
  repair: { success: 'execute', needs_repair: 'repair', needs_input: 'repair', needs_approval: 'repair', fail: 'finalize' },
  approve: { success: 'finalize', needs_repair: 'repair', needs_input: 'approve', needs_approval: 'approve', fail: 'finalize' },
  finalize: { success: 'terminate', fail: 'terminate' },
  terminate: {},
};

interface Left {
  phase: Phase;
  exit: PhaseExit;
  next: Phase;
  checks: readonly GateCheck[];
}

function goesWhereItMay(receipt: Left): boolean {
  return PHASE_TRANSITIONS[receipt.phase][receipt.exit.exit] === receipt.next;
}

function succeedsThroughOpenGates(receipt: Left): boolean {
  return receipt.exit.exit !== 'success' || (receipt.checks.length > 0 && receipt.checks.every(({ result }) => result !== 'failed'));
}

/** The proof that a phase was left by right: what was looked at, and where the run went. No phase is left without one. */
export const GateReceipt = z
  .strictObject({
    receipt_id: ReceiptId,
    run_id: RunId,
    phase: Phase,
    exit: PhaseExit,
    next: Phase,
    checks: z.array(GateCheck),
    evaluated_by: Name,
    evaluated_at: Timestamp,
  })
  .refine(goesWhereItMay, { path: ['next'], message: 'the phase does not lead there' })
  .refine(succeedsThroughOpenGates, { path: ['checks'], message: 'a phase is left as a success only through gates that were looked at and are open' });
export type GateReceipt = z.infer<typeof GateReceipt>;
