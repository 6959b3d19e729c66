import type { z } from 'zod';
import type { JsonObject, TaintClass, ToolDefinition, Touched } from '../../contracts/index.ts';
import type { PathOperation } from '../paths/path-request.ts';
import type { ToolHands } from '../runner/hands.ts';

/** Where a call happens. */
export interface ToolPlace {
  /** Absolute and free of links; everything a tool changes lies here. */
  readonly workspace: string;
  readonly home: string;
  readonly platform: string;
  /** Keelson's own data folder and configuration: no tool touches them. */
  readonly ownState: readonly string[];
}

/** A program with its exact words, place and environment: what is judged is what runs. */
export interface ProgramIntention {
  readonly argv: readonly [program: string, ...rest: string[]];
  readonly currentFolder: string;
  /** Beside the fixed ones of the sandbox. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Something a call is about to do. All of it is judged before the call begins; what was not told cannot be done. */
export type ToolIntention =
  | { readonly kind: 'path'; readonly op: PathOperation; readonly path: string; readonly to?: string }
  /** Words for a shell; `argv` is how the shell is started with them. */
  | ({ readonly kind: 'script'; readonly script: string } & ProgramIntention)
  | ({ readonly kind: 'program' } & ProgramIntention)
  | { readonly kind: 'url'; readonly url: string; readonly method: string }
  | { readonly kind: 'person'; readonly question: string }
  | { readonly kind: 'remote'; readonly server: string; readonly name: string };

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
  /** How far what it gives back may be trusted as instructions. */
  readonly taint: TaintClass;
  /** Reads arguments out of a request in plain words; null when not all of them are there, or something else is meant. */
  readonly readRequest?: (request: string) => JsonObject | null;
  availability?(hands: Pick<ToolHands, 'place' | 'hasProgram'>): Promise<ToolAvailability>;
  intentions(input: Input, place: ToolPlace): readonly ToolIntention[];
  perform(input: Input, hands: ToolHands): Promise<Output>;
  /** What a model or a person reads of the output. */
  show(output: Output): string;
}
