import {
  documentKey,
  RunId,
  runToolEnded,
  runToolRefused,
  runToolStarted,
  type ExecutedEffects,
  type ExecutedSideEffect,
  type JudgedIntention,
  type ToolCallDecision,
  type ToolCallOutcome,
} from '../../contracts/index.ts';
import { EXECUTED_EFFECTS_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** What is told of one call; its events tell the whole. */
const WHAT_CHARS_MAX = 300;

const NOTHING: ExecutedEffects = { begun: [], executed: [], dropped: 0 };

/**
 * What a run has done to the world, call by call. A call that began and never told its end stays among `begun`: it may
 * have happened. Nothing is ever taken off `executed`, because cancelling undoes nothing.
 */
export const executedEffectsProjection: Projection = {
  name: 'executed_effects',
  version: 1,
  types: [runToolStarted.type, runToolEnded.type, runToolRefused.type],
  key: ({ streamId }) => documentKey.executedEffects(RunId.parse(streamId)),
  fold: (current, event) => folded((current as ExecutedEffects | undefined) ?? NOTHING, event),
};

function folded(effects: ExecutedEffects, { type, streamId, payload }: FoldedEvent): DocumentBody {
  const call = payload['call'] as string;
  const begun = effects.begun.filter((one) => one.call !== call);
  if (type === runToolRefused.type) return { ...effects, begun };
  if (type === runToolStarted.type) return { ...effects, begun: [...begun, ...beginningOf(call, payload['decision'] as ToolCallDecision)].slice(-EXECUTED_EFFECTS_MAX) };
  const beginning = effects.begun.find((one) => one.call === call);
  const done = effectsOf(streamId, call, payload['outcome'] as ToolCallOutcome, beginning);
  const executed = [...effects.executed, ...done];
  return { begun, executed: executed.slice(-EXECUTED_EFFECTS_MAX), dropped: effects.dropped + Math.max(0, executed.length - EXECUTED_EFFECTS_MAX) };
}

type Beginning = ExecutedEffects['begun'][number];

function beginningOf(call: string, { intentions }: ToolCallDecision): Beginning[] {
  const changing = intentions.filter(mayChange);
  if (changing.length === 0) return [];
  return [{ call, what: bounded(changing.map(({ subject }) => subject).join('; ')), reaches_out: changing.some(reachesOut) }];
}

const LOOKING_ONLY = ['read ', 'list ', 'stat '];
const ASKING_ONLY = ['GET ', 'HEAD '];

/** A subject begins with the operation, as whoever judged it wrote it. */
function mayChange({ kind, subject }: JudgedIntention): boolean {
  if (kind === 'path') return !LOOKING_ONLY.some((word) => subject.startsWith(word));
  if (kind === 'url') return !ASKING_ONLY.some((word) => subject.startsWith(word));
  return kind === 'script' || kind === 'program' || kind === 'remote';
}

function reachesOut({ kind }: JudgedIntention): boolean {
  return kind === 'url' || kind === 'remote';
}

/** Files that were kept can be put back by a command; what reached outside, or was not kept, cannot. */
function effectsOf(runId: string, call: string, { changes, is_undoable: isUndoable, status }: Pick<ToolCallOutcome, 'changes' | 'is_undoable' | 'status'>, beginning: Beginning | undefined): ExecutedSideEffect[] {
  const isKnown = status === 'completed' || status === 'truncated';
  const files = bounded(changes.map(({ kind, path }) => `${kind} ${path}`).join(', '));
  const isBeyondFiles = !isUndoable || beginning?.reaches_out === true;
  return [
    ...(changes.length === 0 ? [] : [{ call, what: files, certainty: 'executed', undo_command: `keelson undo ${runId}` } as const]),
    ...(isBeyondFiles ? [{ call, what: beginning?.what ?? 'something of which nothing was kept', certainty: isKnown ? 'executed' : 'may_have_happened', undo_command: null } as const] : []),
  ];
}

function bounded(text: string): string {
  return text.length <= WHAT_CHARS_MAX ? text : `${text.slice(0, WHAT_CHARS_MAX - 1).toWellFormed()}…`;
}
