import { documentKey, HardCallSettlement, HardRevisionCall, type HardCallId, type Timestamp } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';

export interface SettledHardCall {
  readonly answer: string;
  readonly by: string;
  readonly at: Timestamp;
}

export interface KnownHardCall {
  readonly call: HardRevisionCall;
  readonly settled: SettledHardCall | null;
}

/** A question with what became of it; undefined when none was asked under this id. */
export async function readHardCall(id: HardCallId, documents: Pick<Documents, 'get'>): Promise<KnownHardCall | undefined> {
  const stored = await documents.get(documentKey.hardCall(id));
  if (stored === undefined) return undefined;
  const settlement = await readHardCallSettlement(id, documents);
  return { call: HardRevisionCall.parse(stored.body), settled: settlement === undefined ? null : settledAs(settlement) };
}

export async function readHardCallSettlement(id: HardCallId, documents: Pick<Documents, 'get'>): Promise<HardCallSettlement | undefined> {
  const stored = await documents.get(documentKey.hardCallResolution(id));
  return stored === undefined ? undefined : HardCallSettlement.parse(stored.body);
}

function settledAs(settlement: HardCallSettlement): SettledHardCall {
  if (settlement.by === 'lapse') return { answer: `${settlement.cause}: ${settlement.outcome}`, by: 'nobody', at: settlement.settled_at };
  return { answer: settlement.receipt.selected_option_id ?? settlement.answer ?? '', by: settlement.receipt.resolved_by_user_ref, at: settlement.settled_at };
}
