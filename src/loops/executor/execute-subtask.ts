import { GRACE_TURNS, LOOP_ITERATIONS_MAX, PARSE_CORRECTIONS_MAX, type AssistantMessage, type ModelMessage, type SteeringMessage, type TurnTaken, type WorkReport } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { composePrompt, type DeskAnswer } from '../../models/index.ts';
import { withSteering } from '../../oversight/index.ts';
import type { CompactedBefore, KeptSection } from '../../context/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { Execution, ExecutorPorts, ToExecute } from '../engine.ts';
import { endOfAttempt } from './attempt-end.ts';
import { readsLikeCall } from './call-as-text.ts';
import { UNUSABLE_TURNS_MAX } from './executor-limits.ts';
import { headOf, subtaskBody } from './executor-prompt.ts';
import { answerWithheld, CALL_WAS_TEXT, LAST_TURN, REPORT_TAKEN, reportWrong, SAID_NOTHING, unreadable, UNREADABLE_STOOD_HERE } from './executor-words.ts';
import { FINISH, FINISH_TOOL, plainReport, readReport, refusedReport, reportOf, shownWords, silentReport } from './finish-tool.ts';
import { makeCalls } from './make-calls.ts';
import { createRepetitionWatch, type RepetitionWatch } from './repetition.ts';
import { demandSections } from './required-sections.ts';
import { relieve } from './relieve.ts';
import { resultPart } from './tool-observation.ts';
import { budgetOfTurn, resultCharsMax, tokensNeeded } from './turn-budget.ts';
import type { TurnRequest } from './turn-request.ts';

type Ports = ExecutorPorts & { readonly workspace: string };
type CutShort = NonNullable<Execution['cutShort']>;
/** Whoever is stopped has no last turn. */
type LastBecause = Exclude<CutShort, 'stopped'>;
type Answer = Pick<DeskAnswer, 'response' | 'calls' | 'exchange'>;

/** What one attempt knows between its turns. */
interface Attempt {
  readonly toolNames: readonly string[];
  /** What stands before every turn, made once: it is the same in all of them, and what is the same is counted and hashed once. */
  readonly head: Pick<TurnRequest, 'messages' | 'tools'>;
  readonly watch: RepetitionWatch;
  readonly made: ToolCallResult[];
  readonly refusals: string[];
  readonly turns: TurnTaken[];
  readonly turnsMax: number;
  /** What the person said and decided while it worked; no compaction takes it away. */
  readonly kept: KeptSection[];
  /** Only ever added to, but for a compaction: what was sent stays as it was. */
  conversation: readonly ModelMessage[];
  compacted?: CompactedBefore | undefined;
  modelCalls: number;
  unusableTurns: number;
  wrongReports: number;
  /** Why the next turn is taken. */
  why: string;
  /** What it handed back; it counts when the person has nothing more to say. */
  report?: WorkReport | undefined;
  /** The next turn is the last. */
  cut?: LastBecause | undefined;
}

/**
 * One attempt at a subtask: asks, calls, looks, in at most 30 turns of which the last is for handing back only. It ends
 * with `finish`, with plain words, at whichever of turns and tokens runs out first, when it goes in circles, or when it
 * is stopped. It never judges, never makes a call again by itself, and writes nothing anywhere.
 */
