import { decideBlob } from '../blobs/decide-blob.ts';
import { piecesIn } from '../blobs/operations.ts';
import { isAlive } from '../leases/lease-state.ts';
import type { LeaseRecord } from '../leases/operations.ts';
import { KeelsonError, invariant } from '../../kernel/index.ts';
import type { AppendedEvent, Fence, LedgerReply, LedgerRequest } from '../request.ts';
import { rulesOf, type LedgerSetup } from '../setup.ts';
import type { Decider, EntryRow, Facts } from '../store.ts';
import { findingsOf } from '../validators/validate.ts';
import { createDraft, type Draft } from './draft.ts';
import { decideOperation, planOperation } from './operations.ts';
import { planOf } from './plan.ts';

/** The whole meaning of a request, as pure functions over what was read. Drivers differ only in how they read and write. */
export function createDecider(setup: LedgerSetup): Decider {
  const rules = rulesOf(setup);
  return {
    plan: (request) => planOf(rules, request, planOperation),
    decide(request, facts) {
      invariant(request.append !== null || request.events.length === 0, 'an append carries a key');
      for (const fence of request.fences) checkFence(fence, facts);
      for (const expected of request.expected) checkSequence(expected, facts);
      const draft = createDraft(rules, facts, request.append);
      // Blobs come first, because events may refer to those that travel with them.
      const pieces = piecesIn(request.operations);
      for (const operation of request.operations) if (operation.kind === 'blob.put') decideBlob(operation, draft, pieces.has(operation.blob.sha256));
      for (const event of request.events) draft.admit(event);
      const results = request.operations.map((operation) => (operation.kind === 'blob.put' ? null : resultOf(draft, () => decideOperation(operation, draft))));
      invariant(request.append !== null || draft.entries.length === 0, 'an append carries a key');
      if (request.append !== null && draft.entries.length === 0) throw appendEmpty(request.append.key);
      const warnings = findingsOf(rules, draft);
      return { reply: { appended: draft.entries.map(placeOf), results, isReplay: false, warnings }, writes: draft.writes() };
    },
    replay: replayOf,
  };
}

/** An operation that writes answers with what it wrote, so that a replay can answer the same from the log. */
function resultOf(draft: Draft, decide: () => unknown): unknown {
  const before = draft.entries.length;
  const own = decide();
  const first = draft.entries[before];
  return first === undefined ? (own ?? null) : payloadOf(first);
}

function replayOf(request: LedgerRequest, entries: readonly EntryRow[]): LedgerReply {
  const [first] = entries;
  invariant(first !== undefined && first.append !== null && request.append !== null, 'a replay is of an append that was made');
  if (first.append.contentHash !== request.append.contentHash) {
    throw new KeelsonError('ledger.key_reused', {
      message: `The key "${first.append.key}" already stands for other content (entry ${first.position}).`,
      nextStep: 'Use a new key for new content; a key is repeated only to repeat exactly the same append.',
      data: { key: first.append.key, position: first.position },
    });
  }
  let at = request.events.length;
  const results = request.operations.map((operation) => {
    const written = 'stamps' in operation ? operation.stamps.length : 0;
    const entry = written === 0 ? undefined : entries[at];
    at += written;
    return entry === undefined ? null : payloadOf(entry);
  });
  return { appended: entries.map(placeOf), results, isReplay: true, warnings: [] };
}

function placeOf({ stream, position, sequence }: EntryRow): AppendedEvent {
  return { stream, position, sequence };
}

function payloadOf({ payload }: EntryRow): unknown {
  return payload === null ? null : JSON.parse(payload);
}

function checkFence({ lease, token }: Fence, facts: Facts): void {
  const record = facts.records.get(`lease ${lease}`)?.body as LeaseRecord | undefined;
  if (isAlive(record, facts.time) && record.token === token) return;
  throw new KeelsonError('lease.lost', {
    message: `The lease "${lease}" is no longer held under token ${token}; nothing was written.`,
    nextStep: 'Stop this work: another owner may have gone on from what is in the log. Acquire the lease again to continue.',
    data: { lease, token },
  });
}

function checkSequence({ stream, sequence }: { readonly stream: string; readonly sequence: number }, facts: Facts): void {
  const actual = facts.streams.get(stream) ?? 0;
  if (actual === sequence) return;
  throw new KeelsonError('ledger.sequence_conflict', {
    message: `The stream ${stream} is at ${actual}, not at ${sequence} as expected; nothing was written.`,
    nextStep: 'Read the stream again, decide anew on what it now holds, and append with that sequence.',
    data: { stream, expected: sequence, actual },
  });
}


/** A key is remembered by the first event it stands on; without one the same key would be taken twice. */
function appendEmpty(key: string): KeelsonError {
  return new KeelsonError('ledger.append_empty', {
    message: 'An append under a key writes at least one event.',
    nextStep: 'Add the event that says what happened, or leave the key away where the operations recognise a repetition themselves.',
    data: { key },
  });
}
