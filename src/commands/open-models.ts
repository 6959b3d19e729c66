import type { JsonValue, ModelId, ModelRequest } from '../contracts/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { RunJournal } from '../ledger/index.ts';
import type { ModelDesk, PaidAnswer, PaidCall, PaidCallPorts } from '../models/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';

/** What a question beside all tasks came to. */
export type AskedBeside = PaidAnswer;

/** Who pays for a question beside all tasks, and where it is recorded. */
export interface PayFor extends Omit<PaidCallPorts, 'gateway'>, Pick<PaidCall, 'name'> {
  record(asked: AskedBeside): Promise<void>;
}

/** Models that can be asked. */
export interface OpenedModels {
  /** With the time of this machine when no other is given. */
  open(journal: RunJournal, runs: LedgerForRuns, clock?: Clock): ModelDesk;
  /** Asks the model that is asked first, outside every run, and takes what it says as it is: nothing when that does not fit. Rejects with `counter.exhausted` when there is nothing left to pay it with. */
  ask(request: ModelRequest, signal: AbortSignal, pay: PayFor): Promise<{ readonly output: JsonValue | undefined; readonly modelId: ModelId }>;
  /** How much the model that is asked first takes in at once. */
  readonly contextTokens: number;
  /** How much the largest one takes in. */
  readonly largestContextTokens: number;
  /** The models that a person configured, by a hash of what was set about each; keys and addresses are left out. */
  readonly configured: Readonly<Record<string, string>>;
}

/** Where runs ask models. Rejects when there is no model to ask. Whoever names those of a record asks nobody which there are. */
export type OpenModels = (signal: AbortSignal, recorded?: readonly ModelId[]) => Promise<OpenedModels>;
