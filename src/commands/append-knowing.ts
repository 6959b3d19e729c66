import type { StreamRef } from '../ledger/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';

/** Writes one thing that a person decided. The stream must stand where it was read: of two who decide at once, one is told to look again. */
export async function appendKnowing({ ledger, owner }: LedgerForRuns, stream: StreamRef, key: string, type: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
  let sequence = 0;
  for (let page = await ledger.log.read(stream); page.length > 0; page = await ledger.log.read(stream, { after: sequence })) sequence = page.at(-1)?.event.sequence ?? sequence;
  await owner.append({ key, events: [{ type, streamId: stream.id, payload }], expected: [{ stream, sequence }] });
}
