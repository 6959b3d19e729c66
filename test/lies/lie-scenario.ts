import type { z } from 'zod';
import { RunScenario, type ScriptedRoleTurn } from '../scenarios/run/scenario-file.ts';

/** One way of lying, and the pairs that try it. */
export interface LieFamily {
  readonly family: string;
  readonly pairs: readonly LiePair[];
}

/**
 * A lie and its honest twin: the same task, the same plan, the same judges, who always say "met". What differs is what was
 * done. It becomes two scenarios of `test/scenarios/run`; nothing here plays anything itself.
 */
export interface LiePair {
  readonly name: string;
  /** What is false in the lie, in one sentence. */
  readonly lie: string;
  /** What the person types. */
  readonly task: string;
  readonly files: Readonly<Record<string, string>>;
  /** Criteria of the whole. */
  readonly whole: readonly Criterion[];
  readonly parts: readonly Part[];
  /** What the liar's other roles say, where it is not what the honest ones say. */
  readonly twisted?: Twisted;
  /** A run in the same folder that was honestly done before, and what changed in the folder since. */
  readonly earlier?: { readonly task: string; readonly whole: readonly Criterion[]; readonly parts: readonly Part[]; readonly since: Readonly<Record<string, string>> };
  /** What the twin must leave behind, so that its honesty is not only said. */
  readonly leaves?: z.input<typeof RunScenario>['expect']['files'];
}

/** One subtask, and how it is done falsely and truly. */
export interface Part {
  readonly role: 'analyst' | 'coder' | 'research';
  readonly intent: string;
  readonly context?: string;
  readonly sequence?: number;
  readonly criteria: readonly Criterion[];
  readonly false: Work;
  readonly true: Work;
}

export interface Work {
  readonly calls: readonly Call[];
  /** What is handed back as the result. */
  readonly output: string;
  readonly status?: 'completed' | 'uncertain' | 'failed';
  readonly numbers?: readonly KeyNumber[];
  readonly claims?: readonly Claim[];
  /** The calls that the judge names; all of them when left out. */
  readonly shownBy?: readonly number[];
  /** What the judge gives as evidence. */
  readonly evidence?: string;
  /** What is done instead when it is sent back; the same again when left out. */
  readonly again?: Pick<Work, 'calls' | 'output' | 'numbers' | 'claims'>;
}

export interface Twisted {
  /** How the task is understood. */
  readonly intent?: string;
  readonly scope?: string;
  /** The criteria of the second plan and of all that follow. */
  readonly replanned?: OtherPlan;
  /** The very first plan already asks for less. */
  readonly planned?: OtherPlan;
  readonly critic?: string;
  readonly summary?: string;
}

export interface OtherPlan {
  readonly whole: readonly Criterion[];
  readonly criteria: readonly Criterion[];
  readonly intent?: string;
  readonly reason: string;
  /** What is done under it, where tools that failed under the last plan may not be used again. */
  readonly work?: Work;
}

export interface Call {
  readonly name: string;
  readonly arguments: Json;
}
export interface KeyNumber {
  readonly name: string;
  readonly value: number;
  readonly unit: string | null;
  /** The call that gave it, from 1. */
  readonly call: number;
}
export interface Claim {
  readonly claim: string;
  readonly source: string;
  readonly quote: string;
}
export interface Criterion {
  readonly criterion: string;
  readonly mode: 'verifiable' | 'plausible';
  readonly required: boolean;
  readonly check: Json | null;
}
export type Side = 'false' | 'true';
type TurnInput = z.input<typeof ScriptedRoleTurn>;
export type Json = NonNullable<TurnInput['says']>;

/** A liar goes on lying, through every correction and every new plan that a run allows; an honest worker too. */
const ATTEMPTS = 12;

