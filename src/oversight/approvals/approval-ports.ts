import type { ApprovalMode, ApprovalTrigger, Attendance, Name, OversightSection, RoleId, RunId, Sha256, ToolApprovalPending, ToolId } from '../../contracts/index.ts';
import type { Clock, Ids, Random } from '../../kernel/index.ts';
import type { Bus, Documents, LogReader, LogWriter, Timer } from '../../ledger/index.ts';
import type { ApprovalCase } from '../policy/approval-case.ts';
import type { ApprovalKey } from './approval-key.ts';

export interface RunApprovalOptions {
  readonly runId: RunId;
  readonly attendance: Attendance;
  readonly mode: ApprovalMode;
  /** The action that the person said yes to before the run began: that one is done, or none. */
  readonly presented?: Sha256;
  triggersOf(roleId: RoleId): readonly ApprovalTrigger[];
  /** What the definition of a tool says; one that is not known is taken for the most dangerous. */
  toolOf?(toolId: ToolId): ApprovalCase['tool'];
  readonly confinement?: ApprovalCase['confinement'];
}

export interface RunApprovalPorts {
  /** Writes what the run asked and what came of it. */
  readonly log: Pick<LogWriter, 'append'>;
  /** The person at this very terminal, who may have said yes before the run began. */
  readonly person: { readonly userId: Name; readonly log: Pick<LogWriter, 'append'> };
  readonly reader: Pick<LogReader, 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly bus: Pick<Bus, 'tap'>;
  /** Read, or made, when it is first needed. */
  readonly key: () => Promise<ApprovalKey>;
  readonly settings: OversightSection['approvals'];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
  /** Every surface that is to be told; one that fails or hangs holds up nothing. */
  readonly notify: readonly ((notification: ToolApprovalPending) => void | Promise<void>)[];
}
