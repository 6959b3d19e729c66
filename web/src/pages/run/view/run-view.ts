import type { z } from 'zod';
import type * as contracts from '../../../../../src/contracts/index.ts';
import type { ShownEntry } from '../../../live/live-log.ts';

type Contracts = typeof contracts;
/** The events of the contracts, by the names of their definitions. */
export type EventName = { [Name in keyof Contracts]: Contracts[Name] extends { readonly payload: z.ZodType; readonly upcasters: object } ? Name : never }[keyof Contracts];
/** What an event says. */
export type Said<Name extends EventName> = Contracts[Name] extends { readonly payload: infer Schema extends z.ZodType } ? z.output<Schema> : never;

type Decision = Said<'runToolStarted'>['decision'];
type Ended = Said<'runToolEnded'>['outcome'];
export type Directive = Said<'runDirectiveIssued'>['directive'];
export type Verdict = Said<'runSubtaskJudged'>['outcome']['criteria_verdicts'][number];

export type SubtaskStanding = 'waiting' | 'working' | 'correcting' | 'returned' | 'matched' | 'failed';

export interface SubtaskView {
  readonly id: string;
  readonly sequence: number;
  readonly role: string;
  readonly intent: string;
  readonly standing: SubtaskStanding;
  readonly attempts: number;
  readonly corrections: readonly { readonly wrong: string; readonly instead: string; readonly failureClass: string }[];
  readonly verdicts: readonly Verdict[];
  readonly failure: string | null;
  readonly output: string;
}

/** What the solver made of a round. */
export interface RoundDecision {
  readonly says: string;
  readonly why: string;
  readonly loss: Directive['loss'];
  readonly gradL: number;
  readonly gradQ: number;
}

/** One plan and everything that came of it; each replan is one more. */
export interface RoundView {
  readonly round: number;
  readonly why: string;
  readonly under: string | null;
  readonly subtasks: readonly SubtaskView[];
  readonly review: 'open' | 'accepted' | 'refused';
  readonly reviewSays: string;
  readonly decided: RoundDecision | null;
}

export interface PhaseView {
  readonly phase: string;
  readonly exit: string;
  readonly reason: string;
  readonly gates: readonly { readonly gate_id: string; readonly result: string; readonly detail: string }[];
  readonly at: string;
}

export interface ModelCallView {
  readonly call: string;
  readonly modelId: string;
  readonly startedAt: string;
  readonly isRunning: boolean;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly durationMs: number;
  readonly attempts: number;
  readonly error: string | null;
  readonly why: string;
}

export interface ToolCallView {
  readonly call: string;
  readonly toolId: string;
  readonly role: string;
  readonly at: string;
  readonly arguments: Decision['arguments'] | null;
  readonly intentions: Decision['intentions'];
  readonly approvalId: string | null;
  readonly standing: 'running' | 'refused' | Ended['status'];
  readonly ended: Ended | null;
  readonly refusal: { readonly stage: string; readonly message: string; readonly nextStep: string } | null;
}

export type PacketView = Pick<Said<'runContextComposed'>, 'call' | 'role_id' | 'receipt' | 'activation'>;

/** Words that a person should see: warnings, refusals, what went wrong. */
export interface NoteView {
  readonly at: string;
  readonly tone: 'warn' | 'bad' | 'calm';
  readonly says: string;
}

/** A run as its events tell it. Folded from them and from nothing else, so the same events always show the same. */
export interface RunView {
  readonly entries: readonly ShownEntry[];
  readonly lastPosition: number;
  readonly phases: readonly PhaseView[];
  readonly rounds: readonly RoundView[];
  /** Why which model was taken, by the call that asked. */
  readonly routes: ReadonlyMap<string, string>;
  readonly modelCalls: ReadonlyMap<string, ModelCallView>;
  readonly toolCalls: ReadonlyMap<string, ToolCallView>;
  readonly packets: ReadonlyMap<string, PacketView>;
  /** Who handed an artifact back, and of which subtask. */
  readonly makers: ReadonlyMap<string, { readonly role: string; readonly subtaskId: string | null }>;
  readonly compactions: readonly Said<'runContextCompacted'>[];
  readonly steering: readonly { readonly at: string; readonly text: string; readonly isTaken: boolean; readonly id: string }[];
  readonly notes: readonly NoteView[];
  readonly todos: Said<'runTodosWritten'>['items'];
  readonly ended: { readonly reason: string; readonly at: string } | null;
}

export const NO_EVENTS: RunView = { entries: [], lastPosition: 0, phases: [], rounds: [], routes: new Map(), modelCalls: new Map(), toolCalls: new Map(), packets: new Map(), makers: new Map(), compactions: [], steering: [], notes: [], todos: [], ended: null };
