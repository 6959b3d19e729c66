import type { z } from 'zod';
import type { CounterAmounts, JsonObject, RunId, TaintClass, ToolDefinition, Touched } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import type { ToolHands } from '../runner/hands.ts';
import type { ToolIntention, ToolPlace } from './intention.ts';

export type * from './intention.ts';

export type ToolAvailability = { readonly isAvailable: true } | { readonly isAvailable: false; readonly reason: string };

/**
 * A tool. `perform` reaches the world only through the hands it is given; it throws a KeelsonError for an expected
 * failure and anything else for a defect. A program that ends with a bad exit code is a result, not a failure.
 */
export interface Tool<Input = unknown, Output = unknown> {
  readonly definition: ToolDefinition;
  /** Null for a tool whose contract is only known as JSON Schema, such as one of an MCP server. */
  readonly input: z.ZodType<Input> | null;
  readonly output: z.ZodType<Output> | null;
  readonly touches: readonly Touched[];
  /** What a call of it takes of a budget beside one call. */
  readonly alsoCosts?: CounterAmounts;
  /** How far what it gives back may be trusted as instructions. */
  readonly taint: TaintClass;
  /** Reads arguments out of a request in plain words; null when not all of them are there, or something else is meant. */
  readonly readRequest?: (request: string) => JsonObject | null;
  availability?(hands: Pick<ToolHands, 'place' | 'hasProgram'>): Promise<ToolAvailability>;
  intentions(input: Input, place: ToolPlace): readonly ToolIntention[];
  perform(input: Input, hands: ToolHands): Promise<Output>;
  /** Facts that a call which came to its end makes known beside itself; written together with its end. */
  alsoTells?(output: Output, of: { readonly runId: RunId; readonly call: string }): readonly NewEvent[];
  /** What a model or a person reads of the output. */
  show(output: Output): string;
}
