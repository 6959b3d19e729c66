import type { Sha256 } from '../../contracts/index.ts';
import { envelopeOf } from '../log/header.ts';
import type { LedgerRequest, LedgerOperation, PreparedEvent } from '../request.ts';
import { PROJECTION_REGISTRY } from '../projections/registry.ts';
import type { Rules } from '../setup.ts';
import type { DueQuery, ReadPlan, RecordKey } from '../store.ts';
import { blobRefsOf } from './blob-refs.ts';

/** What an operation looks at, besides what its events bring. `types` are the events it may write, by stream. */
export interface OperationPlan {
  readonly records?: readonly RecordKey[];
  readonly due?: readonly DueQuery[];
  readonly blobs?: readonly Sha256[];
  readonly entries?: readonly number[];
  readonly streams?: readonly string[];
  readonly writes?: readonly { readonly stream: string; readonly type: string }[];
}

/**
 * Names everything the decision may look at. Nothing it needs may be found out only on the way. Something may be named
 * twice: reading it again costs less than finding that out, and this is done for every append.
 */
export function planOf(rules: Rules, request: LedgerRequest, planOperation: (operation: LedgerOperation) => OperationPlan): ReadPlan {
  const streams = request.expected.map(({ stream }) => stream);
  const records: RecordKey[] = request.fences.map(({ lease }) => ({ space: 'lease', key: lease }));
  if (request.append !== null) records.push(PROJECTION_REGISTRY);
  const due: DueQuery[] = [];
  const blobs: Sha256[] = [];
  const entries: number[] = [];
  for (const event of request.events) {
    streams.push(event.stream);
    planFolds(rules, event.stream, event.type, records);
    for (const key of validatedDocuments(rules, event)) records.push({ space: 'document', key });
    for (const sha256 of blobRefsOf(event.payload)) blobs.push(sha256);
  }
  for (const plan of request.operations.map(planOperation)) {
    records.push(...(plan.records ?? []));
    due.push(...(plan.due ?? []));
    blobs.push(...(plan.blobs ?? []));
    entries.push(...(plan.entries ?? []));
    streams.push(...(plan.streams ?? []));
    for (const { stream, type } of plan.writes ?? []) {
      streams.push(stream);
      planFolds(rules, stream, type, records);
    }
  }
  return { streams, records, due, blobs, entries };
}

function planFolds(rules: Rules, stream: string, type: string, records: RecordKey[]): void {
  for (const projection of rules.byType.get(type)?.projections ?? []) {
    const streamId = stream.slice(stream.indexOf('/') + 1);
    records.push({ space: 'projection', key: projection.name }, { space: 'document', key: projection.key({ type, streamId }) });
  }
}

function validatedDocuments(rules: Rules, event: PreparedEvent): string[] {
  const rule = rules.byType.get(event.type);
  if (rule === undefined || rule.validators.every(({ documents }) => documents === undefined)) return [];
  const { type, aggregate, aggregate_id: streamId, actor, governance, payload } = envelopeOf({ ...event, sequence: 1 });
  const written = { definition: rule.definition, type, aggregate, streamId, actor, governance, payload: payload ?? {} };
  return rule.validators.flatMap(({ documents }) => documents?.(written) ?? []);
}
