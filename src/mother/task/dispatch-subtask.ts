import { z } from 'zod';
import { OfferedTool, OfferedToolName, runCorrectionOrdered, runExecutionReturned, runSubtaskDispatched, type Criterion, type RoleAci, type Subtask } from '../../contracts/index.ts';
import { classifyFailure, contradictionOf, isEmptySearchAnswer, isInfrastructureFailure, judgeByChecks, verdictsOfJudgement } from '../../evaluation/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { closeTheGap, hasOneWay, type BlockedTarget, type Correction, type Execution, type JudgedCriteria } from '../../loops/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { toolsThatFit } from '../fit-to-context.ts';
import { demandDispatchable } from '../roles/demand-dispatchable.ts';
import { roleActions } from '../roles/role-actions.ts';
import { askAgain, type HandBack } from './ask-again.ts';
import { checkPorts } from './check-ports.ts';
import { composePacket } from './compose-packet.ts';
import { decideProposals, deliverArtifacts, type ToDeliver } from './deliver-artifacts.ts';
import { retrieveFirst } from './retrieve-first.ts';
import { askedOf, toolsForbidden, type Dispatched, type Round } from './round.ts';
import { repairsOnLargerModel } from './larger-model.ts';
import { say } from './say.ts';
import { sayOutput } from './say-output.ts';
import type { TaskWork } from './task-ports.ts';

/** Work that is done once more by a larger model, because of a conflict about it. */
export interface DoneAgain {
  /** What was wrong with it, when somebody said so. */
  readonly correction?: Correction;
}

/** Gives one subtask to its role, in as many attempts as the validator allows, and says what came of it. */
export async function dispatchSubtask(work: TaskWork, round: Round, subtask: Subtask, before: readonly Dispatched[], signal: AbortSignal, again?: DoneAgain): Promise<Dispatched> {
  const group = round.plan.subtasks.filter(({ sequence }) => sequence === subtask.sequence);
  // What is done again is done alone, whoever it once worked beside.
  const begun = await work.budget.beginRole(baseOf(round, subtask, again), again === undefined ? group.length - group.indexOf(subtask) : 1);
  try {
    return await attempt(work, round, subtask, before, signal, again);
  } finally {
    await begun.end();
  }
}

/** Everything that is done for a subtask stands under this in the journal. */
function baseOf({ round, plan }: Round, subtask: Subtask, again?: DoneAgain): string {
  return `execute/${round}/${plan.subtasks.indexOf(subtask) + 1}${again === undefined ? '' : '/escalated'}`;
}

