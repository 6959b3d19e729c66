import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { LedgerReply, LedgerRequest } from '../../ledger/index.ts';
import { flattenOutcomes, flattenRequests, restoreOutcomes, restoreRequests } from './batch-codec.ts';
import type { Outcome } from './thread-protocol.ts';

const text = fc.string();
const event = fc.record({ stream: text, type: text, header: text, payload: text });
const request: fc.Arbitrary<LedgerRequest> = fc.record({
  append: fc.option(fc.record({ key: text, contentHash: text })),
  fences: fc.array(fc.record({ lease: text, token: fc.nat() }), { maxLength: 2 }),
  expected: fc.array(fc.record({ stream: text, sequence: fc.nat() }), { maxLength: 2 }),
  events: fc.array(event, { maxLength: 3 }),
  operations: fc.array(fc.record({ kind: fc.constant('cursor.advance' as const), name: text, position: fc.nat() }), { maxLength: 2 }),
});
const reply = fc.record({
  appended: fc.array(fc.record({ stream: text, position: fc.nat(), sequence: fc.nat() }), { maxLength: 3 }),
  results: fc.array(fc.jsonValue(), { maxLength: 2 }),
  isReplay: fc.boolean(),
  warnings: fc.array(text, { maxLength: 2 }),
}) as unknown as fc.Arbitrary<LedgerReply>;
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ reply }),
  fc.record({ failure: fc.record({ code: text, message: text, next_step: text, data: fc.dictionary(text, fc.jsonValue()) }) }),
);

describe('a batch on its way to another thread', () => {
  it('arrives as it was sent', verifies('KEL-SQLITE-05'), () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 5 }), (requests) => {
        expect(restoreRequests(structuredClone(flattenRequests(requests)) as unknown[])).toEqual(requests);
      }),
    );
  });

  it('takes along the bytes of a blob, and not the large buffer they are part of', verifies('KEL-SQLITE-05'), () => {
    const put = (content: Uint8Array): LedgerRequest => ({ append: null, fences: [], expected: [], events: [], operations: [{ kind: 'blob.put', blob: { sha256: 'a', bytes: 3, content } }] });
    const whole = new Uint8Array([1, 2, 3, 4, 5]);
    const flat = flattenRequests([put(whole.subarray(1, 4)), put(whole)]);
    const sent = restoreRequests(flat).map(({ operations: [operation] }) => (operation?.kind === 'blob.put' ? operation.blob.content : undefined));
    expect(sent).toEqual([new Uint8Array([2, 3, 4]), whole]);
    expect(sent.map((content) => (content instanceof Uint8Array ? content.buffer.byteLength : 0))).toEqual([3, 5]);
  });

  it('is answered as it was decided', verifies('KEL-SQLITE-05'), () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 5 }), (outcomes) => {
        expect(restoreOutcomes(structuredClone(flattenOutcomes(outcomes)) as unknown[])).toEqual(structuredClone(outcomes));
      }),
    );
  });
});
