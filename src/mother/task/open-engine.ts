import { z } from 'zod';
import type { ApprovalMode, ResultDraft, RunId, SteeringMessage } from '../../contracts/index.ts';
import { todosOf, type RunJournal } from '../../ledger/index.ts';
import { createReportDraft, factText, waryOf, whyHeld, type Engine, type ExecutorPorts, type ReportSoFar, type RoleDesk, type ToExecute } from '../../loops/index.ts';
import type { ModelDesk } from '../../models/index.ts';
import { steeringInbox, takeSteering } from '../../oversight/index.ts';
import type { ToolRunner } from '../../tools/index.ts';
import type { RunBudget } from '../budgets/run-budget.ts';
import { childrenOf } from '../children/children-of.ts';
import { outputTokensFor } from '../fit-to-context.ts';
import type { RunOverseers } from '../overseers.ts';
import { needsOfQuestions, needsOfWork } from './model-needs.ts';
import { compactConversation, COMPACTOR } from './compact-conversation.ts';
import { judgeAnswerStep, type JudgedAnswer } from './judge-answer.ts';
import { createRoleDesk } from './role-desk.ts';
import type { ReadDraft, TaskPorts } from './task-ports.ts';
import { tellInstructions } from './tell-instructions.ts';

const Nothing = z.strictObject({});
const Tokens = z.int();

/** What a person waits for one answer before they wonder. */
const TARGET_LATENCY_MS = 60_000;

export interface EngineOf {
  readonly runId: RunId;
  readonly journal: RunJournal;
  readonly runner: ToolRunner;
  readonly budget: RunBudget;
  readonly overseers: RunOverseers;
  readonly ports: TaskPorts;
  /** True in a run that begins on a larger model than usual. */
  readonly startsLarger: boolean;
  readonly mode?: ApprovalMode;
}

