import type { Criterion, PartialResultAnswer, RoleId, ToolRouteDecision } from '../../contracts/index.ts';
import { canonicalJson, invariant } from '../../kernel/index.ts';
import type { Engine, PlanOutcome, ToGiveUp, ToPlan } from '../engine.ts';
import { ADD_A_MODEL } from './can-do.ts';
import { executeOffline, type OfflinePorts } from './execute.ts';
import { perceiveOffline } from './perceive.ts';
import { forbiddenTool, planOffline, whatFailed } from './plan.ts';
import { planned } from './steps.ts';
import type { OfflineTask } from './tasks.ts';

/** Said wherever only judgement could tell. */
const NOBODY_TO_JUDGE = { unresolved: 'no model is configured' } as const;

/** The engine that asks no model: it reads a request word for word, does it with tools, and says plainly what it cannot. */
export function createOfflineEngine(ports: OfflinePorts): Engine {
  return engineOf('offline', (input) => planOffline(input, ports), ports);
}

/** The engine of a request that one tool alone answers, as the router decided: one subtask, one call. */
export function createToolEngine({ chosen }: Pick<ToolRouteDecision, 'chosen'>, ports: OfflinePorts): Engine {
  invariant(chosen !== null, 'only a request that means a call of a tool is run by that tool alone');
  return engineOf('tool', (input) => planCall(chosen, input), ports);
}

function engineOf(kind: 'offline' | 'tool', plan: (input: ToPlan) => Promise<PlanOutcome>, ports: OfflinePorts): Engine {
  /**
   * What each subtask came to, for those that write it down. A run that is resumed executes every subtask again from its
   * journal, so this is filled again in the same order.
   */
  const outputs = new Map<string, { readonly sequence: number; readonly text: string }>();
  return {
    kind,
    perceive: async (input) => perceiveOffline(input),
    plan,
    execute: async (input) => {
      const { subtask_id: id, sequence } = input.subtask;
      const earlier = [...outputs.values()].filter((one) => one.sequence < sequence).map(({ text }) => text);
      const execution = await executeOffline(input, earlier, ports);
      outputs.set(id, { sequence, text: execution.result.output });
      return execution;
    },
    judgeSubtask: async () => NOBODY_TO_JUDGE,
    judgeTask: async () => NOBODY_TO_JUDGE,
    giveUp: async (input) => whatIsLeft(input),
  };
}

type Chosen = NonNullable<ToolRouteDecision['chosen']>;

/** The contracts of other roles ask for work that no single call delivers, such as notes with claims. */
const ANSWERS_BY_A_CALL: ReadonlySet<string> = new Set(['analyst', 'coder']);

/** The router's role where one call can be all of its work; else the first that may make the same call. */
function roleOf({ tool_id: toolId, role_id: chosen }: Chosen, { roles, toolsOf }: ToPlan): RoleId {
  if (ANSWERS_BY_A_CALL.has(chosen) || toolId === 'ocr_extract') return chosen;
  return roles.map(({ role_id }) => role_id).find((role) => ANSWERS_BY_A_CALL.has(role) && toolsOf.get(role)?.includes(toolId)) ?? chosen;
}

async function planCall(chosen: Chosen, input: ToPlan): Promise<PlanOutcome> {
  const { task, directive, mintSubtask } = input;
  const { tool_id: toolId, arguments: given } = chosen;
  const roleId = roleOf(chosen, input);
  if (directive !== undefined) return { decision: 'impossible', reason: whatFailed(input) };
  const forbidden = forbiddenTool([toolId], input);
  if (forbidden !== undefined) return { decision: 'impossible', reason: forbidden };
  const context: OfflineTask = { kind: 'call_tool', tool_id: toolId, arguments: given, role_id: roleId };
  const { criteria, whole } = planned(context);
  const verifiable = (one: typeof whole): Criterion => ({ ...one, mode: 'verifiable', required: true });
  const subtask = { subtask_id: await mintSubtask(1), parent_task_id: task.task_id, sequence: 1, role_id: roleId, intent: `call ${toolId}`, context: canonicalJson(context), tools: [toolId], success_criteria: criteria.map(verifiable) };
  return { decision: 'plan', plan: { task_id: task.task_id, task_criteria: [verifiable(whole)], subtasks: [subtask] }, why: `The whole request means one call of ${toolId} as ${roleId}. It costs nothing.` };
}

/** Only facts: what was reached, what stayed open, and what a person can do about it. */
function whatIsLeft({ reached, unmet, why }: ToGiveUp): PartialResultAnswer {
  const matched = reached.filter(({ status }) => status === 'matched').length;
  const failed = reached.flatMap((outcome) => (outcome.status === 'failed' ? [outcome.failure_reason] : []));
  return {
    summary: [...(reached.length > 1 ? [`${matched} of ${reached.length} parts were done.`] : []), ...(failed.length > 0 ? new Set(failed) : [...(unmet.length > 0 ? [`Not met: ${unmet.map(({ criterion }) => criterion).join('; ')}.`] : []), why])].join(' '),
    next_moves: [`Without a model there is no other way to try. ${ADD_A_MODEL}`],
  };
}
