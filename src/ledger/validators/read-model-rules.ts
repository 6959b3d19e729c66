import { readModelDerived, Sha256, type EventDefinition, type ReadModelDerivation, type StorageRef } from '../../contracts/index.ts';
import { receiptsOf } from './derived-value-rules.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

const isDerivation = ({ type }: EventDefinition): boolean => type === readModelDerived.type;

function derivationOf({ payload }: WrittenEvent): ReadModelDerivation {
  return payload as ReadModelDerivation;
}

/** A view names its manifest and the current records it read: an empty list would be a view of nothing. */
function viewWithoutManifest(event: WrittenEvent): string | undefined {
  const { record, sources } = derivationOf(event);
  if (record.input_manifest_ref === undefined) return `the view ${record.read_model_id} names no manifest of its inputs`;
  return sources.length === 0 ? `the view ${record.read_model_id} lists no record that it was derived from` : undefined;
}

export const readModelWithoutInputManifest: Validator = {
  code: 'validation.read_model_without_input_manifest',
  appliesTo: isDerivation,
  check: viewWithoutManifest,
};

/** A blob by its hash is looked for by the log itself; a document must stand. */
function manifestResolves({ kind, key }: StorageRef, context: WriteContext): boolean {
  return kind === 'blob' ? Sha256.safeParse(key).success : kind === 'document' && context.document(key) !== undefined;
}

/** Receipts travel with the view or with another event of the same append, or are kept as documents. */
function receiptResolves({ kind, key }: StorageRef, event: WrittenEvent, context: WriteContext): boolean {
  if (kind === 'document') return context.document(key) !== undefined;
  const carried = [...derivationOf(event).receipts, ...context.batch.flatMap(receiptsOf)];
  return kind === 'receipt' && carried.some(({ receipt_id: id }) => id === key);
}

function unbackedView(event: WrittenEvent, context: WriteContext): string | undefined {
  const { record, sources } = derivationOf(event);
  const manifest = record.input_manifest_ref;
  if (manifest !== undefined && !manifestResolves(manifest, context)) return `the manifest "${manifest.key}" is nowhere to be found`;
  const receipt = record.formula_eval_receipt_refs.find((ref) => !receiptResolves(ref, event, context));
  if (receipt !== undefined) return `the formula receipt "${receipt.key}" is nowhere to be found`;
  const later = sources.find(({ projection_event_seq: seq }) => seq > record.valid_from_event_seq);
  return later && `the view claims to hold from entry ${record.valid_from_event_seq} and rests on entry ${later.projection_event_seq}`;
}

function backingKeys(event: WrittenEvent): string[] {
  const { input_manifest_ref: manifest, formula_eval_receipt_refs: receipts } = derivationOf(event).record;
  return [...(manifest ? [manifest] : []), ...receipts].filter(({ kind }) => kind === 'document').map(({ key }) => key);
}

export const readModelAssertsUnbackedTruth: Validator = {
  code: 'validation.read_model_asserts_unbacked_truth',
  appliesTo: isDerivation,
  documents: backingKeys,
  check: unbackedView,
};
