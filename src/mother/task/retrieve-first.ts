import type { PlanDirective, RoleAci, Subtask } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { TaskWork } from './task-ports.ts';

const RETRIEVE = 'retrieve';

export interface ToRetrieve {
  readonly base: string;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly directive: PlanDirective | undefined;
}

/**
 * Work that is to cite what the files say begins with what they say: its passages are found before a model is asked, so
 * that too little is known for what it is. A role whose contract knows no retrieval looks for itself.
 */
export async function retrieveFirst({ runner, journal, budget, wish }: TaskWork, { base, subtask, role, directive }: ToRetrieve, signal: AbortSignal): Promise<ToolCallResult | undefined> {
  const isFor = wish.engine === 'model' && reportsRetrieval(role) && subtask.success_criteria.some(({ check }) => check?.kind === 'citations_resolve');
  if (!isFor || (directive?.blocked_tools ?? []).includes(RETRIEVE)) return undefined;
  try {
    return await runner.call({ toolId: RETRIEVE, arguments: { query: subtask.intent }, roleId: role.role_id, key: `${base}/retrieve`, typedBy: 'plan', journal, counters: [...budget.counters], signal });
  } catch (error) {
    // Whoever switched it off, or may not use it here, has the other tools.
    if (!(error instanceof KeelsonError) || !error.code.startsWith('tool.')) throw error;
    return undefined;
  }
}

function reportsRetrieval({ required_artifacts: artifacts, allowed_actions: actions }: RoleAci): boolean {
  return artifacts.some(({ artifact_type: type }) => type === 'RetrievalReport') && actions.some(({ action_id: id }) => id === RETRIEVE);
}
