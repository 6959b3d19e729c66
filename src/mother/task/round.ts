import type { ArtifactWaiver, GateCheck, NextAction, Plan, PlanDirective, ResultEnvelope, RoleAci, Subtask, SubtaskOutcome, TaskSpec } from '../../contracts/index.ts';
import type { Doubt, Execution, MustNot, ToAskAbout } from '../../loops/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { KeptArtifact } from '../artifacts/artifact-gates.ts';

/** What work handed back. */
export interface Delivered {
  readonly artifacts: readonly KeptArtifact[];
  /** Empty for work that failed: it goes back to the plan as it is. */
  readonly gates: readonly GateCheck[];
  readonly envelope: ResultEnvelope;
  /** What was seen of it, by gate, and what it may be without. */
  readonly facts: readonly GateCheck[];
  readonly waivers: readonly ArtifactWaiver[];
}

/** A subtask with its outcome and what really happened for it. */
export interface Dispatched extends Delivered {
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly outcome: SubtaskOutcome;
  readonly calls: readonly ToolCallResult[];
  /** Of the last attempt. */
  readonly execution: Execution;
  /** The roles that it asked for and that are given work after it. */
  readonly spawned: readonly NextAction[];
}

export interface Round {
  readonly round: number;
  readonly task: TaskSpec;
  readonly plan: Plan;
  /** What the person said since they asked, in answer to questions or of their own accord. */
  readonly said: readonly string[];
  /** What memory forbids in this round. */
  readonly avoided: readonly MustNot[];
  /** What it wants a yes for first. */
  readonly wary?: readonly ToAskAbout[];
  /** What it spoke against, the person's own choices included. */
  readonly doubted?: readonly Doubt[];
  /** Under which order it was planned; absent in the first round. */
  readonly directive?: PlanDirective;
  /** How many roles asked for this work one after the other; absent for what the plan itself gave out. */
  readonly spawnDepth?: number;
  /** What earlier rounds of the task really did. */
  readonly earlier: readonly Dispatched[];
}

/** The person's own words: what they asked, and what they said since. */
export function askedOf({ task, said }: Pick<Round, 'task' | 'said'>): string {
  return [task.raw_input, ...said].join('\n');
}

/** The tools that nobody is given in this round: those that an order blocks, and those that memory forbids. */
export function toolsForbidden({ directive, avoided }: Pick<Round, 'directive' | 'avoided'>): ReadonlySet<string> {
  return new Set([...(directive?.blocked_tools ?? []), ...avoided.filter(({ kind }) => kind === 'tool').map(({ what }) => what)]);
}