async function attempt(work: TaskWork, round: Round, subtask: Subtask, before: readonly Dispatched[], signal: AbortSignal, again?: DoneAgain): Promise<Dispatched> {
  const { runId, journal, engine, ports } = work;
  const role = demandDispatchable(subtask.role_id, ports.roles);
  const nth = round.plan.subtasks.indexOf(subtask) + 1;
  const base = baseOf(round, subtask, again);
  const tools = await journal.step(`${base}/tools`, offerEffect(role, round, work), {}, { signal });
  const retrieved = await retrieveFirst(work, { base, subtask, role, round }, signal);
  const calls: ToolCallResult[] = retrieved === undefined ? [] : [retrieved];
  let last: Execution | undefined;
  let tries = 0;
  const known = [...round.earlier, ...before];
  const runCalls = (): ToolCallResult[] => [...known.flatMap((one) => one.calls), ...calls];
  const execute = async (attempt: number, ordered?: Correction, offered = tools, onLargerModel = false): Promise<Execution> => {
    const correction = ordered ?? again?.correction;
    tries = attempt;
    const key = `${base}/attempt-${attempt}`;
    const packet = await composePacket(work, { key, round, subtask, role, before, nth, tools: offered, ...(retrieved !== undefined && { retrieved }), ...(correction !== undefined && { correction }) }, signal);
    await say(ports.writer, runId, key, runSubtaskDispatched.type, { round: round.round, subtask_id: subtask.subtask_id, role_id: role.role_id, aci_version: role.version, attempt, call: key, packet_receipt_id: packet.receiptId });
    const execution = await engine.execute({ key, signal, runId, subtask, role, attempt, packet: packet.text, contextTokens: packet.contextTokens, tools: offered, blockedTargets: blockedTargets(round), ...(round.wary !== undefined && round.wary.length > 0 && { wary: round.wary }), ...(correction !== undefined && { correction }), ...((again !== undefined || onLargerModel || repairsOnLargerModel(round.round, ports.runSettings.phases('repair').max_retries)) && { escalate: true }) });
    calls.push(...execution.calls);
    last = execution;
    await sayOutput({ writer: ports.writer, blobs: ports.ledger.blobs }, runId, key, runExecutionReturned.type, { round: round.round, attempt, role_id: role.role_id, result: execution.result, model_calls: execution.modelCalls, ...(execution.turns !== undefined && { turns: execution.turns }) });
    return execution;
  };
  let checked = 0;
  const outcome = await closeTheGap(subtask, {
    hasOneWay: hasOneWay(engine),
    execute,
    check: (criteria, { execution }) => judgeByChecks(criteria, { output: execution.result.output, calls, runCalls: runCalls(), asked: askedOf(round) }, checkPorts(work, `${base}/check-${(checked += 1)}`, role.role_id, { output: execution.result.output, contents: execution.report.artifacts.map(({ content }) => content), calls: runCalls() }, signal)),
    judge: (criteria, { execution }) => judge(work, `${base}/judge-${checked}`, subtask, criteria, execution.result, calls, signal),
    contradiction: ({ result, calls: made }) => contradictionOf(result, made),
    isInfrastructureFailure,
    isEmptySearchAnswer: ({ result, calls: made }) => isEmptySearchAnswer(result, made),
    classify: classifyFailure,
    ordered: (correction) => say(ports.roleWriters.agentValidator, runId, `${base}/${correction.correction}`, runCorrectionOrdered.type, { round: round.round, signal: correction }),
  });
  invariant(last !== undefined, 'a subtask is attempted at least once');
  let delivery: ToDeliver = { base, round, subtask, role, outcome, execution: last, calls };
  let delivered = await deliverArtifacts(work, delivery, signal);
  const handBack: HandBack = async (times, owed, onLargerModel) => {
    // What was judged stays as it is: nothing but finish is offered, and whoever then gives up has handed back nothing new.
    const order = { signal: { subtask_id: subtask.subtask_id, correction: 1, failure_class: 'logical', what_was_wrong: owed, what_to_do: 'Hand back again with finish, and give there what is missing; the work itself need not be done again.' }, tried: calls.map(({ evidence }) => evidence) } as const;
    const execution = await execute(tries + 1, order, [], onLargerModel);
    if (execution.result.status === 'failed') return delivered;
    delivery = { ...delivery, base: `${base}/again${times === 1 ? '' : `-${times}`}`, execution };
    return (delivered = await deliverArtifacts(work, delivery, signal));
  };
  delivered = await askAgain(work, { role, base }, delivered, handBack, signal);
  const { spawned, denied } = outcome.status === 'matched' ? await decideProposals(work, delivery, delivered.envelope, signal) : { spawned: [], denied: [] };
  return { subtask, role, outcome: denied.length === 0 ? outcome : { ...outcome, status: 'failed', failure_reason: denied.join(' ') }, calls, execution: delivery.execution, spawned, ...delivered };
}

async function judge({ engine }: TaskWork, key: string, subtask: Subtask, criteria: readonly Criterion[], result: Execution['result'], calls: readonly ToolCallResult[], signal: AbortSignal): Promise<JudgedCriteria> {
  const judgement = await engine.judgeSubtask({ key, signal, subtask, result: { ...result, tool_calls: calls.map(({ evidence }) => evidence) }, criteria });
  const verdicts = verdictsOfJudgement(criteria, judgement, { calls, said: [result.output, subtask.intent, subtask.context] });
  return 'unresolved' in judgement ? { verdicts } : { verdicts, advice: { whatWasWrong: judgement.what_was_wrong, whatToDo: judgement.what_to_do } };
}

/** What must not be touched in this round, and why: what memory forbids, and what led nowhere in this very run. */
function blockedTargets({ directive, avoided }: Round): BlockedTarget[] {
  const remembered = avoided.filter(({ kind }) => kind === 'target').map(({ what, why }) => ({ target: what, why }));
  return [...remembered, ...(directive?.blocked_targets ?? []).filter((target) => !remembered.some((one) => one.target === target)).map((target) => ({ target }))];
}

const Nothing = z.strictObject({});

/** Which tools are there depends on the machine, so what is offered is recorded; what an order blocked or memory forbids is not among them. */
function offerEffect({ role_id: roleId }: RoleAci, round: Round, { ports }: TaskWork): EffectDefinition<z.infer<typeof Nothing>, OfferedTool[]> {
  const blocked = toolsForbidden(round);
  return {
    name: 'tools.offer',
    sideEffect: 'read_only',
    request: Nothing,
    result: z.array(OfferedTool),
    perform: async () => {
      const offered = (await ports.offeredTools(roleId)).map(({ definition }) => definition);
      const allowed = await roleActions(ports.roles, offered.map(({ tool_id: id }) => id)).allowedActions(roleId);
      const actions = new Set(allowed?.map(({ action_id: id }) => id));
      const there = offered.filter(({ tool_id: id }) => !blocked.has(id) && actions.has(id) && OfferedToolName.safeParse(id).success);
      return toolsThatFit(there.map(({ tool_id: name, tool_name: description, input_schema: parameters }) => ({ name, description, parameters })), ports.contextTokens);
    },
  };
}
