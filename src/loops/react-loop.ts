import { GRACE_TURNS, LOOP_ITERATIONS_MAX, type AssistantMessage, type ModelMessage, type OfferedTool, type PolicyVerdict, type StopReason, type SteeringMessage, type ToolResultPart } from '../contracts/index.ts';
import { composePrompt, type DeskAnswer } from '../models/index.ts';
import { withSteering } from '../oversight/index.ts';
import type { ToolCallResult } from '../tools/index.ts';
import { answerWithheld, LAST_TURN, reactIdentity } from './react-prompt.ts';
import { observeCall, type AskedCall } from './executor/tool-observation.ts';
import type { TurnRequest } from './executor/turn-request.ts';

/** Whatever enters through these is recorded by whoever gives them, so that a resumed run meets the same again. */
export interface ReactPorts {
  ask(turn: number, request: TurnRequest): Promise<Pick<DeskAnswer, 'response' | 'calls' | 'exchange'>>;
  /** Rejects with the refusal when the call is not made. */
  callTool(turn: number, nth: number, call: AskedCall): Promise<ToolCallResult>;
  /** What the person said since they were last listened to. */
  takeSteering(turn: number): Promise<readonly SteeringMessage[]>;
  /** Whether this may be said to the person, by where its words came from. */
  judgeAnswer(turn: number, text: string): Promise<PolicyVerdict>;
  /** Asked between steps: somebody wants the run to end when what is under way is done. */
  isStopping(): boolean;
}

export interface ReactTask {
  /** In the person's own words. */
  readonly request: string;
  readonly workspace: string;
  readonly tools: readonly OfferedTool[];
  readonly turnsMax?: number;
}

/** `cut_short`: the turns ran out, and the text is what the model wrote in the last. */
export type ReactEnd =
  | { readonly kind: 'answered' | 'cut_short'; readonly text: string; readonly stopReason: StopReason | null; readonly turns: number }
  | { readonly kind: 'stopped'; readonly turns: number };

/**
 * Thinks and acts in turns until the model answers without calling a tool, the turns run out, or it is stopped. A refused
 * call goes back to the model and is no end. Only calls made as calls are executed: text that looks like one is text.
 */
export async function reactLoop({ request, workspace, tools, turnsMax = LOOP_ITERATIONS_MAX }: ReactTask, ports: ReactPorts): Promise<ReactEnd> {
  let conversation: readonly ModelMessage[] = [said(request)];
  let answer: { readonly text: string; readonly stopReason: StopReason } | undefined;
  for (let turn = 1; turn <= turnsMax; turn += 1) {
    if (ports.isStopping()) return { kind: 'stopped', turns: turn - 1 };
    const steering = await ports.takeSteering(turn);
    if (answer !== undefined && steering.length === 0) return { kind: 'answered', ...answer, turns: turn - 1 };
    conversation = withSteering(conversation, steering);
    const mayCall = turn <= turnsMax - GRACE_TURNS;
    const { response, calls, exchange } = await ports.ask(turn, turnRequest(workspace, tools, conversation, mayCall));
    conversation = [...conversation, ...exchange, response.message];
    answer = undefined;
    if (mayCall && calls.length > 0) {
      const results = await observe(turn, calls, ports);
      if (results === undefined) return { kind: 'stopped', turns: turn };
      conversation = [...conversation, { role: 'tool', content: results }];
      continue;
    }
    const text = textOf(response.message);
    const { decision, explanation } = await ports.judgeAnswer(turn, text);
    if (decision === 'block' || decision === 'deny') conversation = [...conversation, said(answerWithheld(explanation))];
    else answer = { text, stopReason: response.stop_reason };
  }
  return { kind: 'cut_short', ...(answer ?? { text: '', stopReason: null }), turns: turnsMax };
}

function turnRequest(workspace: string, offered: readonly OfferedTool[], conversation: readonly ModelMessage[], mayCall: boolean): TurnRequest {
  const { messages, tools, stable } = composePrompt({ identity: reactIdentity(workspace), skills: [], tools: offered, conversation, turn: [] });
  return { messages: mayCall ? messages : [...messages, { role: 'system', text: LAST_TURN }], stable, tools, toolChoice: mayCall ? 'auto' : 'none' };
}

/** One after the other, for a later call may rest on what an earlier one did; undefined when it was stopped in between. */
async function observe(turn: number, calls: readonly AskedCall[], { callTool, isStopping }: ReactPorts): Promise<ToolResultPart[] | undefined> {
  const results: ToolResultPart[] = [];
  for (const [at, call] of calls.entries()) {
    if (isStopping()) return undefined;
    results.push((await observeCall(call, () => callTool(turn, at + 1, call))).part);
  }
  return results;
}

function said(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** What the model says; a refusal is said too. */
function textOf({ content }: AssistantMessage): string {
  return content.map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : '')).join('');
}
