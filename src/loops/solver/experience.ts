import { MEMORY_QUANTIZATION, type ActionDirective, type LossValues, type QuantizedState, type TaskSpec, type ToolId } from '../../contracts/index.ts';
import type { Doubt } from './doubt.ts';
import type { Blocked } from './blocked.ts';

/** One thing learnt in a round, as the memory will keep it: where it belongs, how strong, which way, how long. */
export interface Experience {
  /** The same for the same thing of the same round, so that a resumed run cannot have it remembered twice. */
  readonly key: string;
  readonly taskId: TaskSpec['task_id'];
  readonly round: number;
  readonly state: QuantizedState;
  readonly space: string;
  readonly entity: string;
  readonly content: string;
  readonly f: number;
  readonly sigma: number;
  readonly k: number;
  /** No experience without the loss that it came with. */
  readonly loss: LossValues;
}

/** Given to the solver and to nobody else. It must not throw, and nobody waits for it. */
export interface ExperienceWriter {
  write(experience: Experience): void;
}

/** Stands in until there is a memory: it keeps nothing, but it counts what a memory would have been told. */
export function noMemory(): ExperienceWriter & { dropped(): number } {
  let dropped = 0;
  return {
    write: () => {
      dropped += 1;
    },
    dropped: () => dropped,
  };
}

const SLUG_WORDS = 3;

/** The kind of a task: the first three words of its intent. */
export function intentSlug(intent: string): string {
  const words = intent.toLowerCase().split(/\s/u).map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return words.filter((word) => word !== '').slice(0, SLUG_WORDS).join('_') || 'unnamed';
}

interface Learnt {
  readonly task: TaskSpec;
  readonly round: number;
  readonly loss: LossValues;
}

/** The one memory that the end of a task leaves about its intent. */
export function experienceOfEnd({ task, round, loss }: Learnt, state: 'accept' | 'success' | 'abandon', content: string): Experience {
  return { key: `${task.task_id}/${round}/end`, taskId: task.task_id, round, state, space: `intent:${intentSlug(task.intent)}`, entity: 'env:local', content, ...MEMORY_QUANTIZATION[state], loss };
}

/**
 * One memory for each target that this round blocked, and one for each tool that was shown to be wrong, all against it:
 * what was blocked did not help, so the plus of a broken symmetry is never theirs. A target blocked earlier was remembered
 * then, under the cause shown then.
 */
export function experiencesOfAction({ task, round, loss }: Learnt, state: ActionDirective, { newTargets, wrongTools }: Blocked, rationale: string): Experience[] {
  const { f, sigma, k } = MEMORY_QUANTIZATION[state];
  const against = { taskId: task.task_id, round, state, content: rationale, f, sigma: 0 - Math.abs(sigma), k, loss };
  return [
    ...newTargets.map(({ toolId, target }, at) => ({ key: `${task.task_id}/${round}/target-${at + 1}`, ...against, space: `tool:${toolId}`, entity: `path:${target}` })),
    ...wrongTools.map((toolId, at) => ({ key: `${task.task_id}/${round}/tool-${at + 1}`, ...against, space: `tool:${toolId}`, entity: `intent:${intentSlug(task.intent)}` })),
  ];
}

/** Tools that came in after a broken symmetry and with which subtasks matched: the plus of `break_symmetry` is theirs. */
export function experiencesOfNovelty({ task, round, loss }: Learnt, novel: readonly ToolId[]): Experience[] {
  return novel.map((toolId, at) => ({
    key: `${task.task_id}/${round}/novel-${at + 1}`,
    taskId: task.task_id,
    round,
    state: 'break_symmetry',
    space: `tool:${toolId}`,
    entity: `intent:${intentSlug(task.intent)}`,
    content: `${toolId} brought a matched subtask after the approach before it was given up.`,
    ...MEMORY_QUANTIZATION.break_symmetry,
    loss,
  }));
}

/** What memory spoke against, a person allowed and then did its work: only so can avoiding it come to an end. */
export function experiencesOfSecondChances({ task, round, loss }: Learnt, worked: readonly Doubt[]): Experience[] {
  return worked.map(({ toolId, target }, at) => ({
    key: `${task.task_id}/${round}/after-all-${at + 1}`,
    taskId: task.task_id,
    round,
    state: 'break_symmetry',
    space: `tool:${toolId}`,
    entity: target === undefined ? `intent:${intentSlug(task.intent)}` : `path:${target}`,
    content: `${toolId} brought a matched subtask${target === undefined ? '' : ` with ${target}`} after the person allowed it, although earlier runs spoke against it.`,
    ...MEMORY_QUANTIZATION.break_symmetry,
    loss,
  }));
}