/** The scenario of one side of a pair. What is expected of a lie is less than a scenario can say, so it says nothing of its end. */
export function scenarioOf(pair: LiePair, side: Side): RunScenario {
  const earlier = pair.earlier;
  const first = earlier === undefined ? pair : { ...pair, ...earlier };
  // Whatever stays in the folder is let through: a lie must not fail because nobody was there to say yes.
  const command = (task: string): string[] => ['run', task, '--unattended', '--mode', 'workspace_session'];
  return RunScenario.parse({
    name: `${pair.name}-${side === 'false' ? 'lie' : 'twin'}`,
    promise: side === 'false' ? pair.lie : `The honest twin of: ${pair.lie}`,
    workspace: pair.files,
    command: command(first.task),
    // The later run is looked for first: it remembers the task of the earlier one, and that one knows nothing of it.
    model: { turns: [...turnsOfRun(pair, side, earlier === undefined ? undefined : pair.task), ...(earlier === undefined ? [] : turnsOfRun({ ...first, twisted: {} }, 'true', earlier.task)), ...bystanders(pair, side)] },
    person: earlier === undefined ? [] : [...Object.entries(earlier.since).map(([write, content]) => ({ when: { ended: true }, do: { write, content } })), { when: { ended: true }, do: { start: command(pair.task) } }],
    expect: { exit_code: 0, reason: 'success', ...(side === 'true' && pair.leaves !== undefined ? { files: pair.leaves } : {}) },
  });
}

function turnsOfRun(pair: LiePair, side: Side, about: string | undefined): TurnInput[] {
  const { twisted = {} } = side === 'false' ? pair : {};
  const told = about === undefined ? {} : { about };
  const perceiver: TurnInput = { as: 'perceiver', ...told, times: 'any', says: { intent: twisted.intent ?? pair.task, scope: twisted.scope ?? null, deadline: null } };
  return [perceiver, ...plans(pair, twisted).map((turn) => ({ ...turn, ...told })), ...workers(pair, side), ...judges(pair, twisted, side)];
}

function plans({ whole, parts }: LiePair, { planned, replanned }: Twisted): TurnInput[] {
  const plan = (criteria: readonly Criterion[], subtasks: readonly Part[], reason: string): Json => ({
    decision: 'plan',
    questions: [],
    reason,
    task_criteria: criteria.map((one) => ({ ...one })),
    subtasks: subtasks.map((part, index) => ({ sequence: part.sequence ?? index + 1, role: part.role, intent: part.intent, context: part.context ?? '', tools: toolsOf(part), success_criteria: part.criteria.map((one) => ({ ...one })) })),
  });
  const other = (instead: OtherPlan): Json => plan(instead.whole, parts.map((part) => ({ ...part, intent: instead.intent ?? part.intent, criteria: instead.criteria, ...(instead.work === undefined ? {} : { false: instead.work, true: instead.work }) })), instead.reason);
  const usual = planned === undefined ? plan(whole, parts, 'It is the shortest way that can be checked.') : other(planned);
  if (replanned === undefined) return [{ as: 'planner', times: 'any', says: usual }];
  return [{ as: 'planner', says: usual }, { as: 'planner', times: 'any', says: other(replanned) }];
}

function toolsOf({ false: lie, true: twin }: Part): string[] {
  return [...new Set([...twin.calls, ...lie.calls].map(({ name }) => name))];
}

/** Whoever comes later is told what came before, with its intent; so the later are looked for first. */
function workers({ parts, twisted, earlier }: LiePair, side: Side): TurnInput[] {
  const isAlone = parts.length === 1 && earlier === undefined && twisted?.replanned?.work === undefined;
  return parts.toReversed().flatMap((part) => {
    const others = side === 'false' ? [twisted?.planned, twisted?.replanned].filter((one) => one !== undefined) : [];
    const works = [{ intent: part.intent, work: part[side] }, ...others.map(({ intent = part.intent, work = part[side] }) => ({ intent, work }))];
    return works.flatMap(({ intent, work }) => attemptsAt(part, work).map((turn) => (isAlone ? turn : { ...turn, about: intent })));
  });
}

function attemptsAt(part: Part, work: Work): TurnInput[] {
  return Array.from({ length: ATTEMPTS }, (_, attempt) => (attempt > 0 && work.again !== undefined ? { ...work, ...work.again } : work)).flatMap((one) => turnsOfWork(part, one));
}

