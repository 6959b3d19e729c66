import type { BudgetResource, PolicyVerdict, TaintClass, TaskCancelProtocol, TaskCancelReceipt } from '../contracts/index.ts';
import type { KeelsonError } from '../kernel/index.ts';
import type { RunJournal } from '../ledger/index.ts';
import type { OutsideAction } from '../oversight/index.ts';
import type { ApprovalPort, ProvenancePort, ToolsForRunOptions } from '../tools/index.ts';

/** Who watches over one run. */
export interface RunOverseers {
  readonly approvals: ApprovalPort;
  readonly provenance: ProvenancePort & {
    ownerSaid(text: string): unknown;
    /** Words of others that a role was told. */
    wasTold(label: string, taintClass: TaintClass, text: string): unknown;
    judgeAnswer(text: string): AnswerVerdict | Promise<AnswerVerdict>;
  };
  readonly ask?: ToolsForRunOptions['ask'];
  /** Whoever brought functions to the run. */
  readonly client?: ToolsForRunOptions['client'];
  /** Resolves when no question that waits for a person holds this part of the run; nothing is ever held without it. */
  untilFree?(ref: string, signal: AbortSignal): Promise<void>;
  readonly cancel: {
    /** Raised when what is under way is to be stopped too. */
    readonly signal: AbortSignal;
    requested(): TaskCancelProtocol | undefined;
    stop(): unknown;
  };
  /** The world outside the folder. */
  readonly outside?: {
    /** Does something there under the policy of its way out, with a receipt; throws when it may not be done. */
    handOver<Result>(action: Omit<OutsideAction<Result>, 'governance' | 'workspace'>, at: { readonly journal: RunJournal; readonly key: string; readonly signal: AbortSignal }): Promise<Result>;
    /** Writes a file that is not there yet, wherever the person wants it. */
    saveFile(path: string, text: string): Promise<void>;
  };
  /** What came of a cancellation, as the run's own events tell it. */
  cancelReceipt(protocol: TaskCancelProtocol, stopped: TaskCancelReceipt['stopped']): Promise<TaskCancelReceipt>;
  /** Raises a limit of the run because a person answered so; written as theirs. Without it nobody can. */
  raiseLimit?(raise: { readonly resource: BudgetResource; readonly limit: number; readonly reason: string }): Promise<unknown>;
  /** Asks a person about a step that may or may not have happened, and records the answer; without it the run waits. */
  resolveStep?(error: KeelsonError<'journal.unresolved'>, journal: RunJournal, signal: AbortSignal): Promise<void>;
}

export interface AnswerVerdict {
  readonly verdict: PolicyVerdict;
  readonly taintClass: TaintClass;
  readonly sources: readonly string[];
}
