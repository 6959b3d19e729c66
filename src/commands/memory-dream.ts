import { DEFAULT_TENANT, DREAM, type MemoryDreamReport, type MemoryDreamRequest } from '../contracts/index.ts';
import { hasCode, timestamp } from '../kernel/index.ts';
import type { Distil } from '../memory/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools } from './tools-ports.ts';

/** What the product does by itself, beside the runs and after them. */
export const DREAMER = { name: 'dreamer', schedule: { everyMs: DREAM.every_ms } } as const;

/** More wait for the next pass: one is to be over before another is due. */
const PLACES_PER_PASS_MAX = 20_000;

export async function dreamNow({ is_dry_run: isDryRun }: MemoryDreamRequest, signal: AbortSignal, openTools: OpenTools, distil: () => Promise<Distil | undefined>): Promise<MemoryDreamReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) return { report: { started_at: timestamp(ports.clock), is_dry_run: isDryRun, places: 0, forgotten: { places: 0, megrams: 0 }, demoted: 0, distilled: 0, put_off: null, is_whole: true, rules: { demoted: [], distilled: [] } } };
  return { report: (await runs.dream?.({ isDryRun, signal }, await distil())) ?? null };
}

/** As it falls due. A pass that was stopped goes on the next time, and one beside another is not needed. */
export async function dreamAsDue({ dream }: Pick<LedgerForRuns, 'dream'>, signal: AbortSignal, distil: () => Promise<Distil | undefined>): Promise<void> {
  try {
    await dream?.({ isDryRun: false, placesMax: PLACES_PER_PASS_MAX, signal }, await distil());
  } catch (error) {
    if (!hasCode(error, 'lease.held')) throw error;
  }
}
