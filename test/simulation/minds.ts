import type { AssistantPart, JsonObject, ModelFault, ModelRequest, ModelResponse } from '../../src/contracts/index.ts';
import { CallFault } from '../../src/models/failure/faults.ts';
import type { AnswerPort } from '../../src/models/gateway/answer-port.ts';
import { artifactSamples } from '../support/artifact-samples.ts';
import { callPart, modelResponse, textPart } from '../support/model-samples.ts';
import type { Chance } from './chance.ts';
import { HANDS_OVER, STEP_MARK, type SimulatedTask } from './tasks.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a model does when it is asked once. */
export const MOODS = ['honest', 'lies', 'contradicts', 'rubbish', 'wrong_shape', 'empty', 'refuses', 'stalls', 'fails', 'loops', 'overspends', 'huge', 'bad_arguments', 'gives_up', 'trespasses', 'doubts'] as const;
export type Mood = (typeof MOODS)[number];

/** What somebody may do in every turn. */
const OBSESSIONS = ['trespasses', 'doubts', 'lies', 'gives_up'] as const satisfies readonly Mood[];

/** How sound the models of one world are: mostly, or hardly ever. */
const SOUNDNESS = [1, 0.9, 0.7, 0.5, 0.3] as const;

export interface Minds {
  readonly answers: AnswerPort;
  /** How often each mood came up. */
  readonly moods: ReadonlyMap<Mood, number>;
  /** Everything that was asked, for whoever looks what a model was shown. */
  readonly asked: readonly ModelRequest[];
}

const FAULTS: readonly [ModelFault, ...ModelFault[]] = ['server_error', 'rate_limited', 'connection_refused', 'overloaded', 'authentication'];
const ANSWER_MS_MAX = 4_000;
const HUGE_CHARS = 60_000;
const OVERSPENT_TOKENS = 40_000;
/** How sure somebody is who is not. */
const DOUBT = 0.1;

export function minds(task: SimulatedTask, chance: Chance, time: VirtualTime): Minds {
  const soundness = chance.pick(SOUNDNESS);
  // Some worlds have one vice above all, so that it is met again and again in the same run.
  const vice = chance.happens(0.5) ? chance.pick(MOODS) : undefined;
  // In a few nobody at work ever does anything else: only then does nothing but the vice decide how it ends.
  const obsession = chance.happens(0.1) ? chance.pick(OBSESSIONS) : undefined;
  return mindsOf(task, time, (request) => {
    if (obsession !== undefined) return { mood: request.output === null ? obsession : 'honest', chance };
    if (chance.happens(soundness)) return { mood: 'honest', chance };
    return { mood: vice !== undefined && chance.happens(0.7) ? vice : chance.pick(MOODS), chance };
  });
}

