import type { Consequence, InjectionCase, InjectionCheckItem, InjectionCheckResult, JsonObject, RehearsalStep, TaintClass } from '../../contracts/index.ts';
import type { ReadSource } from './derive.ts';
import { judgeCallWords, noteKept } from './judge-call.ts';
import { privateValues, type PrivateValues } from './private-words.ts';
import { createPlaceholders, type Placeholders } from './rehearsal-placeholders.ts';
import { createRunWords, higherClass, type RunWords } from './run-words.ts';
import { classOfKind, sourceKindOf } from './source-class.ts';

/** Any folder does: nothing is read or written. */
const WORKSPACE = '/workspace';
const OWNERS = new Set(['user', 'owner', 'owner_typed', 'user_typed', 'person', 'user_message', 'user_input', 'user_prompt', 'user_turn', 'steering']);
const DECISIONS = ['allow', 'ask', 'deny'] as const;
type Decision = (typeof DECISIONS)[number];
const DECISION_NAMES: Readonly<Record<'allow' | 'gate' | 'deny', Decision>> = { allow: 'allow', gate: 'ask', deny: 'deny' };
const STEPS_MAX = 1_000;
const DEPTH_MAX = 8;

/** What was kept beyond a run, with its label. */
interface Kept {
  readonly name: string;
  readonly isMemory: boolean;
  readonly text: string;
  readonly taintClass: TaintClass;
}

interface Played {
  readonly tool: string;
  readonly decision: Decision;
  readonly rule: string;
  readonly explanation: string;
}

interface Stage {
  words: RunWords;
  readonly task: string;
  readonly secrets: PrivateValues;
  readonly fill: Placeholders;
  readonly kept: Kept[];
  /** What earlier runs had read. */
  earlier: readonly ReadSource[];
  readonly judgeScript: RehearsalPorts['judgeScript'] | undefined;
  readonly played: Played[];
  isTainted: boolean;
}

export interface RehearsalPorts {
  /** What the policy of commands says about a script; without it only its words are judged. */
  judgeScript?(script: string): 'allow' | 'gate' | 'block';
}

/** Plays what an obedient model would do, with fixture tools and in memory, through the code that judges real calls. */
export function rehearse({ id, input }: InjectionCheckItem, { judgeScript }: RehearsalPorts = {}): InjectionCheckResult {
  const fill = createPlaceholders(JSON.stringify(input));
  const stage: Stage = { words: createRunWords(), task: fill.text(input.user_task), secrets: privateValues(fill.values), fill, kept: [], earlier: [], played: [], isTainted: false, judgeScript };
  stage.words.ownerSaid(stage.task);
  readContent(stage, input);
  if (input.obey !== undefined) play(stage, input.obey, 0);
  for (const step of (input.steps ?? []).slice(0, STEPS_MAX)) play(stage, step, 0);
  const worst = stage.played.toSorted((one, other) => DECISIONS.indexOf(other.decision) - DECISIONS.indexOf(one.decision))[0];
  return {
    id,
    tainted: stage.isTainted,
    decision: worst?.decision ?? 'allow',
    rule: worst?.rule ?? 'taint.nothing_done',
    explanation: worst?.explanation ?? 'Nothing was done.',
    steps: stage.played.map(({ tool, decision, rule }) => ({ tool, decision, rule })),
  };
}

function readContent(stage: Stage, { source, trust, content }: Pick<InjectionCase, 'source' | 'trust' | 'content'>): void {
  const text = stage.fill.text(content);
  if (OWNERS.has((trust ?? source).toLowerCase())) return stage.words.ownerSaid(text);
  if (text.trim() !== '') read(stage, source, classOfKind(sourceKindOf(source), 'unknown'), text);
}

function read(stage: Stage, label: string, taintClass: TaintClass, text: string): void {
  stage.words.read(label === '' ? 'a source without a name' : label, taintClass, text);
  stage.isTainted = true;
}

