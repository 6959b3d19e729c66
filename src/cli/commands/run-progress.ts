import type { z } from 'zod';
import {
  DEFAULT_BUDGET,
  runArtifactWaived,
  runBudgetAdjusted,
  runBudgetWarned,
  runChildReturned,
  runChildStarted,
  runCircuitOpened,
  runConflictResolved,
  runContextSummarised,
  runCorrectionOrdered,
  runDirectiveIssued,
  runHoldAwaited,
  runLlmEnded,
  runPhaseExited,
  runPlanMade,
  runPrepared,
  runReplanRequested,
  runRetryTaken,
  runStarted,
  runSubtaskDispatched,
  runSubtaskJudged,
  runSuspended,
  runTakenOver,
  runTaskPerceived,
  type AttentionNotice,
  type EventDefinition,
  type Phase,
  type Plan,
  type ResourceBudget,
  type RunEngine,
  type RunEventLine,
  type RunReport,
} from '../../contracts/index.ts';
import { wrapText } from '../style.ts';
import { noticeLine } from './attention-notices.ts';
import { memoryLines } from './memory-lines.ts';
import { oneLine, printable } from './printable.ts';
import { counted, dollars, shortId, wholeNumber } from './run-figures.ts';
import { hanging, numberOf, planLines, understoodLines } from './run-plan-text.ts';
import type { Sheet } from './run-report-text.ts';
import { DIRECTIVE_WORDS, ENGINE_WORDS, RESOURCE_WORDS } from './run-words.ts';

/** A run as it goes on, for whoever watches it. */
export interface Progress {
  /** What is said of a notice: lines that stay. */
  take(notice: AttentionNotice): string[];
  /** Where it is now: lines that change. The subtasks at work, then the phase with what was spent. */
  now(): string[];
}

interface Watched {
  /** Null until it is known who thinks. */
  engine: RunEngine | null;
  phase: Phase;
  round: number;
  plan: Plan | null;
  limits: ResourceBudget['per_run'];
  tokens: number;
  costUsd: number;
  modelCalls: number;
  toolCalls: number;
  /** By subtask: which attempt it is at. */
  readonly atWork: Map<string, number>;
}

export interface ProgressOptions {
  /** Whether it is said that a subtask begins; where lines change in place it can be seen. */
  readonly tellsBeginnings: boolean;
  /** What was reached before anybody watched: its plan names the subtasks, and what it used is used. */
  readonly known?: Pick<RunReport, 'engine' | 'phase' | 'rounds' | 'plan' | 'limits' | 'consumed' | 'model_calls'>;
}

export function runProgress(sheet: Sheet, { tellsBeginnings, known }: ProgressOptions): Progress {
  const watched: Watched = {
    engine: known?.engine ?? null,
    phase: known?.phase ?? 'plan',
    round: Math.max(1, known?.rounds ?? 1),
    plan: known?.plan ?? null,
    limits: known?.limits ?? DEFAULT_BUDGET.per_run,
    tokens: known?.consumed.total_tokens ?? 0,
    costUsd: known?.consumed.cost_usd ?? 0,
    modelCalls: known?.model_calls ?? 0,
    toolCalls: known?.consumed.tool_calls ?? 0,
    atWork: new Map(),
  };
  return {
    take(notice) {
      if (notice.kind === 'run_progress') return TELLERS.get(notice.event.type)?.(notice.event, watched, { ...sheet, tellsBeginnings }) ?? [];
      if (notice.kind === 'tool_started') watched.toolCalls += 1;
      // A call that did what it should needs no second line.
      return notice.kind === 'tool_ended' && notice.status === 'completed' ? [] : [noticeLine(notice)];
    },
    now: () => [...[...watched.atWork].map(([id, attempt]) => atWorkLine(id, attempt, watched)), spentLine(watched)],
  };
}

interface Telling extends Sheet {
  readonly tellsBeginnings: boolean;
}

type Teller = (event: RunEventLine, watched: Watched, telling: Telling) => string[];

/** What cannot be read is not told. */
function telling<Schema extends z.ZodType>({ type, payload }: EventDefinition<Schema>, tell: (payload: z.output<Schema>, watched: Watched, telling: Telling) => string[]): [string, Teller] {
  return [
    type,
    (event, watched, how) => {
      const read = payload.safeParse(event.payload);
      return read.success ? tell(read.data, watched, how) : [];
    },
  ];
}

