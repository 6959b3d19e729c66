import { KeelsonError } from '../kernel/index.ts';
import type { LogWriter } from '../ledger/index.ts';

/** Who may write what: experience is the solver's, rules and forgetting the Dreamer's, recalls memory's own. */
export const MEMORY_AUTHORS = { experience: 'solver', consolidation: 'dreamer', recall: 'memory' } as const;

/** Who is no person: no role may pass its own view for a correction. */
export const ROLES: readonly string[] = ['solver', 'dreamer', 'memory', 'mother', 'perceiver', 'planner', 'agent_validator', 'meta_validator', 'context', 'executor'];

/** A writer of anybody else is refused before a single memory can be written with it. */
export function demandAuthor({ author }: Pick<LogWriter, 'author'>, kind: keyof typeof MEMORY_AUTHORS): void {
  const allowed = MEMORY_AUTHORS[kind];
  if (author.actor === allowed) return;
  throw refused(author.actor, allowed);
}

/** Corrections are a person's: no role may pass for one. */
export function demandPerson({ author }: Pick<LogWriter, 'author'>, roles: readonly string[]): void {
  if (roles.includes(author.actor)) throw refused(author.actor, 'a person');
}

function refused(actor: string, allowed: string): KeelsonError {
  return new KeelsonError('memory.author_refused', {
    message: `${actor} may not write this kind of memory; ${allowed} may.`,
    nextStep: `Hand this writer to nobody else: it is made for ${allowed}.`,
    data: { actor, allowed },
  });
}
