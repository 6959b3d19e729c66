import { runCancelRequested, runStarted, type LogEntry, type Name, type RunId, type TaskCancelProtocol } from '../../contracts/index.ts';
import { timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter } from '../../ledger/index.ts';
import { demandOpenRun } from '../run-entries.ts';
import { sayOnce } from '../say-once.ts';

/** What becomes of a run unless the person says otherwise: it stops cleanly, what it did stays, and nothing is thrown away. */
export const CANCEL_DEFAULTS = {
  cancel_scope: 'entire_run',
  target_refs: [],
  in_flight_handling: 'request_graceful_stop',
  side_effect_policy: 'do_not_cancel_executed_side_effects',
  candidate_disposition: 'retain_for_manual_review',
  source_workspace_disposition: 'retain_records',
  learning_signal_policy: 'suppress_success_signals',
} as const satisfies Partial<TaskCancelProtocol>;

type Choices = Partial<Pick<TaskCancelProtocol, keyof typeof CANCEL_DEFAULTS>>;

export interface CancelWish {
  readonly runId: RunId;
  readonly requestedBy: Name;
  readonly idempotencyKey: string;
  /** Where it differs from the defaults. */
  readonly choices?: Choices;
}

export interface RequestCancelPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'read' | 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Puts the wish into the log; whoever works on the run hears it and acts on it. Asked for again it is the same wish. */
export async function requestCancel({ runId, requestedBy, idempotencyKey, choices = {} }: CancelWish, ports: RequestCancelPorts): Promise<TaskCancelProtocol> {
  const wanted = { ...CANCEL_DEFAULTS, ...choices, target_refs: [...(choices.target_refs ?? CANCEL_DEFAULTS.target_refs)] };
  const started = await demandOpenRun(runId, ports);
  const { task_id } = runStarted.payload.pick({ task_id: true }).loose().parse(started.event.payload);
  return sayOnce(`cancel:${runId}:${idempotencyKey}`, ports, sameWish(wanted), () => {
    const said: TaskCancelProtocol = { cancel_request_id: ports.ids.mint('cmd'), task_id, run_id: runId, requested_by_ref: requestedBy, ...wanted, created_at: timestamp(ports.clock), schema_version: '1.0' };
    return { said, events: [{ type: runCancelRequested.type, streamId: runId, payload: { protocol: said } }] };
  });
}

function sameWish({ in_flight_handling, cancel_scope }: Pick<TaskCancelProtocol, 'in_flight_handling' | 'cancel_scope'>): (entries: readonly LogEntry[]) => TaskCancelProtocol | undefined {
  return ([entry]) => {
    const said = runCancelRequested.payload.safeParse(entry?.event.payload);
    if (!said.success) return undefined;
    const { protocol } = said.data;
    return protocol.in_flight_handling === in_flight_handling && protocol.cancel_scope === cancel_scope ? protocol : undefined;
  };
}