function turnsOfWork(part: Part, { calls, output, status = 'completed', ...rest }: Work): TurnInput[] {
  const finish: Json = {
    status,
    output,
    confidence: { score: 0.93, rationale: 'It rests on what the tools gave back.' },
    risk: { level: 'low', rationale: 'It stays within this folder.' },
    artifacts: [delivered(part, { calls, output, ...rest })],
    next_actions: [],
  };
  return [...calls.map((call): TurnInput => ({ as: 'executor', calls: [{ ...call }] })), { as: 'executor', finish }];
}

function delivered({ role, intent }: Part, { output, numbers = [], claims = [] }: Work): Json {
  if (role === 'coder') return { type: 'ImplementationNotes', content: { summary: output, decisions: [], left_open: [] } };
  if (role === 'research') return { type: 'ResearchNotes', content: { question: intent, claims: claims.map(({ claim, source, quote }) => ({ claim, citations: [{ source, quote }] })), open_questions: [], next_steps: [] } };
  const keyNumbers = numbers.map(({ call, ...number }) => ({ ...number, trace: { by: 'tool_call', call } }));
  return { type: 'AnalysisReport', content: { question: intent, findings: output, method: 'By the calls of this work, in their order.', key_numbers: keyNumbers, limitations: [] } };
}

/**
 * Judges say met of whatever they are asked, and name calls. How many criteria they are asked about is known from the last one
 * in their list, so there is a turn for every place that a criterion could have in it.
 */
function judges({ whole, parts }: LiePair, { summary = 'Everything that was asked for is there.', planned, replanned }: Twisted, side: Side): TurnInput[] {
  const ofParts = parts.flatMap((part) => {
    const { shownBy, calls, evidence = 'The calls show it.' } = part[side];
    const named = shownBy ?? (calls.length === 0 ? [1] : calls.map((_, index) => index + 1));
    const criteria = [...part.criteria, ...(planned?.criteria ?? []), ...(replanned?.criteria ?? [])];
    return places(criteria).map(({ about, count }): TurnInput => ({ as: 'subtask_judge', about, times: 'any', says: { verdicts: numbered(count).map((criterion) => ({ criterion, verdict: 'met', failure_class: null, tool_calls: [...named], evidence })), what_was_wrong: '', what_to_do: '' } }));
  });
  const ofWhole = places([...whole, ...(planned?.whole ?? []), ...(replanned?.whole ?? [])]).map(({ about, count }): TurnInput => ({ as: 'task_judge', about, times: 'any', says: { verdicts: numbered(count).map((criterion) => ({ criterion, verdict: 'met', subtasks: parts.map((_, index) => index + 1), evidence: 'The outcomes of the subtasks show it.' })), summary } }));
  return [...ofParts, ...ofWhole];
}

function places(criteria: readonly Criterion[]): { about: string; count: number }[] {
  return numbered(criteria.length).toReversed().flatMap((count) => criteria.map(({ criterion }) => ({ about: `${count}. ${criterion} (`, count })));
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Those who are asked only now and then; they too are on the side of whoever did the work. */
function bystanders({ parts, twisted }: LiePair, side: Side): TurnInput[] {
  const praise = (side === 'false' ? twisted?.critic : undefined) ?? 'It does what was asked and no more.';
  return [
    { as: 'critic', times: 'any', says: { verdict: 'pass', reasons: [praise], required_fixes: [], risk: { level: 'low', rationale: 'It stays within this folder.' }, confidence: { score: 0.95, rationale: 'The diff and the tests were read.' } } },
    { as: 'arbiter', times: 'any', says: { winner: parts[0]?.role ?? 'coder', rationale: 'What was done speaks for itself.' } },
    { as: 'summary', times: 'any', says: { summary_text: 'All of it was done.', information_preserved: ['that it was done'], information_lost: [] } },
    { as: 'partial_result', times: 'any', says: { summary: 'All of it was done, only the checks were too strict.', next_moves: ['Take it as it is.'] } },
  ];
}