/** Makes the engine of a run with everything through which the world reaches it. */
export function openEngine({ runId, journal, runner, budget, overseers, ports, startsLarger, mode }: EngineOf): Engine {
  const budgets = budget.payingFor('');
  const common = { runId, sensitivity: 'private', policy: { libraryForbidsCloud: false, restrictedMayLeave: false }, targetLatencyMs: TARGET_LATENCY_MS } as const;
  const opened = ports.openDesk?.(journal);
  const desk = opened === undefined ? undefined : budget.overDesk(opened);
  const outputTokensMax = outputTokensFor(ports.contextTokens);
  const { drafts } = ports;
  const inbox = steeringInbox(runId, ports.ledger.log);
  // Whoever said yes once to what memory is wary of is not asked again in the same run.
  const allowed = new Set<string>();
  const executorPorts = async ({ key, signal, role, subtask, attempt, contextTokens, wary = [], escalate = startsLarger }: ToExecute): Promise<ExecutorPorts> => {
    const at = (turn: number, what: string): string => `${key}/turn-${turn}/${what}`;
    // Work beside somebody who asks a person waits here: before it is said what to do next, and before anything is done.
    const untilFree = async (): Promise<void> => overseers.untilFree?.(subtask.subtask_id, signal);
    return {
      async askTurn(turn, { messages, stable, tools, toolChoice, outputTokensMax: roomFor }) {
        // Only the last turn is not bounded by what is left: what it needs was set aside when the run started.
        if (roomFor === undefined) await budget.releaseGrace();
        const draft = createReportDraft();
        const read: ReadDraft = () => placed({ run_id: runId, subtask_id: subtask.subtask_id, call: at(turn, 'model') }, draft.read());
        const asked = deskOf(desk).ask({
          ...common,
          key: at(turn, 'model'),
          roleId: role.role_id,
          work: role.capability_needs.code_quality === 'high' ? 'coding' : 'main',
          request: { messages: [...messages], tools: [...tools], tool_choice: toolChoice, output: null, max_output_tokens: Math.min(outputTokensMax, roomFor ?? outputTokensMax), temperature: null, top_p: null, stop: [], seed: null, reasoning_effort: null },
          ...needsOfWork(role),
          escalate,
          conversation: `${runId}:${subtask.subtask_id}:${attempt}`,
          stable,
          budgets,
          signal,
          ...(drafts !== undefined && { onEvent: (event) => (draft.take(event), drafts.tell(read)) }),
        });
        return asked.finally(() => drafts?.end(read));
      },
      async callTool(turn, nth, { name, arguments: given }) {
        await untilFree();
        const held = waryOf(wary.filter((one) => !allowed.has(one.tool + one.entity)), name, given);
        const result = await runner.call({ toolId: name, arguments: given, roleId: role.role_id, key: at(turn, `tool-${nth}`), journal, counters: budgets.counters, signal, isAskedWith: true, ...(held !== undefined && { askFirst: whyHeld(held) }) });
        if (held !== undefined) allowed.add(held.tool + held.entity);
        return result;
      },
      async takeSteering(turn): Promise<readonly SteeringMessage[]> {
        await untilFree();
        const messages = await takeSteering({ runId, key: at(turn, 'steering'), journal, inbox, signal });
        for (const { text } of messages) await overseers.provenance.ownerSaid(text);
        return messages;
      },
      async judgeAnswer(turn, text) {
        const judge = async (): Promise<JudgedAnswer> => {
          const { verdict, taintClass, sources } = await overseers.provenance.judgeAnswer(text);
          return { text, verdict, taint_class: taintClass, sources: [...sources] };
        };
        return (await judgeAnswerStep(runId, at(turn, 'answer'), journal, signal, judge)).verdict;
      },
      isStopping: () => overseers.cancel.requested() !== undefined,
      isReadOnly: (name) => ports.isReadOnly(name),
      mayShareTurn: (name) => ports.isReadOnly(name) || ports.mayShareTurn?.(name) === true,
      async tokensLeft(turn, needed) {
        for (let raises = 0; ; raises += 1) {
          const left = await journal.step(at(turn, raises === 0 ? 'tokens' : `tokens-raised-${raises}`), { name: 'counter.read', sideEffect: 'read_only', request: Nothing, result: Tokens, perform: () => budget.tokensLeft() }, {}, { signal, rides: () => true });
          if (turn > 1 || left >= needed) return left;
          // What was too little is recorded; after a raise it is looked at anew.
          if (raises >= (await budget.timesRaised())) throw await budget.tooFewTokens(needed);
        }
      },
      contextTokens: contextTokens ?? ports.contextTokens,
      ...(journal.pins.prompts[COMPACTOR] !== undefined && { instructions: tellInstructions({ runId, key, signal }, { journal, overseers, ports }) }),
      ...(journal.pins.prompts[COMPACTOR] !== undefined && { compaction: compactConversation({ runId, key, roleId: role.role_id, signal, ...(mode !== undefined && { mode }) }, { log: ports.roleWriters.context, blobs: ports.ledger.blobs, journal, todos: () => todosOf(runId, ports.ledger.documents), children: () => childrenOf(runId, ports.ledger.log), ...(ports.facts !== undefined && { held: () => ports.facts?.held({ runId, below: key }) ?? Promise.resolve([]) }), wasTold: (fact) => overseers.provenance.wasTold('memory', fact.taint_class, factText(fact)) }) }),
    };
  };
  return ports.openEngine({ runId, workspace: ports.workspace, desk: desk === undefined ? NO_DESK : createRoleDesk({ desk, common, budgets, outputTokensMax, startsLarger, needsOf: (roleId) => needsOfQuestions(ports.roles, roleId) }), executorPorts, runner, journal, counters: budgets.counters });
}

function placed(place: Pick<ResultDraft, 'run_id' | 'subtask_id' | 'call'>, soFar: ReportSoFar | undefined): ReturnType<ReadDraft> {
  return soFar && { ...place, ...soFar };
}

/** An engine that asks no model is given nobody to ask; that it asks all the same is a defect. */
const NO_DESK: RoleDesk = { ask: () => Promise.reject(new TypeError('this run asks no model')) };

function deskOf(desk: ModelDesk | undefined): ModelDesk {
  if (desk === undefined) throw new TypeError('this run asks no model');
  return desk;
}