export async function executeSubtask(input: ToExecute, ports: Ports): Promise<Execution> {
  demandSections(input.role.role_id, input.packet);
  const attempt = beginAttempt(input, ports.workspace);
  for (let turn = 1; ; turn += 1) {
    if (ports.isStopping()) return ended(input, attempt, attempt.report === undefined ? 'stopped' : undefined);
    const steering = await ports.takeSteering(turn);
    if (attempt.report !== undefined && steering.length === 0) return ended(input, attempt);
    if (steering.length > 0) listen(attempt, steering);
    if (turn > attempt.turnsMax - GRACE_TURNS) attempt.cut ??= 'turns';
    ({ conversation: attempt.conversation, compacted: attempt.compacted } = await relieve({ ...attempt, turn, focus: input.subtask.intent }, ports));
    const request = turnRequest(attempt);
    const budget = budgetOfTurn(request, { left: await ports.tokensLeft(turn, tokensNeeded(request)), context: ports.contextTokens });
    if (!budget.isAffordable) attempt.cut ??= 'tokens';
    note(attempt, turn);
    if (attempt.cut !== undefined) {
      await takeLastTurn(turn, attempt, request, ports);
      return ended(input, attempt, attempt.cut);
    }
    const answer = await ask(turn, attempt, { ...request, outputTokensMax: budget.outputTokensMax }, ports);
    if (answer === undefined) continue;
    if (answer.calls.every(({ name }) => name === FINISH)) {
      await takeReport(turn, attempt, answer, ports);
      continue;
    }
    const charsMax = resultCharsMax(budget.outputTokensMax, [answer.response.message], answer.calls.length);
    const { parts, made, refusals, settled, end } = await makeCalls({ turn, calls: answer.calls, toolNames: attempt.toolNames, charsMax, watch: attempt.watch, blockedTargets: input.blockedTargets }, ports);
    attempt.made.push(...made);
    attempt.refusals.push(...refusals);
    for (const text of settled) keep(attempt, { kind: 'approvals', text });
    if (end === 'stopped') return ended(input, attempt, 'stopped');
    attempt.cut = end;
    goOn(attempt, { role: 'tool', content: [...parts] }, `${parts.length} results to look at`);
    instruct(attempt, (await ports.instructions?.(turn, made)) ?? []);
  }
}

function beginAttempt(input: ToExecute, workspace: string): Attempt {
  const toolNames = input.tools.map(({ name }) => name);
  return {
    toolNames,
    head: composePrompt({ identity: headOf(input.role, workspace, toolNames), skills: [], tools: [...input.tools, FINISH_TOOL], conversation: [], turn: [] }),
    watch: createRepetitionWatch(),
    made: [],
    refusals: [],
    turns: [],
    turnsMax: input.turnsMax ?? LOOP_ITERATIONS_MAX,
    kept: [],
    conversation: [said(subtaskBody(input))],
    modelCalls: 0,
    unusableTurns: 0,
    wrongReports: 0,
    why: input.correction === undefined ? 'the subtask begins' : `correction ${input.correction.signal.correction} begins`,
  };
}

/** What a person says may be the way out of a circle, and may be the wish to have something done once more. */
function listen(attempt: Attempt, steering: readonly SteeringMessage[]): void {
  attempt.report = undefined;
  attempt.cut = undefined;
  attempt.unusableTurns = 0;
  attempt.watch.forget();
  for (const { text } of steering) keep(attempt, { kind: 'rules', text });
  attempt.conversation = withSteering(attempt.conversation, steering);
  attempt.why = 'the person said something';
}

/** In the conversation and never in the head, which stays the same to the byte. */
function instruct(attempt: Attempt, texts: readonly string[]): void {
  if (texts.length === 0) return;
  for (const text of texts) keep(attempt, { kind: 'workspace_rules', text });
  attempt.conversation = [...attempt.conversation, { role: 'user', content: texts.map((text) => ({ type: 'text', text })) }];
}

/** The same is kept once. */
function keep({ kept }: Attempt, section: KeptSection): void {
  if (!kept.some(({ kind, text }) => kind === section.kind && text === section.text)) kept.push(section);
}

function ended({ subtask }: ToExecute, { report, made, refusals, modelCalls, turns }: Attempt, cutShort?: CutShort): Execution {
  return endOfAttempt({ subtaskId: subtask.subtask_id, report: report ?? silentReport(`it was ended before it could say (${cutShort ?? 'no words'})`), made, refusals, modelCalls, turns, cutShort });
}

/** The head is the same in every turn: the tools keep their names and order, also when only one of them may be called. */
function turnRequest({ head, conversation }: Attempt): TurnRequest {
  const messages = [...head.messages, ...conversation];
  return { messages, stable: messages.length, tools: head.tools, toolChoice: 'auto' };
}

function note({ turns, turnsMax, why, cut }: Attempt, turn: number): void {
  turns.push({ turn, turns_left: cut === undefined ? turnsMax - turn : 0, why: cut === undefined ? why : `the last: ${LAST_BECAUSE[cut]}` });
}

const LAST_BECAUSE: Readonly<Record<LastBecause, string>> = { turns: 'there are no more turns', tokens: 'there are no more tokens', repetition: 'it went in circles' };

