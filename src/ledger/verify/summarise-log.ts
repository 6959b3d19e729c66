import type { Timestamp } from '../../contracts/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { envelopeOf } from '../log/header.ts';
import type { ProjectionState } from '../projections/projection.ts';
import type { LedgerSetup } from '../setup.ts';
import type { Head, StoreCounts, StoreReader } from '../store.ts';
import type { VerifyProgress } from './verify-log.ts';

export interface TypeSummary {
  readonly type: string;
  readonly events: number;
  readonly payloadBytes: number;
  readonly erased: number;
}

export interface KindSummary {
  readonly aggregate: string;
  readonly streams: number;
  readonly events: number;
}

export interface ProjectionSummary {
  readonly name: string;
  readonly version: number;
  /** The version its documents were folded with; null when they never were. */
  readonly storedVersion: number | null;
  /** The last entry folded. */
  readonly foldedTo: number;
}

export interface LogSummary {
  readonly head: Head;
  readonly counts: StoreCounts;
  readonly types: readonly TypeSummary[];
  readonly kinds: readonly KindSummary[];
  readonly erased: number;
  readonly firstAt: Timestamp | null;
  readonly lastAt: Timestamp | null;
  readonly projections: readonly ProjectionSummary[];
}

/** Counts what the log holds. Yields after each page, like `verifyLog`, and changes nothing. */
export async function* summariseLog(reader: StoreReader, setup: LedgerSetup): AsyncGenerator<VerifyProgress, LogSummary> {
  const head = await reader.head();
  const types = new Map<string, TypeSummary>();
  const kinds = new Map<string, KindSummary>();
  let firstAt: Timestamp | null = null;
  let lastAt: Timestamp | null = null;
  for (let after = 0; after < head.position; ) {
    const page = await reader.entries({ after, limit: Math.min(PAGE_ENTRIES, head.position - after) });
    const last = page.at(-1);
    if (last === undefined) break;
    for (const { header, sequence, payload } of page) {
      const { type, aggregate, recorded_at: recordedAt } = envelopeOf({ header, sequence, payload: null });
      firstAt ??= recordedAt;
      lastAt = recordedAt;
      const ofType = types.get(type) ?? { type, events: 0, payloadBytes: 0, erased: 0 };
      types.set(type, {
        type,
        events: ofType.events + 1,
        payloadBytes: ofType.payloadBytes + (payload === null ? 0 : Buffer.byteLength(payload)),
        erased: ofType.erased + (payload === null ? 1 : 0),
      });
      const ofKind = kinds.get(aggregate) ?? { aggregate, streams: 0, events: 0 };
      // A stream begins with its first entry, so these are counted without remembering any.
      kinds.set(aggregate, { aggregate, streams: ofKind.streams + (sequence === 1 ? 1 : 0), events: ofKind.events + 1 });
    }
    after = last.position;
    yield { checked: after, total: head.position };
  }
  return {
    head,
    counts: await reader.counts(),
    types: [...types.values()].sort((a, b) => b.events - a.events || (a.type < b.type ? -1 : 1)),
    kinds: [...kinds.values()].sort((a, b) => b.events - a.events || (a.aggregate < b.aggregate ? -1 : 1)),
    erased: [...types.values()].reduce((sum, { erased }) => sum + erased, 0),
    firstAt,
    lastAt,
    projections: await summariseProjections(reader, setup, head),
  };
}

/** How far each projection of the setup is folded. */
export async function summariseProjections(reader: StoreReader, setup: Pick<LedgerSetup, 'projections'>, head: Head): Promise<ProjectionSummary[]> {
  const summaries: ProjectionSummary[] = [];
  for (const { name, version } of setup.projections) {
    const state = (await reader.record({ space: 'projection', key: name }))?.body as ProjectionState | undefined;
    summaries.push({ name, version, storedVersion: state?.version ?? null, foldedTo: state === undefined ? 0 : (state.rebuilt_to ?? head.position) });
  }
  return summaries;
}
