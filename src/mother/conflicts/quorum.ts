import type { Quorum, RoleId } from '../../contracts/index.ts';

/** How one role stands to leaving a phase; a role that did not speak has no vote. */
export interface Vote {
  readonly roleId: RoleId;
  readonly agrees: boolean;
}

export interface QuorumOutcome {
  readonly isMet: boolean;
  readonly agree: readonly RoleId[];
  readonly disagree: readonly RoleId[];
  /** Named, and not heard. */
  readonly silent: readonly RoleId[];
}

/**
 * Whether enough of the named roles agree. Silence is no yes. A role that speaks several times agrees when every word of it
 * does, so neither the order of the votes nor their number decides. A failed quorum is no result: it goes to the conflict table.
 */
export function quorumOf(quorum: Quorum, votes: readonly Vote[]): QuorumOutcome {
  const of = (roleId: RoleId): readonly Vote[] => votes.filter((vote) => vote.roleId === roleId);
  const silent = quorum.roles.filter((roleId) => of(roleId).length === 0);
  const disagree = quorum.roles.filter((roleId) => of(roleId).some(({ agrees }) => !agrees));
  const agree = quorum.roles.filter((roleId) => !silent.includes(roleId) && !disagree.includes(roleId));
  return { isMet: isMet(quorum, agree.length), agree, disagree, silent };
}

function isMet(quorum: Quorum, agreeing: number): boolean {
  if (quorum.rule === 'all') return agreeing === quorum.roles.length;
  if (quorum.rule === 'any') return agreeing > 0;
  return agreeing * 2 > quorum.roles.length && agreeing >= quorum.minimum;
}
