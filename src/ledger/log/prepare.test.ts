import { describe, expect, it } from 'vitest';
import { AUTHOR, message, runId } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { eventCatalogue, EVENTS } from '../../contracts/index.ts';
import { createIds, fixedClock, seededRandom, sha256Hex } from '../../kernel/index.ts';
import { APPEND_EVENTS_MAX, EVENT_PAYLOAD_BYTES_MAX } from '../limits.ts';
import type { Append, Author } from './log.ts';
import { checkedAuthor, prepareAppend } from './prepare.ts';

const NOW_MS = 1_800_000_000_000;

function prepare(append: Append, author: Author = AUTHOR, seed = 1) {
  const ids = createIds({ clock: fixedClock(NOW_MS), random: seededRandom(seed) });
  return prepareAppend(append, { catalogue: eventCatalogue(EVENTS), ids, author, recordedAt: '2027-01-15T08:00:00.000Z' });
}

const codeOf = (append: Append): unknown => {
  try {
    prepare(append);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

const saying = (text: string): Append => ({ key: 'k', events: [message('s1', text)] });
/** JSON around the text itself: quotes, braces, the other members. */
const AROUND_TEXT = prepare(saying('x')).events[0]?.payload.length ?? 0;

describe('prepareAppend', () => {
  it('writes an event out with its header, its hash and its place still open', verifies('KEL-LEDGER-12'), () => {
    const payload = '{"role":"person","session_id":"s1","text":"hello"}';
    expect(prepare({ ...saying('hello'), expected: [{ stream: { aggregate: 'session', id: 's1' }, sequence: 4 }], fences: [{ lease: 'l', token: 2 }] })).toEqual({
      append: { key: 'k', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
      fences: [{ lease: 'l', token: 2 }],
      expected: [{ stream: 'session/s1', sequence: 4 }],
      operations: [],
      events: [
        {
          stream: 'session/s1',
          type: 'session.message_recorded',
          payload,
          header: `{"actor":"mother","aggregate":"session","aggregate_id":"s1","event_id":"evt_01MCC5RM00R5E052FC5M592SZC","governance":{"data_class":"internal","privileged":false,"taint_class":"owner_typed","tenant":"default"},"payload_hash":"${sha256Hex(payload)}","recorded_at":"2027-01-15T08:00:00.000Z","schema_version":"1.0","type":"session.message_recorded","version":1}`,
        },
      ],
    });
  });

  it('knows the same content whatever the ids and times, and tells everything else apart', verifies('KEL-LEDGER-03'), () => {
    const hash = (append: Append, author = AUTHOR, seed = 1) => prepare(append, author, seed).append?.contentHash;
    const same = saying('hello');
    expect(hash(same, AUTHOR, 2)).toBe(hash(same));
    expect(hash({ ...same, key: 'other', fences: [{ lease: 'l', token: 1 }] })).toBe(hash(same));
    const cursor = { kind: 'cursor.advance', name: 'a', position: 1 } as const;
    const stamp = { eventId: 'evt_1', recordedAt: '2027-01-15T08:00:00.000Z', ...AUTHOR } as never;
    const release = (reservationId: string, stamps: never[]) => ({ kind: 'counter.release', counter: 'c', reservationId, stamps }) as const;
    const different = [
      same,
      saying('hallo'),
      { key: 'k', events: [message('s2', 'hello')] },
      { key: 'k', events: [message('s1', 'hello'), message('s1', 'hello')] },
      { key: 'k', events: [{ ...message('s1', 'hello'), governance: { ...AUTHOR.governance, privileged: true } }] },
      { ...same, operations: [cursor] },
      { ...same, operations: [{ ...cursor, position: 2 }] },
      { ...same, operations: [cursor, cursor] },
      { ...same, operations: [release('r1', [stamp])] },
      { ...same, operations: [release('r2', [stamp])] },
    ].map((append) => hash(append));
    const authors = [{ ...AUTHOR, actor: 'solver' }, { ...AUTHOR, governance: { ...AUTHOR.governance, tenant: 'other' } }].map((author) => hash(same, author));
    expect(new Set([...different, ...authors]).size).toBe(12);
    expect(hash({ ...same, operations: [release('r1', [{ ...(stamp as object), eventId: 'evt_2' } as never])] })).toBe(different[8]);
  });

  it.each(['../etc/passwd', 'a/b', '', '..', 'a..b', '.hidden', 'with space', 'x'.repeat(129), 'nul\u0000'])('refuses %j as the name of a stream', verifies('KEL-LEDGER-13'), (name) => {
    expect(codeOf({ key: 'k', events: [{ ...message('s1', 'x'), streamId: name }] })).toBe('ledger.stream_invalid');
  });

  it('takes only the id of a run for the stream of one', verifies('KEL-LEDGER-13'), () => {
    const cancelled = (streamId: string): Append => ({
      key: 'k',
      events: [{ type: 'run.step_cancelled', streamId, payload: { run_id: runId(1), cancellation: { key: 'a', request_hash: 'b'.repeat(64), may_have_happened: false, reason: 'asked' } } }],
    });
    expect([codeOf(cancelled(runId(1))), codeOf(cancelled('my-run'))]).toEqual([undefined, 'ledger.stream_invalid']);
  });

  it.each(['run_01JCQZ9Y5D0000000000000001', 'budget:run:x', 'a.b-c_d', 'x'.repeat(128)])('takes %j as the name of a stream', verifies('KEL-LEDGER-13'), (name) => {
    expect(codeOf({ key: 'k', events: [{ ...message('s1', 'x'), streamId: name }] })).toBeUndefined();
  });

  it('refuses a payload beyond the limit in bytes, and takes one at the limit', verifies('KEL-LEDGER-14'), () => {
    const room = EVENT_PAYLOAD_BYTES_MAX - AROUND_TEXT + 1;
    expect([codeOf(saying('x'.repeat(room))), codeOf(saying('x'.repeat(room + 1)))]).toEqual([undefined, 'ledger.payload_too_large']);
    expect([codeOf(saying('€'.repeat(room / 3))), codeOf(saying('€'.repeat(room / 3 + 1)))]).toEqual([undefined, 'ledger.payload_too_large']);
    expect(codeOf(saying('x'.repeat(100_000_000)))).toMatch(/^(ledger\.payload|json)\.?_?too_large$/);
  });

  it('refuses what no definition allows', verifies('KEL-LEDGER-15'), () => {
    expect(codeOf({ key: 'k', events: [{ type: 'session.unheard_of', streamId: 's1', payload: {} }] })).toBe('ledger.event_invalid');
    expect(codeOf({ key: 'k', events: [{ ...message('s1', 'x'), payload: { session_id: 's1', role: 'person' } }] })).toBe('ledger.event_invalid');
    expect(codeOf({ key: 'k', events: [{ type: 'run.step_cancelled', streamId: runId(1), payload: { run_id: 'nobody' } }] })).toBe('ledger.event_invalid');
  });

  it('refuses events that only an operation may decide on', verifies('KEL-LEDGER-15'), () => {
    expect(codeOf({ key: 'k', events: [{ type: 'counter.opened', streamId: 'c', payload: { limits: {} } }] })).toBe('ledger.event_invalid');
    expect(codeOf({ key: 'k', events: [{ type: 'ledger.payload_erased', streamId: 'default', payload: {} }] })).toBe('ledger.event_invalid');
  });

  it('writes under no name or governance that the contracts do not allow', verifies('KEL-LEDGER-12'), () => {
    expect(() => checkedAuthor({ ...AUTHOR, actor: 'o"neil' })).toThrow(expect.objectContaining({ code: 'input.invalid', data: { issues: [{ path: 'actor', message: 'not a valid actor' }] } }));
    expect(() => checkedAuthor({ ...AUTHOR, governance: { ...AUTHOR.governance, tenant: 'A' } })).toThrow(expect.objectContaining({ data: { issues: [{ path: 'governance', message: 'not a valid governance' }] } }));
    expect(codeOf({ key: 'k', events: [{ ...message('s1', 'x'), governance: { ...AUTHOR.governance, more: 1 } as never }] })).toBe('input.invalid');
    expect(Object.isFrozen(checkedAuthor(AUTHOR).governance)).toBe(true);
  });

  it('refuses more bytes than go together', verifies('KEL-LEDGER-15'), () => {
    const of = (count: number): Append => ({ key: 'k', events: Array.from({ length: count }, () => message('s1', 'x'.repeat(200_000))) });
    expect([codeOf(of(40)), codeOf(of(42))]).toEqual([undefined, 'ledger.append_too_large']);
  });

  it('lets nobody write documents by hand', verifies('KEL-LEDGER-15'), () => {
    const start = { kind: 'projection.start', name: 'termination', version: 9, types: [] } as const;
    expect(codeOf({ ...saying('x'), operations: [start] })).toBe('invariant.broken');
  });

  it('refuses more events than go together', verifies('KEL-LEDGER-15'), () => {
    const of = (count: number): Append => ({ key: 'k', events: Array.from({ length: count }, () => message('s1', 'x')) });
    expect([codeOf(of(APPEND_EVENTS_MAX)), codeOf(of(APPEND_EVENTS_MAX + 1))]).toEqual([undefined, 'ledger.append_too_large']);
  });
});
