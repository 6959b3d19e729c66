import { describe, expect, it } from 'vitest';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { NextAction } from '../../contracts/index.ts';
import { decideNextAction, type NextActionCase } from './next-actions.ts';

const book = await repositoryRoles();
const WORKERS = 'librarian, research, coder, critic, analyst, vision, update, toolsmith';

function decided(type: NextAction['type'], params: NextAction['params'], given: Partial<NextActionCase> = {}): string {
  const { decision, reason } = decideNextAction({ type, params }, { book, proposedBy: 'critic', depth: 0, budget: { agentsLeft: 1, escalationsLeft: 1 }, policy: { isSomebodyThere: true }, ...given });
  return `${decision}: ${reason}`;
}

describe('what a role proposes to do next', () => {
  const spawn = { role_id: 'coder', intent: 'Fix the parser.' };

  it('may be to give work to another worker, once deep and within the budget', verifies('ACI-49', 'KEL-ROLE-06'), () => {
    expect([
      decided('spawn_role', spawn),
      decided('spawn_role', { role_id: 'coder' }),
      decided('spawn_role', { intent: 'Fix it.' }),
      decided('spawn_role', { ...spawn, role_id: 'solver' }),
      decided('spawn_role', { ...spawn, role_id: 'poet' }),
      decided('spawn_role', spawn, { depth: 1 }),
      decided('spawn_role', spawn, { budget: { agentsLeft: 0, escalationsLeft: 1 } }),
    ]).toEqual([
      'honoured: coder may be given work, and the budget has room for it.',
      'declined: It does not say which role is to do what (role_id, intent).',
      'declined: It does not say which role is to do what (role_id, intent).',
      `declined: solver is no role that may be given work; these are ${WORKERS}.`,
      `declined: poet is no role that may be given work; these are ${WORKERS}.`,
      'declined: A role that was itself asked for by another may not ask for a third.',
      'declined: The budget of the run leaves no room for another role.',
    ]);
  });

  it('may be to have a person asked, when its contract says so and somebody is there', verifies('ACI-49'), () => {
    expect([
      decided('request_approval', { reason: 'The licence forbids it.' }),
      decided('request_approval', {}),
      decided('request_approval', { reason: 'May I?' }, { proposedBy: 'coder' }),
      decided('request_approval', { reason: 'May I?' }, { proposedBy: 'poet' }),
      decided('request_approval', { reason: 'May I?' }, { policy: { isSomebodyThere: false } }),
    ]).toEqual([
      'honoured: The contract lets the role have a person asked.',
      'declined: It does not say what for (reason).',
      'declined: The contract of coder does not let it have a person asked.',
      'declined: The contract of poet does not let it have a person asked.',
      'declined: Nobody is there to be asked.',
    ]);
  });

  it('may be to try one larger model', verifies('ACI-49'), () => {
    expect([decided('escalate_model', {}), decided('escalate_model', {}, { budget: { agentsLeft: 1, escalationsLeft: 0 } }), decided('escalate_model', {}, { proposedBy: 'solver' })]).toEqual([
      'honoured: A larger model may be tried once.',
      'declined: The one larger model that a run may turn to was already tried.',
      'declined: The contract of solver does not let it ask a model.',
    ]);
  });

  it('never ends the run', verifies('ACI-49', 'ROLES-01'), () => {
    expect(decided('terminate', { reason: 'success' })).toBe('declined: Only Mother ends a run; the proposal is kept with the run.');
  });
});
