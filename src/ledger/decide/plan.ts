import type { Sha256 } from '../../contracts/index.ts';
import { envelopeOf } from '../log/header.ts';
import type { LedgerRequest, LedgerOperation, PreparedEvent } from '../request.ts';
import type { Rules } from '../setup.ts';
import { recordName, type DueQuery, type ReadPlan, type RecordKey } from '../store.ts';
import { blobRefsOf } from './blob-refs.ts';

/** What an operation looks at, besides what its events bring. `types` are the events it may write, by stream. */
export interface OperationPlan {
  readonly records?: readonly RecordKey[];
  readonly due?: readonly DueQuery[];
  readonly blobs?: readonly Sha256[];
  readonly writes?: readonly { readonly stream: string; readonly type: string }[];
}

/** Names everything the decision may look at. Nothing it needs may be found out only on the way. */
export function planOf(rules: Rules, request: LedgerRequest, planOperation: (operation: LedgerOperation) => OperationPlan): ReadPlan {
  const streams = new Set(request.expected.map(({ stream }) => stream));
  const records = new Map<string, RecordKey>();
  const need = (key: RecordKey): void => void records.set(recordName(key), key);
  const due: DueQuery[] = [];
  const blobs = new Set<Sha256>();
  for (const { lease } of request.fences) need({ space: 'lease', key: lease });
  for (const event of request.events) {
    streams.add(event.stream);
    for (const key of recordsOf(rules, event.stream, event.type)) need(key);
    for (const key of validatedDocuments(rules, event)) need({ space: 'document', key });
    for (const sha256 of blobRefsOf(event.payload)) blobs.add(sha256);
  }
  for (const plan of request.operations.map(planOperation)) {
    for (const key of plan.records ?? []) need(key);
    due.push(...(plan.due ?? []));
    for (const sha256 of plan.blobs ?? []) blobs.add(sha256);
    for (const { stream, type } of plan.writes ?? []) {
      streams.add(stream);
      for (const key of recordsOf(rules, stream, type)) need(key);
    }
  }
  return { streams: [...streams], records: [...records.values()], due, blobs: [...blobs] };
}

function recordsOf(rules: Rules, stream: string, type: string): RecordKey[] {
  const streamId = stream.slice(stream.indexOf('/') + 1);
  return (rules.byType.get(type)?.projections ?? []).flatMap((projection): RecordKey[] => [
    { space: 'projection', key: projection.name },
    { space: 'document', key: projection.key({ type, streamId }) },
  ]);
}

function validatedDocuments(rules: Rules, event: PreparedEvent): string[] {
  const rule = rules.byType.get(event.type);
  const validators = rule?.validators.filter(({ documents }) => documents !== undefined) ?? [];
  if (rule === undefined || validators.length === 0) return [];
  const { type, aggregate, aggregate_id: streamId, actor, governance, payload } = envelopeOf({ ...event, sequence: 1 });
  const written = { definition: rule.definition, type, aggregate, streamId, actor, governance, payload: payload ?? {} };
  return validators.flatMap(({ documents }) => documents?.(written) ?? []);
}
