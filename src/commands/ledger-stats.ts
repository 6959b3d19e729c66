import { ledgerStats, type LedgerClockBehind, type LedgerCounted, type LedgerProjectionState, type LedgerStatsReport } from '../contracts/index.ts';
import { timestamp, type Clock } from '../kernel/index.ts';
import type { LogSummary, ProjectionSummary } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { createParts, type PartPorts } from './ledger-parts.ts';
import { endUnproven, headOf } from './ledger-verify.ts';

/** Serves `ledger.stats`. */
export function ledgerStatsBinding(admin: LedgerAdmin, ports: PartPorts): Binding {
  const advance = createParts<LogSummary>(ports);
  return bind(ledgerStats, async ({ tenant, resume }, { signal }): Promise<LedgerStatsReport> => {
    const file = admin.fileOf(tenant);
    const store = await admin.openToRead(tenant);
    if (store === undefined) return { state: 'absent', tenant, file };
    const { summariseLog } = await import('../ledger/index.ts');
    const setup = await admin.setup();
    const part = await advance({ owner: tenant, resume, begin: () => summariseLog(store, setup), signal });
    if ('running' in part) return part.running;
    return { ...countedOf(part.report), tenant, file, clock: clockBehind(ports.clock, part.report.lastAt), end_unproven: await endUnproven(admin, tenant) };
  });
}

function countedOf({ head, counts, types, kinds, erased, firstAt, lastAt, projections }: LogSummary): Omit<LedgerCounted, 'tenant' | 'file' | 'clock' | 'end_unproven'> {
  const { streams, documents, blobs, bytes } = counts;
  return {
    state: 'done',
    head: headOf(head),
    streams,
    documents,
    blobs,
    bytes,
    erased,
    first_at: firstAt,
    last_at: lastAt,
    types: types.map(({ payloadBytes, ...rest }) => ({ ...rest, payload_bytes: payloadBytes })),
    kinds: kinds.map((kind) => ({ ...kind })),
    projections: projections.map(projectionState),
  };
}

export function projectionState({ storedVersion, foldedTo, ...rest }: ProjectionSummary): LedgerProjectionState {
  return { ...rest, stored_version: storedVersion, folded_to: foldedTo };
}

function clockBehind(clock: Clock, lastAt: string | null): LedgerClockBehind | null {
  if (lastAt === null) return null;
  const behindMs = Date.parse(lastAt) - clock.nowMs();
  return behindMs > 0 ? { code: 'ledger.clock_behind', now: timestamp(clock), last_recorded_at: lastAt, behind_ms: Math.ceil(behindMs) } : null;
}