/** Identifiers and times are made anew by each process, and what is written again is replaced; what is asked is the same without these. */
const MADE_ANEW = /[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z|fence="[0-9a-f]+"|Created|Replaced/g;

/** Models whose answer depends on nothing but what they are asked: asked again after a crash they answer the same. */
export function steadyMinds(soundness: number, moods: readonly [Mood, ...Mood[]]): (task: SimulatedTask, chance: Chance, time: VirtualTime) => Minds {
  return (task, chance, time) =>
    mindsOf(task, time, (request) => {
      const drawn = chance.stream(`${request.output?.name ?? 'work'} ${request.messages.length} ${textOf(request).replaceAll(MADE_ANEW, '')}`);
      return { mood: drawn.happens(soundness) ? 'honest' : drawn.pick(moods), chance: drawn };
    });
}

/** `draw` says how a model is disposed to this question, and where its chances come from. */
function mindsOf(task: SimulatedTask, time: VirtualTime, draw: (request: ModelRequest) => { readonly mood: Mood; readonly chance: Chance }): Minds {
  const moods = new Map<Mood, number>();
  const asked: ModelRequest[] = [];
  return {
    moods,
    asked,
    async answers({ request, target, signal, limits }) {
      asked.push(request);
      const { mood, chance } = draw(request);
      moods.set(mood, (moods.get(mood) ?? 0) + 1);
      await time.wait(mood === 'stalls' ? limits.totalMs : 100 + chance.below(ANSWER_MS_MAX), signal);
      if (signal.aborted) throw signal.reason;
      if (mood === 'stalls') throw new CallFault('total_timeout', `nothing came within ${limits.totalMs} ms`);
      if (mood === 'fails') throw new CallFault(chance.pick(FAULTS), 'simulated');
      const answer = answerOf(request, mood, askedOf(request, task), chance);
      const usage = mood === 'overspends' ? OVERSPENT_TOKENS : 50 + chance.below(400);
      return { ...answer, model_id: target.modelId, usage: { ...answer.usage, input_tokens: 500 + usage, output_tokens: usage } };
    },
  };
}

/** Whose question it is: a child's speaks of its own task, and never of who handed it over. */
function askedOf(request: ModelRequest, task: SimulatedTask): SimulatedTask {
  return task.child === undefined || textOf(request).includes(HANDS_OVER) ? task : task.child;
}

function answerOf(request: ModelRequest, mood: Mood, task: SimulatedTask, chance: Chance): ModelResponse {
  switch (mood) {
    case 'rubbish':
      return modelResponse([textPart('}{ not what was asked ]')]);
    case 'empty':
      return modelResponse([]);
    case 'refuses':
      return modelResponse([textPart('I will not do that.')], { stop_reason: 'refusal' });
    case 'huge':
      return modelResponse([textPart('much '.repeat(HUGE_CHARS / 5))], { stop_reason: 'max_tokens' });
    default:
      return request.output === null ? workOf(request, mood, task, chance) : json(controlOf(request, mood, task, chance), mood);
  }
}

function json(answer: JsonObject, mood: Mood): ModelResponse {
  return modelResponse([textPart(JSON.stringify(mood === 'wrong_shape' ? { ...answer, more: true } : answer))]);
}

/** What stands before a model in words; results of tools are not among them. */
function textOf({ messages }: ModelRequest): string {
  return messages.flatMap((message) => (message.role === 'user' ? message.content.map((part) => (part.type === 'text' ? part.text : '')) : [])).join('\n');
}

function frameOf(text: string, kind: string): string {
  const from = text.lastIndexOf(`kind="${kind}"`);
  return from === -1 ? '' : text.slice(from, text.indexOf('</keelson:material', from));
}

/** How many numbered lines stand in the frame of this kind. */
function listed(text: string, kind: string): number {
  return frameOf(text, kind).split('\n').filter((line) => /^\d+\. /.test(line)).length;
}

function controlOf(request: ModelRequest, mood: Mood, task: SimulatedTask, chance: Chance): JsonObject {
  const text = textOf(request);
  switch (request.output?.name) {
    case 'PerceiverAnswer':
      return { intent: mood === 'lies' ? 'Something else.' : task.request, scope: null, deadline: null };
    case 'PlannerAnswer':
      return plannedBy(mood, task, chance) as unknown as JsonObject;
    case 'SubtaskJudgement':
      return subtaskVerdicts(text, mood, task);
    case 'TaskJudgement': {
      const count = Math.max(1, listed(text, 'criteria'));
      const isMet = mood === 'lies' || mood === 'honest';
      return { verdicts: Array.from({ length: count }, (_, at) => ({ criterion: at + 1, verdict: isMet ? 'met' : 'unmet', subtasks: isMet ? [1] : [], evidence: 'The subtask shows it.' })), summary: 'It is done.' };
    }
    case 'PartialResultAnswer':
      return { summary: 'Not all of it was done.', next_moves: ['Try again.'] };
    case 'ArbiterAnswer':
      return { winner: null, rationale: 'Neither shows it.' };
    case 'SummaryAnswer':
      return { summary_text: 'What was said.', information_preserved: [], information_lost: [] };
    case 'QueryRewriteAnswer':
      return { other_words: 'what was asked' };
    case 'CriticReport':
      return { ...artifactSamples.CriticReport, verdict: mood === 'honest' || mood === 'lies' ? 'pass' : 'fail' };
    default:
      return {};
  }
}

function plannedBy(mood: Mood, task: SimulatedTask, chance: Chance): SimulatedTask['plan'] {
  switch (mood) {
    case 'gives_up':
      return { ...task.plan, decision: 'impossible', reason: 'It cannot be done.', task_criteria: [], subtasks: [] };
    case 'contradicts':
      return { ...task.plan, decision: 'needs_input', questions: ['Which one is meant?'], task_criteria: [], subtasks: [] };
    case 'bad_arguments':
      return { ...task.plan, subtasks: task.plan.subtasks.map((one) => ({ ...one, role: chance.pick(['nobody', 'mother', 'coder']) })) };
    case 'loops':
      return { ...task.plan, subtasks: [...task.plan.subtasks, ...task.plan.subtasks] };
    default:
      return task.plan;
  }
}

function subtaskVerdicts(text: string, mood: Mood, task: SimulatedTask): JsonObject {
  const calls = listed(text, 'tool_calls');
  const criteria = Math.max(1, listed(text, 'criteria'));
  const isShown = task.work.some(({ output }) => frameOf(text, 'output').includes(output)) && calls > 0;
  const isMet = mood === 'lies' ? true : mood === 'contradicts' ? !isShown : isShown;
  return {
    verdicts: Array.from({ length: criteria }, (_, at) => ({ criterion: at + 1, verdict: isMet ? 'met' : 'unmet', failure_class: isMet ? null : 'logical', tool_calls: isMet ? [Math.max(1, calls)] : [], evidence: isMet ? 'The last call shows it.' : 'No call shows it.' })),
    what_was_wrong: isMet ? '' : 'It was not done.',
    what_to_do: isMet ? '' : 'Do it with the tool.',
  };
}

/** The turn of a worker, who sees what came of the calls before it. */
function workOf(request: ModelRequest, mood: Mood, task: SimulatedTask, chance: Chance): ModelResponse {
  const text = textOf(request);
  const step = Number(new RegExp(`\\(${STEP_MARK} (\\d+)\\)`).exec(text)?.[1] ?? 1);
  const work = task.work[step - 1] ?? task.work[0];
  if (work === undefined) return modelResponse([textPart('There is nothing to do.')]);
  const done = request.messages.filter(({ role }) => role === 'tool').length;
  const call = (name: string, given: JsonObject): AssistantPart => callPart(`c${request.messages.length}-${chance.below(1_000_000)}`, name, JSON.stringify(given));
  const finish = (output: string, status: string, artifacts = work.artifacts, score = 0.9): AssistantPart =>
    call('finish', { status, output, confidence: { score, rationale: 'It was seen.' }, risk: { level: 'low', rationale: 'It stays here.' }, artifacts: artifacts as never, next_actions: [] });
  const next = work.calls[done];
  switch (mood) {
    case 'lies':
      return modelResponse([finish(work.output, 'completed')]);
    case 'contradicts':
      return modelResponse([finish(`Not so: ${work.output} It failed.`, 'completed', [])]);
    case 'gives_up':
      return modelResponse([finish('It could not be done.', 'failed', [])]);
    case 'wrong_shape':
      return modelResponse([call('finish', { status: 'done' })]);
    case 'bad_arguments':
      return modelResponse([call(chance.pick(['write_file', 'no_such_tool', 'send_letter']), { nothing: 'fits' })]);
    case 'loops':
      return modelResponse([call('read_file', { path: 'nowhere.txt' })]);
    case 'trespasses':
      // Once it was told no it gives up, as whoever finds no other way does.
      return modelResponse([done > 0 ? finish('It is not allowed, and there is no other way.', 'failed', []) : call('write_file', { path: '../outside.txt', content: 'out' })]);
    case 'doubts':
      return modelResponse([next === undefined ? finish(work.output, 'completed', work.artifacts, DOUBT) : call(next.name, unique(next.name, next.arguments, chance))]);
    default:
      return modelResponse([next === undefined ? finish(work.output, 'completed') : call(next.name, unique(next.name, next.arguments, chance))]);
  }
}

/** Each letter is marked, so that the world can tell one that was sent twice from two that were sent. */
function unique(name: string, given: JsonObject, chance: Chance): JsonObject {
  return name === 'send_letter' ? { ...given, letter: `${String(given['letter'])}#${chance.below(1_000_000_000)}` } : given;
}

/** Models of whom those at work do nothing else, and the others are sound. */
export function obsessedMinds(obsession: Mood): (task: SimulatedTask, chance: Chance, time: VirtualTime) => Minds {
  return (task, chance, time) => mindsOf(task, time, (request) => ({ mood: request.output === null ? obsession : 'honest', chance }));
}
