import type { ToolResultPart } from '../../contracts/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { BlockedTarget, ExecutorPorts } from '../engine.ts';
import { aimsAt } from '../validators/primary-target.ts';
import { CALLS_PER_TURN_MAX, CALLS_SIDE_BY_SIDE_MAX, IDENTICAL_CALLS_MAX, IDENTICAL_CALLS_WARNED } from './executor-limits.ts';
import { blockedTarget, LOOK_FIRST, NOT_MADE, repeatedCall, repeatedTooOften, tooManyCalls, unknownTool } from './executor-words.ts';
import { FINISH } from './finish-tool.ts';
import type { RepetitionWatch } from './repetition.ts';
import { doTogether, groupsToDo } from './side-by-side.ts';
import { observeCall, resultPart, type AskedCall, type Observation } from './tool-observation.ts';

export interface CallsToMake {
  readonly turn: number;
  readonly calls: readonly AskedCall[];
  /** The names of the role's tools; no other is called. */
  readonly toolNames: readonly string[];
  /** How much of each result is shown. */
  readonly charsMax: number;
  readonly watch: RepetitionWatch;
  /** What no call is aimed at; none when left out. */
  readonly blockedTargets?: readonly BlockedTarget[];
}

export interface CallsMade {
  /** One for each call, in the order asked. */
  readonly parts: readonly ToolResultPart[];
  readonly made: readonly ToolCallResult[];
  readonly refusals: readonly string[];
  /** What a person or a rule let through or refused, by the call it was about. */
  readonly settled: readonly string[];
  readonly end: 'stopped' | 'repetition' | undefined;
}

interface NumberedCall extends AskedCall {
  readonly nth: number;
}

/** Makes the calls of one turn, in order; neighbours that may be are under way together. Each is made once at most. */
export async function makeCalls({ turn, calls, toolNames, charsMax, watch, blockedTargets = [] }: CallsToMake, ports: Pick<ExecutorPorts, 'callTool' | 'isReadOnly' | 'mayShareTurn' | 'isStopping'>): Promise<CallsMade> {
  const observed: Observation[] = [];
  let end: CallsMade['end'];

  /** Decided before anything of its group is done, so that the order asked decides and not the order of ending. */
  const workOf = (call: NumberedCall): (() => Promise<Observation>) => {
    const told = (text: string) => async (): Promise<Observation> => ({ part: resultPart(call, text, true) });
    const refused = (text: string) => async (): Promise<Observation> => ({ part: resultPart(call, text, true), refusal: text });
    if (end !== undefined) return told(NOT_MADE);
    if (call.name === FINISH) return told(LOOK_FIRST);
    if (!toolNames.includes(call.name)) return told(unknownTool(call.name, toolNames));
    const blocked = blockedTargets.find(({ target }) => aimsAt(call.arguments, target));
    if (blocked !== undefined) return refused(blockedTarget(blocked.target, blocked.why));
    if (call.nth > CALLS_PER_TURN_MAX) return told(tooManyCalls(CALLS_PER_TURN_MAX));
    const times = watch.note(call);
    if (times >= IDENTICAL_CALLS_MAX) {
      end = 'repetition';
      return told(repeatedTooOften(times));
    }
    return async () => {
      const observation = await observeCall(call, () => ports.callTool(turn, call.nth, call), charsMax);
      if (hasChanged(observation)) watch.changedSomething(call);
      return warned(observation, times);
    };
  };

  const mayShare = ({ name }: NumberedCall): boolean => toolNames.includes(name) && (ports.mayShareTurn ?? ports.isReadOnly)(name);
  for (const group of groupsToDo(calls.map((call, at) => ({ ...call, nth: at + 1 })), mayShare, CALLS_SIDE_BY_SIDE_MAX)) {
    if (end === undefined && ports.isStopping()) end = 'stopped';
    observed.push(...(await doTogether(group.map(workOf))));
  }
  return {
    parts: observed.map(({ part }) => part),
    made: observed.flatMap(({ result }) => result ?? []),
    refusals: observed.flatMap(({ part, refusal }) => (refusal === undefined ? [] : [`${part.name}: ${refusal}`])),
    settled: observed.flatMap(({ settled }) => settled ?? []),
    end,
  };
}

function hasChanged({ result }: Observation): boolean {
  return (result?.outcome.changes ?? []).length > 0;
}

/** After the result, outside its frame: these words are ours. */
function warned(observation: Observation, times: number): Observation {
  if (times < IDENTICAL_CALLS_WARNED) return observation;
  const { part } = observation;
  return { ...observation, part: { ...part, content: [...part.content, { type: 'text', text: repeatedCall(times) }] } };
}
