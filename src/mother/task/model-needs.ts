import type { Capability, RoleAci, RoleId } from '../../contracts/index.ts';
import type { Question } from '../../models/index.ts';
import { capabilitiesFor } from '../roles/role-actions.ts';
import type { RoleBook } from '../roles/role-book.ts';

/** What no model can do without that is asked to work as a role; the rest of its needs says who does it better. */
const INDISPENSABLE: ReadonlySet<Capability> = new Set(['tool_calling', 'vision']);

/** What a worker's turns need of a model. They are answered by calls and words, so nobody has to be good at JSON of a given shape. */
export function needsOfWork({ capability_needs: needs }: Pick<RoleAci, 'capability_needs'>): Required<Pick<Question, 'requiredCapabilities' | 'wantedCapabilities'>> {
  const all = capabilitiesFor(needs).filter((capability) => capability !== 'strict_json');
  return { requiredCapabilities: all.filter((capability) => INDISPENSABLE.has(capability)), wantedCapabilities: all.filter((capability) => !INDISPENSABLE.has(capability)) };
}

/** What a role's single questions need of a model. No tools are offered with them, so nobody has to be good at calling them. */
export function needsOfQuestions({ contracts }: Pick<RoleBook, 'contracts'>, roleId: RoleId): readonly Capability[] {
  const needs = contracts().find(({ role_id: id }) => id === roleId)?.capability_needs;
  return needs === undefined ? [] : capabilitiesFor(needs).filter((capability) => capability !== 'tool_calling');
}
