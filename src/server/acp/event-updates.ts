import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { z } from 'zod';
import { runCorrectionOrdered, runPlanMade, runSubtaskDispatched, runSubtaskJudged, runTaskPerceived, runToolEnded, runToolRefused, runToolStarted, type EventDefinition, type RunEventLine, type RunId, type ToolCallDecision } from '../../contracts/index.ts';
import { planShown } from './plan-shown.ts';
import { endedCall, shownCall, text, toolCallId } from './tool-calls.ts';

/** The events of one run, told as an editor shows them. */
export interface EventUpdates {
  take(event: RunEventLine): readonly SessionUpdate[];
  /** True when the call was shown before; from then on it counts as shown. */
  show(call: string): boolean;
}

export function eventUpdates(runId: RunId): EventUpdates {
  const plan = planShown();
  const shown = new Set<string>();
  const decisions = new Map<string, ToolCallDecision>();
  const show = (call: string): boolean => shown.size === shown.add(call).size;
  const tellers = new Map<string, (payload: unknown) => readonly SessionUpdate[]>([
    telling(runTaskPerceived, ({ task }) => [thought(`Understood: ${task.intent}\n`)]),
    telling(runPlanMade, ({ plan: made }) => [{ sessionUpdate: 'plan', entries: plan.made(made) }]),
    telling(runSubtaskDispatched, ({ subtask_id: id }) => [{ sessionUpdate: 'plan', entries: plan.began(id) }]),
    telling(runSubtaskJudged, ({ outcome }) => [{ sessionUpdate: 'plan', entries: plan.judged(outcome.subtask_id, outcome.status === 'matched') }]),
    telling(runCorrectionOrdered, ({ signal }) => [thought(`Corrected: ${signal.what_was_wrong} ${signal.what_to_do}\n`)]),
    telling(runToolStarted, ({ call, decision }) => {
      decisions.set(call, decision);
      const id = toolCallId(runId, call);
      return [show(call) ? { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' } : { sessionUpdate: 'tool_call', toolCallId: id, status: 'in_progress', ...definedOnly(shownCall(decision)) }];
    }),
    telling(runToolEnded, ({ call, outcome }) => {
      const decision = decisions.get(call);
      decisions.delete(call);
      return [{ sessionUpdate: 'tool_call_update', toolCallId: toolCallId(runId, call), ...endedCall(outcome, decision) }];
    }),
    telling(runToolRefused, ({ call, tool_id: toolId, error }) => {
      const refused = { toolCallId: toolCallId(runId, call), status: 'failed' as const, content: [text(`${error.message}\n${error.next_step}`)] };
      return [show(call) ? { sessionUpdate: 'tool_call_update', ...refused } : { sessionUpdate: 'tool_call', title: toolId, kind: 'other', ...refused }];
    }),
  ]);
  return { take: ({ type, payload }) => tellers.get(type)?.(payload) ?? [], show };
}

/** What cannot be read is not told. */
function telling<Schema extends z.ZodType>({ type, payload }: EventDefinition<Schema>, tell: (payload: z.output<Schema>) => readonly SessionUpdate[]): [string, (payload: unknown) => readonly SessionUpdate[]] {
  return [
    type,
    (given) => {
      const read = payload.safeParse(given);
      return read.success ? tell(read.data) : [];
    },
  ];
}

function thought(words: string): SessionUpdate {
  return { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: words } };
}

function definedOnly<Call extends { readonly kind?: unknown; readonly locations?: unknown }>(call: Call): { [Key in keyof Call]: Exclude<Call[Key], null | undefined> } {
  return Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null && value !== undefined)) as never;
}
