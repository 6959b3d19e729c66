import type { JsonObject } from '../../../contracts/index.ts';
import type { OfflineTaskKind, OfflineTaskOf } from '../tasks.ts';
import type { ToolReply } from './tool-outputs.ts';

/** A number of the answer, with the call that it comes from, counted from 1. */
export interface TracedNumber {
  readonly name: string;
  readonly value: number;
  readonly unit: string | null;
  readonly call: number;
}

/** What came of a task: the answer in a sentence or two, what it rests on, and what a reader should know about it. */
export interface Work {
  readonly answer: string;
  readonly details: readonly string[];
  /** How it was done, for the line that ends the result. */
  readonly how: string;
  readonly numbers?: readonly TracedNumber[];
  readonly limitations?: readonly string[];
  /** What the role's contract asks for beside the report of an analysis. */
  readonly artifacts?: readonly { readonly type: string; readonly content: JsonObject }[];
  /** False when what was asked for was not done; the answer then says why. */
  readonly isDone?: boolean;
}

export interface WorkerHands {
  /** Makes the call and gives its output. A tool that fails ends the work; what it says is told to the person. */
  call(toolId: string, given: JsonObject): Promise<ToolReply>;
  /** How many calls were made so far. */
  calls(): number;
  /** What the subtasks before this one came to, in the order of the plan. */
  readonly earlier: readonly string[];
}

export type Workers = { readonly [Kind in OfflineTaskKind]: (task: OfflineTaskOf<Kind>, hands: WorkerHands) => Promise<Work> };