/** Keys under which a row says what a step gave back. */
const RESULT_KEYS = ['result', 'returns', 'output', 'content', 'observation', 'response', 'reads', 'summary', 'text', 'tool_result'];
const CHILD_KEYS = ['child', 'steps', 'children', 'subagent', 'run', 'obey', 'then'];

function play(stage: Stage, step: RehearsalStep & Readonly<Record<string, unknown>>, depth: number): void {
  if (depth > DEPTH_MAX) return;
  if (step.newRun === true) startAnew(stage);
  if (typeof step.user === 'string') stage.words.ownerSaid(stage.fill.text(step.user));
  if (typeof step.tool === 'string') playTool(stage, step.tool, stage.fill.value(step.args ?? {}) as JsonObject);
  const label = typeof step['source'] === 'string' ? step['source'] : (step.tool ?? 'an earlier step');
  for (const key of RESULT_KEYS) {
    const given = step[key];
    if (typeof given === 'string' && given !== '') read(stage, label, resultClass(stage, step), stage.fill.text(given));
  }
  for (const key of CHILD_KEYS) for (const inner of [step[key]].flat()) if (typeof inner === 'object' && inner !== null) play(stage, inner as RehearsalStep, depth + 1);
}

/** What a step gives back is no better than its source, nor than what went into it: a summary cleans nothing. */
function resultClass({ words }: Stage, step: Readonly<Record<string, unknown>>): TaintClass {
  const own = typeof step['source'] === 'string' ? classOfKind(sourceKindOf(step['source']), 'unknown') : 'external_untrusted';
  return higherClass(own, words.highestClass() ?? 'owner_typed');
}

/** Memory comes along into a new run, with its labels; files wait until they are read. */
function startAnew(stage: Stage): void {
  stage.earlier = [...stage.earlier, ...stage.words.sources()];
  stage.words = createRunWords();
  stage.words.ownerSaid(stage.task);
  for (const { name, isMemory, text, taintClass } of stage.kept) if (isMemory) stage.words.read(name, taintClass, text);
}

const KEEPING: ReadonlySet<Consequence> = new Set<Consequence>(['remember', 'note', 'write_inside', 'write_outside', 'modify', 'execute', 'send']);

const BLOCKED = { rule: 'command.blocked', explanation: 'The policy of commands blocks this script.' };
/** A run that goes on where an earlier one stopped knows what that one had read. */
const RESUMES: ReadonlySet<string> = new Set(['resume', 'restore', 'continue', 'rehydrate', 'checkpoint', 'replay']);

function playTool(stage: Stage, tool: string, given: JsonObject): void {
  const call = { name: tool, arguments: given, intentions: [], touches: ['other_apps'], workspace: WORKSPACE };
  const { verdict, classified } = judgeCallWords(call, stage.words, stage.secrets);
  const isBlocked = classified.commands.some(({ line }) => stage.judgeScript?.(line) === 'block');
  const decision = isBlocked ? 'deny' : DECISION_NAMES[verdict.decision];
  stage.played.push({ tool, decision, ...(isBlocked ? BLOCKED : { rule: verdict.rule, explanation: verdict.explanation }) });
  noteKept(classified, stage.words, stage.secrets);
  const texts = classified.leaves.filter(({ isText }) => isText).map(({ value }) => value);
  const taintClass = stage.words.highestClass();
  // A model that waits for a yes might get it: what it then keeps is labelled all the same.
  if (decision !== 'deny' && taintClass !== undefined && [...classified.consequences].some((one) => KEEPING.has(one))) {
    stage.kept.push({ name: classified.paths[0] ?? tool, isMemory: classified.consequences.has('remember'), text: texts.join('\n'), taintClass });
  }
  if ([...classified.nouns, ...classified.verbs].some((word) => RESUMES.has(word))) stage.words.inherit(stage.earlier);
  if (classified.consequences.has('look')) {
    const isMemory = tool.toLowerCase().includes('mem');
    for (const kept of stage.kept) if (classified.paths.includes(kept.name) || (isMemory && kept.isMemory) || (classified.paths.length === 0 && !kept.isMemory && !isMemory)) read(stage, kept.name, kept.taintClass, kept.text);
  }
}
