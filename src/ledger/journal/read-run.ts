import {
  eventCatalogue,
  EVENTS,
  readEvent,
  runStarted,
  runVersionsAccepted,
  type LogEntry,
  type PinnedVersions,
  type RunId,
  type StepKey,
} from '../../contracts/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import type { LogReader } from '../log/log.ts';
import { erased, eventUnreadable, runUnknown } from './journal-errors.ts';
import type { RefusedSettlement } from './journal.ts';
import { factOf, isStepEvent, keyOf, refusedIn } from './step-facts.ts';
import { foldStep, type StepRecord } from './step-record.ts';

/** Everything a journal needs to know of what a run has done so far. */
export interface RunRecord {
  readonly steps: Map<StepKey, StepRecord>;
  readonly pins: PinnedVersions;
  /** How often a person accepted other versions. */
  readonly acceptances: number;
  readonly refusedSettlements: RefusedSettlement[];
  /** What was recorded under versions that a person let the run leave behind. */
  readonly fromBefore: ReadonlySet<StepKey>;
}

const catalogue = eventCatalogue(EVENTS);

/** Reads a run page by page. A run of which step records were erased is refused: nobody could tell what it did. */
export async function readRun(reader: LogReader, runId: RunId): Promise<RunRecord> {
  const steps = new Map<StepKey, StepRecord>();
  const gone: number[] = [];
  let pins: PinnedVersions | undefined;
  let acceptances = 0;
  let fromBefore: ReadonlySet<StepKey> = new Set();
  const refusedSettlements: RefusedSettlement[] = [];
  for await (const { event } of entriesOfStream(reader, runId)) {
    const isPins = event.type === runStarted.type || event.type === runVersionsAccepted.type;
    if (!isPins && !isStepEvent(event.type)) continue;
    if (event.payload === null) gone.push(event.sequence);
    if (gone.length > 0) continue;
    const payload = payloadOf(event);
    if (isPins) {
      pins = (payload as { pinned_versions: PinnedVersions }).pinned_versions;
      if (event.type === runVersionsAccepted.type) {
        acceptances += 1;
        fromBefore = new Set(steps.keys());
      }
    } else {
      const fact = factOf(event.type, payload);
      steps.set(keyOf(fact), foldStep(steps.get(keyOf(fact)), fact));
      refusedSettlements.push(...refusedIn(fact));
    }
  }
  if (gone.length > 0) throw erased(runId, gone);
  if (pins === undefined) throw runUnknown(runId);
  return { steps, pins, acceptances, refusedSettlements, fromBefore };
}

/** The run's own stream, page by page. */
export async function* entriesOfStream(reader: LogReader, runId: RunId): AsyncGenerator<LogEntry> {
  for (let after = 0; ; ) {
    const page = await reader.read({ aggregate: 'run', id: runId }, { after, limit: PAGE_ENTRIES });
    yield* page;
    after += page.length;
    if (page.length === 0) return;
  }
}

export function payloadOf(event: LogEntry['event']): unknown {
  const read = readEvent(catalogue, event);
  if (!read.ok) throw eventUnreadable(event.type, read.fault.kind, read.fault.detail);
  return read.payload;
}
