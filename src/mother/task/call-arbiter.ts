import { RETRIEVAL_QUERY_CHARS_MAX, type ArbiterAnswer, type ConflictType, type RoleId, type TaskSpec } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { RetrieveOutput } from '../../library/index.ts';
import type { DetectedConflict } from '../conflicts/round-review.ts';
import type { TaskWork } from './task-ports.ts';

/** Who judges each kind of dispute: a critic about code, research about sources, and the judge of the whole where no role is nearer to it. */
const ARBITER_ROLE: Readonly<Record<ConflictType, RoleId>> = {
  critic_vs_coder: 'critic',
  low_confidence_output: 'meta_validator',
  competing_proposals: 'meta_validator',
  evidence_contradiction: 'research',
  test_vs_review: 'critic',
  retrieval_ambiguity: 'research',
};

/** More passages than these decide nothing that the first ones leave open. */
const PASSAGES_MAX = 8;

export interface ToSettle {
  /** Everything that enters meanwhile is recorded under this. */
  readonly key: string;
  readonly task: TaskSpec;
  readonly conflict: DetectedConflict;
  /** Whom the policy names; null leaves it to the kind of the dispute. */
  readonly as: RoleId | null;
}

/**
 * Has a dispute judged by the role that is nearest to it, on a larger model than its parties had where there is one. Research
 * looks into what contradicts itself before it judges. Undefined where the engine has nobody who could.
 */
export async function callArbiter(work: TaskWork, { key, task, conflict, as }: ToSettle, signal: AbortSignal): Promise<ArbiterAnswer | { readonly unresolved: string } | undefined> {
  const { engine } = work;
  if (engine.arbitrate === undefined) return undefined;
  const roleId = as ?? ARBITER_ROLE[conflict.type];
  const lookedUp = roleId === 'research' ? await lookInto(work, `${key}/retrieve`, conflict, signal) : [];
  const parties = conflict.sides.map(({ name, position, evidence }) => ({ name, position, evidence }));
  return engine.arbitrate({ key, signal, task, conflictType: conflict.type, parties, as: roleId, escalate: true, ...(lookedUp.length > 0 && { lookedUp }) });
}

/** What the files say to both positions, in passages that no party has chosen. */
async function lookInto({ runner, journal, budget }: TaskWork, key: string, { sides }: DetectedConflict, signal: AbortSignal): Promise<string[]> {
  try {
    const call = await runner.call({ toolId: 'retrieve', arguments: { query: sides.map(({ position }) => position).join(' ').slice(0, RETRIEVAL_QUERY_CHARS_MAX).toWellFormed(), k: PASSAGES_MAX }, roleId: 'research', key, typedBy: 'plan', journal, counters: [...budget.counters], signal });
    const found = RetrieveOutput.safeParse(call.outcome.output).data;
    return (found?.hits ?? []).map(({ path, text }) => `${path}: ${text}`);
  } catch (error) {
    // Where nothing can be looked up, the arbiter has what the parties brought.
    if (!(error instanceof KeelsonError) || !error.code.startsWith('tool.')) throw error;
    return [];
  }
}
