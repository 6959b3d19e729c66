import type { JsonObject, RoleAci, Subtask } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { RetrieveOutput } from '../../library/index.ts';
import { waryOf } from '../../loops/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { toolsForbidden, type Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

const RETRIEVE = 'retrieve';

export interface ToRetrieve {
  readonly base: string;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly round: Pick<Round, 'directive' | 'avoided' | 'wary'>;
}

/**
 * Work that is to cite what the files say begins with what they say: its passages are found before a model is asked, so
 * that too little is known for what it is. A role whose contract knows no retrieval looks for itself.
 */
export async function retrieveFirst(work: TaskWork, wanted: ToRetrieve, signal: AbortSignal): Promise<ToolCallResult | undefined> {
  const { base, subtask, role, round } = wanted;
  const isFor = work.wish.engine === 'model' && reportsRetrieval(role) && subtask.success_criteria.some(({ check }) => check?.kind === 'citations_resolve');
  if (!isFor || toolsForbidden(round).has(RETRIEVE) || waryOf(round.wary ?? [], RETRIEVE, {}) !== undefined) return undefined;
  const query = subtask.intent;
  const first = await lookUp(work, wanted, `${base}/retrieve`, { query }, signal);
  const report = RetrieveOutput.safeParse(first?.outcome.output).data?.report;
  if (report === undefined || report.gates_passed) return first;
  const otherWords = await work.engine.rewriteQuery?.({ key: `${base}/other-words`, signal, roleId: role.role_id, query });
  if (otherWords === undefined) return first;
  // The second goes through the fallbacks of the first once more, so that its report is the report of the whole retrieval.
  const second = await lookUp(work, wanted, `${base}/retrieve-again`, { query, other_words: otherWords }, signal);
  return second === undefined || second.outcome.output === null ? first : second;
}

async function lookUp({ runner, journal, budget }: TaskWork, { role }: ToRetrieve, key: string, given: JsonObject, signal: AbortSignal): Promise<ToolCallResult | undefined> {
  try {
    return await runner.call({ toolId: RETRIEVE, arguments: given, roleId: role.role_id, key, typedBy: 'plan', journal, counters: [...budget.counters], signal });
  } catch (error) {
    // Whoever switched it off, or may not use it here, has the other tools.
    if (!(error instanceof KeelsonError) || !error.code.startsWith('tool.')) throw error;
    return undefined;
  }
}

function reportsRetrieval({ required_artifacts: artifacts, allowed_actions: actions }: RoleAci): boolean {
  return artifacts.some(({ artifact_type: type }) => type === 'RetrievalReport') && actions.some(({ action_id: id }) => id === RETRIEVE);
}