const TELLERS: ReadonlyMap<string, Teller> = new Map([
  telling(runStarted, ({ budget }, watched) => {
    watched.limits = budget;
    return [];
  }),
  telling(runPrepared, ({ engine, engine_reason: reason }, watched, { width, paint }) => {
    watched.engine = engine;
    return engine === 'model' ? [] : wrapText(`${ENGINE_WORDS[engine]}. ${printable(firstSentence(reason))}`, width, '').split('\n').map(paint.yellow);
  }),
  telling(runTaskPerceived, ({ task }, _watched, { width, paint }) => understoodLines(task, width, paint)),
  telling(runPlanMade, ({ plan, round, why, calibration }, watched, { width, paint }) => {
    watched.plan = plan;
    watched.round = round;
    watched.atWork.clear();
    return [...memoryLines(calibration, width), ...planLines(plan, round, width, paint), ...(round === 1 || why === '' ? [] : wrapText(`Why: ${printable(why)}`, width, '  ').split('\n'))];
  }),
  telling(runPhaseExited, ({ exit, gate }, watched, { paint, width }) => {
    if (gate === null || gate.next === watched.phase) return [];
    watched.phase = gate.next;
    if (!WORTH_TELLING.has(gate.next)) return [];
    const why = exit.exit === 'success' ? '' : ` (${oneLine(exit.reason, REASON_CHARS_MAX)})`;
    return wrapText(`→ ${spentLine(watched)}${why}`, width, '').split('\n').map(paint.dim);
  }),
  telling(runSubtaskDispatched, ({ subtask_id: id, attempt }, watched, { tellsBeginnings, paint, width }) => {
    watched.atWork.set(id, attempt);
    return tellsBeginnings ? hanging(`▸ ${subtaskText(id, watched)}${attempt === 1 ? '' : ` (attempt ${attempt})`}`, width, '  ').map(paint.dim) : [];
  }),
  telling(runSubtaskJudged, ({ outcome }, watched, { width, paint }) => {
    watched.atWork.delete(outcome.subtask_id);
    const isMet = outcome.status === 'matched';
    const [first = '', ...rest] = hanging(`${isMet ? '✓' : '✗'} ${subtaskText(outcome.subtask_id, watched)}${isMet ? '' : `: ${oneLine(outcome.failure_reason, REASON_CHARS_MAX)}`}`, width, '  ');
    return [isMet ? first.replace('✓', paint.green('✓')) : first.replace('✗', paint.red('✗')), ...rest];
  }),
  telling(runCorrectionOrdered, ({ signal: { subtask_id: id, what_was_wrong: wrong, what_to_do: todo } }, watched, { width }) => hanging(`↻ ${numberOf(watched.plan, id)}. is corrected. ${oneLine(wrong, REASON_CHARS_MAX)} Now: ${oneLine(todo, REASON_CHARS_MAX)}`, width, '  ')),
  // Without a model nothing is planned anew, and what failed was said of its part already.
  telling(runReplanRequested, ({ request }, watched, { width }) => (watched.engine !== null && watched.engine !== 'model' ? [] : wrapText(`✗ Not good enough: ${oneLine(request.gap_summary, REASON_CHARS_MAX)}`, width, '').split('\n'))),
  telling(runDirectiveIssued, ({ directive: { directive, rationale, blocked_tools: blocked } }, _watched, { width }) => wrapText(`Planned anew, ${DIRECTIVE_WORDS[directive]}: ${oneLine(rationale, REASON_CHARS_MAX)}${blocked.length === 0 ? '' : ` Without ${blocked.join(', ')}.`}`, width, '').split('\n')),
  telling(runConflictResolved, ({ resolution: { conflict_type: kind, agents_involved: agents, strategy_applied: strategy, final_decision: decision, rationale } }, _watched, { width }) => wrapText(`! ${agents.join(' and ')} disagree (${kind}); ${strategy}: ${decision}. ${oneLine(rationale, REASON_CHARS_MAX)}`, width, '').split('\n')),
  telling(runContextSummarised, ({ summary: { source_token_count: from, summary_token_count: to } }, _watched, { paint }) => [paint.dim(`  shortened what it is told from ${wholeNumber(from)} to ${wholeNumber(to)} tokens`)]),
  telling(runBudgetWarned, ({ resource, limit, consumed, scope }, _watched, { width, paint }) => wrapText(`! ${amount(resource, consumed)} of ${amount(resource, limit)} used${scope === 'run' ? '' : ` (${scope === 'global' ? 'all runs' : 'your runs of today'})`}`, width, '').split('\n').map(paint.yellow)),
  telling(runBudgetAdjusted, ({ resource, from, to, adjusted_by: by }, watched) => {
    if (resource === 'tokens') watched.limits = { ...watched.limits, max_total_tokens: to };
    if (resource === 'cost') watched.limits = { ...watched.limits, max_cost_usd: to };
    return [`! ${amount(resource, to)} instead of ${amount(resource, from)}, by ${printable(by)}`];
  }),
  telling(runCircuitOpened, ({ resource, limit, current }) => [`! the system is full: ${printable(resource)} ${current} of ${limit}`]),
  telling(runSuspended, ({ why }, _watched, { width }) => wrapText(`Waits: ${printable(why)}`, width, '').split('\n')),
  telling(runRetryTaken, ({ phase, role_id: role, remaining, why }, _watched, { width }) => wrapText(`↻ ${role ?? phase} once more, ${remaining} left: ${oneLine(why, REASON_CHARS_MAX)}`, width, '').split('\n')),
  telling(runTakenOver, ({ why }, _watched, { width, paint }) => wrapText(`Gone on with at once: ${printable(why)}.`, width, '').split('\n').map(paint.dim)),
  telling(runHoldAwaited, ({ why, wait_ms_max: waitMs }, _watched, { width, paint }) => wrapText(`Waits up to ${Math.ceil(waitMs / MS_PER_SECOND)} s: ${printable(why)}.`, width, '').split('\n').map(paint.yellow)),
  telling(runArtifactWaived, ({ waiver: { artifact_type: type, reason, granted_by: by } }, _watched, { width }) => wrapText(`! ${type} is left out, by ${printable(by)}: ${printable(reason)}`, width, '').split('\n')),
  telling(runChildStarted, ({ child_run_id: id, task }, _watched, { width }) => hanging(`⇢ handed over to ${shortId(id)}: ${oneLine(task, REASON_CHARS_MAX)}`, width, '  ')),
  telling(runChildReturned, ({ result: { child_run_id: id, reason, details } }, _watched, { width }) => hanging(`⇠ ${shortId(id)}: ${reason}${reason === 'success' ? '' : `. ${oneLine(details, REASON_CHARS_MAX)}`}`, width, '  ')),
  telling(runLlmEnded, ({ record: { is_reused: isReused, usage, cost } }, watched) => {
    if (isReused) return [];
    watched.modelCalls += 1;
    watched.tokens += (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
    watched.costUsd += cost.components.usd?.expected ?? 0;
    return [];
  }),
]);

const MS_PER_SECOND = 1_000;

/** The last phases pass in a moment, and what they come to is told at the end. */
const WORTH_TELLING: ReadonlySet<Phase> = new Set<Phase>(['execute', 'review', 'repair']);

/** A reason of a model can be long; the record has it whole. */
const REASON_CHARS_MAX = 240;

/** The rest of a reason can be read in the record. */
function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end === -1 ? text : text.slice(0, end + 1);
}

function amount(resource: keyof typeof RESOURCE_WORDS, value: number): string {
  return resource === 'cost' ? dollars(value) : `${wholeNumber(value)} ${RESOURCE_WORDS[resource]}`;
}

function subtaskText(id: string, { plan }: Watched): string {
  const subtask = plan?.subtasks.find(({ subtask_id }) => subtask_id === id);
  return subtask === undefined ? id : `${numberOf(plan, id)}. ${subtask.role_id}: ${printable(subtask.intent)}`;
}

function atWorkLine(id: string, attempt: number, watched: Watched): string {
  return `  ▸ ${attempt === 1 ? '' : `attempt ${attempt} · `}${subtaskText(id, watched)}`;
}

function spentLine({ phase, round, tokens, costUsd, limits, modelCalls, toolCalls }: Watched): string {
  return [phase, ...(round === 1 ? [] : [`round ${round}`]), ...(modelCalls === 0 ? [] : [counted(modelCalls, 'model call'), `${wholeNumber(tokens)} of ${wholeNumber(limits.max_total_tokens)} tokens`, `${dollars(costUsd)} of ${dollars(limits.max_cost_usd)}`]), ...(toolCalls === 0 ? [] : [counted(toolCalls, 'tool call')])].join(' · ');
}
