import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { held, JOURNAL_RUN, journalFixture, quiet, shout, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { ArtifactId, runStepCompleted } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { PAGE_ENTRIES, RANDOM_BYTES_MAX } from '../limits.ts';
import { erasePayloads } from '../log/erase.ts';

const HI = { text: 'hi' };
const LOOKED = { attempt: 1, decidedBy: 'ada', reason: 'I looked.' };

/** A run whose process died in the middle of a destructive step. */
async function interrupted(text = 'hi'): Promise<JournalFixture> {
  const fixture = await journalFixture();
  await expect((await fixture.open()).step('a', shout('destructive', () => Promise.reject(new TypeError('crash'))), { text })).rejects.toThrow('crash');
  return fixture;
}

describe('time, ids and chance', () => {
  it('come from the world once and from the record ever after', verifies('KEL-JOURNAL-15'), async () => {
    const fixture = await journalFixture();
    const read = async () => {
      const journal = (await fixture.open()).scope('plan').scope('1');
      return { now: await journal.now('t'), id: await journal.mint('id', 'art'), bytes: await journal.randomBytes('b', 16) };
    };
    const first = await read();
    expect(first).toEqual({ now: 1_800_000_000_000, id: expect.any(String), bytes: expect.any(Uint8Array) });
    expect([ArtifactId.safeParse(first.id).success, first.bytes.length, new Set(first.bytes).size > 4]).toEqual([true, 16, true]);
    fixture.clock.advance(5_000);
    expect(await read()).toEqual(first);
    expect(await fixture.trail()).toEqual(['completed plan/1/t', 'completed plan/1/id', 'completed plan/1/b']);
    const intents = (await fixture.events()).map(({ payload }) => runStepCompleted.payload.parse(payload).result.intent);
    expect(intents.map((intent) => `${intent?.effect} ${intent?.side_effect}`)).toEqual(['clock.now read_only', 'id.mint read_only', 'random.bytes read_only']);
  });

  it('are bounded', verifies('KEL-JOURNAL-15'), async () => {
    const journal = await (await journalFixture()).open();
    expect((await journal.randomBytes('most', RANDOM_BYTES_MAX)).length).toBe(RANDOM_BYTES_MAX);
    for (const count of [0, -1, 1.5, RANDOM_BYTES_MAX + 1]) {
      expect(await refusalOf(journal.randomBytes(`b${count}`, count))).toMatchObject({ code: 'journal.value_invalid', data: { part: 'request' } });
    }
  });
});

describe('a destructive step that may have happened', () => {
  it('is shown to a person with everything that is known of it', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const effect = shout('destructive');
    const journal = await fixture.open();
    for (const _time of [1, 2]) {
      expect(await refusalOf(journal.step('a', effect, HI))).toEqual({
        code: 'journal.unresolved',
        message: 'The step "a" (test.destructive) was begun at 2027-01-15T08:00:00.000Z and no result was recorded: it may have happened, and doing it again could do harm.',
        next_step: 'Have a person look whether it happened, record the answer with resolve, and resume the run.',
        data: {
          key: 'a',
          attempt: 1,
          effect: 'test.destructive',
          idempotency_key: canonicalHash([JOURNAL_RUN, 'a', canonicalHash(HI)]),
          started_at: '2027-01-15T08:00:00.000Z',
          request: { value: HI },
        },
      });
    }
    expect([effect.performed.length, await fixture.trail()]).toEqual([0, ['intended a']]);
  });

  it('goes on with the result that a person vouches for', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const effect = shout('destructive');
    const journal = await fixture.open();
    await refusalOf(journal.step('a', effect, HI));
    await journal.resolve('a', { ...LOOKED, decision: 'did_happen', result: 'x'.repeat(20_000) });
    expect(await journal.step('a', effect, HI)).toBe('x'.repeat(20_000));
    expect(await (await fixture.open()).step('a', effect, HI)).toBe('x'.repeat(20_000));
    expect([effect.performed.length, await fixture.trail()]).toEqual([0, ['intended a', 'resolved a', 'completed a']]);
    expect((await fixture.events())[1]?.payload).toEqual({
      run_id: JOURNAL_RUN,
      resolution: { key: 'a', request_hash: canonicalHash(HI), intent_number: 1, execution: expect.stringMatching(/^[0-9a-f]{32}$/), decision: 'did_happen', result: { ref: expect.anything() }, decided_by: 'ada', reason: 'I looked.' },
    });
  });

  it('is done when a person says that it was not, and asked about again when that is interrupted too', verifies('KEL-JOURNAL-13', 'KEL-JOURNAL-14'), async () => {
    const fixture = await interrupted();
    for (const attempt of [1, 2]) {
      const journal = await fixture.open();
      await journal.resolve('a', { ...LOOKED, attempt, decision: 'did_not_happen' });
      await expect(journal.step('a', shout('destructive', () => Promise.reject(new TypeError('again'))), HI)).rejects.toThrow('again');
      expect(await refusalOf((await fixture.open()).step('a', shout('destructive'), HI))).toMatchObject({ code: 'journal.unresolved', data: { attempt: attempt + 1 } });
    }
    expect(await fixture.trail()).toEqual(['intended a', 'resolved a', 'intended a', 'resolved a', 'intended a']);
    const execution = '[0-9a-f]{32}';
    expect(fixture.asked.map(({ key }) => key)).toEqual(['intent.1', `resolved.1.${execution}.1`, 'intent.2', `resolved.2.${execution}.2`, 'intent.3'].map((part) => expect.stringMatching(`^${JOURNAL_RUN}:a:${part}$`)));
  });

  it('may be answered for again until it has gone on, so a result that does not fit can be mended', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const journal = await fixture.open();
    await journal.resolve('a', { ...LOOKED, decision: 'did_happen', result: 7 });
    expect(await refusalOf(journal.step('a', shout('destructive'), HI))).toMatchObject({ code: 'journal.value_invalid', data: { part: 'result' } });
    await journal.resolve('a', { ...LOOKED, decision: 'did_happen', result: 'seven' });
    expect(await journal.step('a', shout('destructive'), HI)).toBe('seven');
    expect(await refusalOf(journal.resolve('a', { ...LOOKED, decision: 'did_not_happen' }))).toEqual({
      code: 'journal.nothing_to_resolve',
      message: 'Attempt 1 at the step "a" is not waiting for anybody to say whether it happened.',
      next_step: 'Resume the run; a step that needs a person says so when it is met, and about which attempt.',
      data: { key: 'a', attempt: 1 },
    });
  });

  it('takes no answer about another attempt than the last, not even from somebody who has not heard of that', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const [surface, crashing] = [await fixture.open(), shout('destructive', () => Promise.reject(new TypeError('crash')))];
    await surface.resolve('a', { ...LOOKED, decision: 'did_not_happen' });
    await expect((await fixture.open()).step('a', crashing, HI)).rejects.toThrow('crash');
    const nothing = { code: 'journal.nothing_to_resolve', data: { key: 'a', attempt: 1 } };
    for (const journal of [surface, await fixture.open()]) expect(await refusalOf(journal.resolve('a', { ...LOOKED, decision: 'did_not_happen' }))).toMatchObject(nothing);
    expect(await refusalOf((await fixture.open()).step('a', shout('destructive'), HI))).toMatchObject({ code: 'journal.unresolved', data: { attempt: 2 } });
    await surface.resolve('a', { ...LOOKED, attempt: 2, decision: 'did_not_happen' });
    expect(await surface.step('a', shout('destructive'), HI)).toBe('HI');
  });

  it('takes one of two answers that are given at the same time, and says so to the other', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const quicker = await fixture.open();
    const writer = {
      ...fixture.writer,
      async append(append: Parameters<typeof fixture.writer.append>[0]) {
        await quicker.resolve('a', { ...LOOKED, decision: 'did_not_happen' }).catch(() => undefined);
        return fixture.writer.append(append);
      },
    };
    const journal = await fixture.open({ writer });
    expect(await refusalOf(journal.resolve('a', { ...LOOKED, decision: 'did_happen', result: 'DONE' }))).toMatchObject({ code: 'ledger.key_reused' });
    // Nothing is wrong with the log, so the journal goes on from the answer that was heard.
    expect(await fixture.trail()).toEqual(['intended a', 'resolved a']);
    await journal.resolve('a', { ...LOOKED, decision: 'did_happen', result: 'DONE' }).catch(() => undefined);
    expect(await journal.step('b', shout('read_only'), HI)).toBe('HI');
  });

  it('takes no answer from anybody who does not own the run', verifies('KEL-JOURNAL-10', 'KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const other = await fixture.open({ fence: { lease: 'owner', token: 2 } });
    expect(await refusalOf(other.resolve('a', { ...LOOKED, decision: 'did_not_happen' }))).toMatchObject({ code: 'lease.lost' });
    expect(await fixture.trail()).toEqual(['intended a']);
  });

  it('takes no answer while it is under way, about a step nobody asked for, from nobody, or from two people at once', verifies('KEL-JOURNAL-13'), async () => {
    const fixture = await interrupted();
    const journal = await fixture.open();
    const nothing = { code: 'journal.nothing_to_resolve' };
    expect(await refusalOf(journal.resolve('unknown', { ...LOOKED, decision: 'did_not_happen' }))).toMatchObject(nothing);
    expect(await refusalOf(journal.resolve('../a', { ...LOOKED, decision: 'did_not_happen' }))).toMatchObject({ data: { key: '../a', effect: 'resolve', part: 'key' } });
    expect(await refusalOf(journal.resolve('a', { attempt: 1, decidedBy: 'Ada Lovelace', reason: '', decision: 'did_not_happen' }))).toMatchObject({
      code: 'input.invalid',
      data: { issues: [{ path: 'decided_by' }, { path: 'reason' }] },
    });
    const answers = await Promise.allSettled([1, 2].map((number) => journal.resolve('a', { ...LOOKED, decision: 'did_not_happen', reason: `${number}` })));
    expect(answers).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: nothing }]);
    const answer = held<string>();
    const step = journal.step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    expect(await refusalOf(journal.resolve('a', { ...LOOKED, decision: 'did_not_happen' }))).toMatchObject(nothing);
    answer.resolve('done');
    expect(await step).toBe('done');
  });
});