/** An answer that the desk could not get readable is one more thing to tell the model; a few running end the work. */
async function ask(turn: number, attempt: Attempt, request: TurnRequest, ports: Ports): Promise<Answer | undefined> {
  try {
    const answer = await ports.askTurn(turn, request);
    attempt.modelCalls += 1 + answer.exchange.filter(({ role }) => role === 'assistant').length;
    attempt.conversation = [...attempt.conversation, ...answer.exchange, answer.response.message];
    if (answer.calls.length > 0) attempt.unusableTurns = 0;
    return answer;
  } catch (error) {
    if (hasCode(error, 'role.share_used_up')) {
      attempt.cut = 'tokens';
      return undefined;
    }
    if (!hasCode(error, 'model.output_undecodable')) throw error;
    attempt.modelCalls += 1 + error.data.corrections;
    attempt.conversation = [...attempt.conversation, { role: 'assistant', content: [{ type: 'text', text: UNREADABLE_STOOD_HERE }] }];
    unusable(attempt, unreadable(error.data.problems), 'the answer could not be read');
    return undefined;
  }
}

/** What the model handed back: with `finish`, or in words. */
async function takeReport(turn: number, attempt: Attempt, { calls, response }: Answer, ports: Ports): Promise<void> {
  const [first] = calls;
  if (first === undefined) {
    const text = textOf(response.message);
    if (response.stop_reason === 'refusal') await takeIfAllowed(turn, attempt, refusedReport(text), ports, said);
    else if (text.trim() === '') unusable(attempt, SAID_NOTHING, 'the model said nothing');
    else if (readsLikeCall(text, [...attempt.toolNames, FINISH])) unusable(attempt, CALL_WAS_TEXT, 'a call was written as text');
    else await takeIfAllowed(turn, attempt, plainReport(text), ports, said);
    return;
  }
  const answered = (text: string): ModelMessage => ({ role: 'tool', content: calls.map((call) => resultPart(call, text, text !== REPORT_TAKEN)) });
  const read = readReport(first.arguments);
  if ('problems' in read && attempt.wrongReports < PARSE_CORRECTIONS_MAX) {
    attempt.wrongReports += 1;
    return goOn(attempt, answered(reportWrong(read.problems)), 'the report was not filled in');
  }
  if (await takeIfAllowed(turn, attempt, reportOf(first.arguments), ports, answered)) attempt.conversation = [...attempt.conversation, answered(REPORT_TAKEN)];
}

async function takeIfAllowed(turn: number, attempt: Attempt, report: WorkReport, ports: Ports, asMessage: (text: string) => ModelMessage): Promise<boolean> {
  const { decision, explanation } = await ports.judgeAnswer(turn, shownWords(report));
  const isWithheld = decision === 'block' || decision === 'deny';
  if (isWithheld) goOn(attempt, asMessage(answerWithheld(explanation)), 'the output may not be handed on');
  else attempt.report = report;
  return !isWithheld;
}

/** Nothing is called any more, whatever is asked for; what is not handed back in order is taken as it stands. */
async function takeLastTurn(turn: number, attempt: Attempt, request: TurnRequest, ports: Ports): Promise<void> {
  const answer = await ask(turn, attempt, { ...request, messages: [...request.messages, { role: 'system', text: LAST_TURN }], toolChoice: { name: FINISH } }, ports);
  if (answer === undefined) return;
  const text = textOf(answer.response.message);
  const given = answer.calls.find(({ name }) => name === FINISH)?.arguments;
  if (given === undefined && text.trim() === '') return;
  await takeIfAllowed(turn, attempt, given === undefined ? plainReport(text) : reportOf(given), ports, said);
}

function unusable(attempt: Attempt, told: string, why: string): void {
  attempt.unusableTurns += 1;
  if (attempt.unusableTurns >= UNUSABLE_TURNS_MAX) attempt.cut ??= 'repetition';
  goOn(attempt, said(told), why);
}

function goOn(attempt: Attempt, message: ModelMessage, why: string): void {
  attempt.conversation = [...attempt.conversation, message];
  attempt.why = why;
}

function said(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** What the model says; a refusal is said too. */
function textOf({ content }: AssistantMessage): string {
  return content.map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : '')).join('');
}
