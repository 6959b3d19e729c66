import { z } from 'zod';
import { NonEmptyText, RoleId, type NextAction } from '../../contracts/index.ts';
import type { RoleBook } from './role-book.ts';

/** A role that another one asked for may not ask for a third: work would breed work that nobody planned. */
export const SPAWN_DEPTH_MAX = 1;

/** All that the decision rests on. */
export interface NextActionCase {
  readonly book: Pick<RoleBook, 'allowedActions' | 'enabledWorkers'>;
  readonly proposedBy: RoleId;
  /** 0 for what the plan itself gave out. */
  readonly depth: number;
  readonly budget: { readonly agentsLeft: number; readonly escalationsLeft: number };
  readonly policy: { readonly isSomebodyThere: boolean };
}

export interface NextActionDecision {
  readonly decision: 'honoured' | 'declined';
  readonly reason: string;
}

export const SpawnParams = z.looseObject({ role_id: RoleId, intent: NonEmptyText });
export type SpawnParams = z.infer<typeof SpawnParams>;
const ApprovalParams = z.looseObject({ reason: NonEmptyText });

/** What becomes of a role's proposal: it is checked against contracts, budget and policy, and each answer says why. */
export function decideNextAction(action: NextAction, given: NextActionCase): NextActionDecision {
  switch (action.type) {
    case 'spawn_role':
      return decideSpawn(action, given);
    case 'request_approval':
      return decideApprovalRequest(action, given);
    case 'escalate_model':
      return decideEscalation(given);
    case 'terminate':
      return declined('Only Mother ends a run; the proposal is kept with the run.');
  }
}

function decideSpawn({ params }: NextAction, { book, depth, budget }: NextActionCase): NextActionDecision {
  const wanted = SpawnParams.safeParse(params).data;
  if (wanted === undefined) return declined('It does not say which role is to do what (role_id, intent).');
  const workers = book.enabledWorkers().map(({ role_id: roleId }) => roleId);
  if (!workers.includes(wanted.role_id)) return declined(`${wanted.role_id} is no role that may be given work; these are ${workers.join(', ')}.`);
  if (depth >= SPAWN_DEPTH_MAX) return declined('A role that was itself asked for by another may not ask for a third.');
  if (budget.agentsLeft < 1) return declined('The budget of the run leaves no room for another role.');
  return { decision: 'honoured', reason: `${wanted.role_id} may be given work, and the budget has room for it.` };
}

function decideApprovalRequest({ params }: NextAction, { book, proposedBy, policy }: NextActionCase): NextActionDecision {
  if (!mayDo(book, proposedBy, 'request_approval')) return declined(`The contract of ${proposedBy} does not let it have a person asked.`);
  if (!ApprovalParams.safeParse(params).success) return declined('It does not say what for (reason).');
  return policy.isSomebodyThere ? { decision: 'honoured', reason: 'The contract lets the role have a person asked.' } : declined('Nobody is there to be asked.');
}

function decideEscalation({ book, proposedBy, budget }: NextActionCase): NextActionDecision {
  if (!mayDo(book, proposedBy, 'call_model')) return declined(`The contract of ${proposedBy} does not let it ask a model.`);
  return budget.escalationsLeft < 1 ? declined('The one larger model that a run may turn to was already tried.') : { decision: 'honoured', reason: 'A larger model may be tried once.' };
}

function mayDo({ allowedActions }: NextActionCase['book'], roleId: RoleId, action: string): boolean {
  return allowedActions(roleId)?.some(({ action_id: actionId }) => actionId === action) ?? false;
}

function declined(reason: string): NextActionDecision {
  return { decision: 'declined', reason };
}