describe('opening', () => {
  it('reads a run of more than one page', verifies('KEL-JOURNAL-01', 'KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const keys = Array.from({ length: PAGE_ENTRIES + 3 }, (_none, at) => `s-${at}`);
    await Promise.all(keys.map((key) => journal.now(key)));
    fixture.clock.advance(1);
    const resumed = await fixture.open();
    expect(new Set(await Promise.all(keys.map((key) => resumed.now(key))))).toEqual(new Set([1_800_000_000_000]));
    expect(fixture.asked.length).toBe(keys.length);
  });

  it('refuses a run of which steps were erased: nobody could tell what it did', verifies('KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    await journal.step('a', shout('destructive'), HI);
    await journal.now('b');
    const stream = { aggregate: 'run', id: JOURNAL_RUN } as const;
    const erase = (sequence: number) =>
      erasePayloads({ key: `erase-${sequence}`, entries: [{ stream, sequence }], reason: 'asked for', requestedBy: 'ada' }, { store: fixture.store, writer: fixture.writer, projections: [] });
    await erase(2);
    expect(await refusalOf(fixture.open())).toMatchObject({ code: 'journal.erased', data: { sequences: [2] } });
    await erase(3);
    expect(await refusalOf(fixture.open())).toEqual({
      code: 'journal.erased',
      message: `Records of the steps of run ${JOURNAL_RUN} were erased, so it is no longer known what it did.`,
      next_step: 'Start a new run; this one cannot go on without risking that something is done twice.',
      data: { run_id: JOURNAL_RUN, sequences: [2, 3] },
    });
  });

  it('passes by what others wrote about the run', verifies('KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    const suspension = { waiting_for: 'input', since: '2026-11-15T22:00:00.000Z', questions: ['Which?'] };
    await fixture.writer.append({ key: 'waits', events: [{ type: 'run.suspended', streamId: JOURNAL_RUN, payload: { run_id: JOURNAL_RUN, suspension, why: 'Two landlords.' } }] });
    const stream = { aggregate: 'run', id: JOURNAL_RUN } as const;
    await erasePayloads({ key: 'erase', entries: [{ stream, sequence: 2 }], reason: 'asked for', requestedBy: 'ada' }, { store: fixture.store, writer: fixture.writer, projections: [] });
    expect(await (await fixture.open()).step('a', shout('read_only'), HI)).toBe('HI');
  });

  it('says so when a record cannot be read', verifies('KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    await (await fixture.open()).now('a');
    const reader = { ...fixture.log, read: async (...asked: Parameters<typeof fixture.log.read>) => (await fixture.log.read(...asked)).map((entry) => ({ ...entry, event: { ...entry.event, version: 9 } })) };
    expect(await refusalOf(fixture.open({ reader }))).toMatchObject({ code: 'ledger.event_invalid', data: { type: 'run.started', fault: 'newer_version' } });
  });
});

describe('closing', () => {
  it('waits for what is under way and lets nothing more begin', verifies('KEL-JOURNAL-02'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const answer = held<string>();
    const step = journal.step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    const ended: string[] = [];
    const closing = journal.close().finally(() => ended.push('closed'));
    await quiet();
    const effect = shout('destructive');
    expect([ended, await refusalOf(journal.step('b', effect, HI))]).toMatchObject([[], { code: 'journal.cancelled', data: { key: 'b', may_have_happened: false } }]);
    answer.resolve('done');
    await closing;
    expect([await step, effect.performed.length, await fixture.trail()]).toEqual(['done', 0, ['intended a', 'completed a']]);
  });
});
