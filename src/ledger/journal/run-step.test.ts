import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, held, journalFixture, quiet, shout } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';

const HI = { text: 'hi' };

function failure(data: object = { limit: 3 }): KeelsonError {
  return new KeelsonError('input.too_large', { message: 'Too much.', nextStep: 'Send less.', data: data as { limit: number }, cause: new Error('inner') });
}

describe('a step', () => {
  it('that only reads is one event: what was asked and what came of it', verifies('KEL-JOURNAL-04'), async () => {
    const fixture = await journalFixture();
    expect(await (await fixture.open()).step('a', shout('read_only'), HI)).toBe('HI');
    const request_hash = canonicalHash(HI);
    const intent = {
      key: 'a',
      effect: 'test.read_only',
      side_effect: 'read_only',
      request_hash,
      request: { value: HI },
      idempotency_key: canonicalHash([JOURNAL_RUN, 'a', request_hash]),
      execution: expect.stringMatching(/^[0-9a-f]{32}$/),
      started_at: '2027-01-15T08:00:00.000Z',
    };
    const result = { key: 'a', effect: 'test.read_only', request_hash, intent, outcome: { ok: true, result: { value: 'HI' } } };
    expect(await fixture.events()).toEqual([{ type: 'run.step_completed', payload: { run_id: JOURNAL_RUN, result } }]);
  });

  it.each(['idempotent_write', 'destructive'] as const)('that is %s says what it is about to do before it does it', verifies('KEL-JOURNAL-04'), async (sideEffect) => {
    const fixture = await journalFixture();
    const effect = shout(sideEffect, async ({ text }) => `${text} after ${(await fixture.trail()).join()}`);
    expect(await (await fixture.open()).step('a', effect, HI)).toBe('hi after intended a');
    expect(await fixture.trail()).toEqual(['intended a', 'completed a']);
    expect((await fixture.events())[1]?.payload).toEqual({
      run_id: JOURNAL_RUN,
      result: { key: 'a', effect: `test.${sideEffect}`, request_hash: canonicalHash(HI), outcome: { ok: true, result: { value: 'hi after intended a' } } },
    });
  });

  it('that is recorded is answered from the record', verifies('KEL-JOURNAL-01'), async () => {
    const fixture = await journalFixture();
    const effect = shout('read_only');
    await (await fixture.open()).step('a', effect, HI);
    expect(await (await fixture.open()).step('a', effect, HI)).toBe('HI');
    expect([effect.performed.length, fixture.asked.length]).toEqual([1, 1]);
  });

  it('is asked for once in an execution, at the same time or later', verifies('KEL-JOURNAL-05'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const answer = held<string>();
    const first = journal.step('a', shout('read_only', () => answer.promise), HI);
    const refusal = {
      code: 'journal.key_in_use',
      message: 'The step "a" was already asked for in this execution.',
      next_step: 'Give every step of a run its own key: add the attempt, the turn or the name of what it works on.',
      data: { key: 'a' },
    };
    expect(await refusalOf(journal.step('a', shout('read_only'), HI))).toEqual(refusal);
    answer.resolve('one');
    expect(await first).toBe('one');
    expect(await refusalOf(journal.scope('a').step('b', shout('read_only'), HI).then(() => journal.step('a/b', shout('read_only'), HI)))).toMatchObject({ data: { key: 'a/b' } });
    expect(await refusalOf(journal.step('a', shout('read_only'), HI))).toEqual(refusal);
  });

  it('that asks for something else than was recorded is a divergence, written once', verifies('KEL-JOURNAL-06'), async () => {
    const fixture = await journalFixture();
    await (await fixture.open()).step('a', shout('read_only'), HI);
    const [recorded, met] = [{ effect: 'test.read_only', request_hash: canonicalHash(HI) }, { effect: 'test.read_only', request_hash: canonicalHash({ text: 'ho' }) }];
    const refusal = {
      code: 'journal.diverged',
      message: `The step "a" was recorded as test.read_only ${recorded.request_hash}, but the run now asks for test.read_only ${met.request_hash}.`,
      next_step: 'Resume the run with the versions it was started under, or start a new run from a checkpoint before this step.',
      data: { key: 'a', recorded: `test.read_only ${recorded.request_hash}`, met: `test.read_only ${met.request_hash}` },
    };
    for (const mode of ['recorded', 'live', 'live'] as const) {
      expect(await refusalOf((await fixture.open({ mode })).step('a', shout('read_only'), { text: 'ho' }))).toEqual(refusal);
    }
    expect((await fixture.events()).slice(1)).toEqual([{ type: 'run.step_diverged', payload: { run_id: JOURNAL_RUN, divergence: { key: 'a', recorded, met } } }]);
    expect(fixture.asked.length).toBe(2);
    await refusalOf((await fixture.open()).step('a', shout('destructive'), HI));
    expect(await fixture.trail()).toEqual(['completed a', 'diverged a', 'diverged a']);
  });

  it('that failed as expected fails the same way again', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const effect = shout('destructive', () => Promise.reject(failure()));
    const refusal = { code: 'input.too_large', message: 'Too much.', next_step: 'Send less.', data: { limit: 3 } };
    expect(await refusalOf((await fixture.open()).step('a', effect, HI))).toEqual(refusal);
    expect(await refusalOf((await fixture.open()).step('a', effect, HI))).toEqual(refusal);
    expect([effect.performed.length, await fixture.trail()]).toEqual([1, ['intended a', 'completed a']]);
  });

  it('that failed gives its first caller no more than a resumed run will know', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const effect = shout('read_only', () => Promise.reject(failure()));
    for (const _again of [1, 2]) {
      const error: unknown = await (await fixture.open()).step('a', effect, HI).catch((thrown: unknown) => thrown);
      expect(error instanceof KeelsonError && { code: error.code, cause: error.cause }).toEqual({ code: 'input.too_large', cause: undefined });
    }
  });

  it('whose failure cannot be written down fails with that, recorded', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const effect = shout('read_only', () => Promise.reject(failure({ limit: undefined })));
    const refusal = { code: 'json.not_serialisable', data: { path: '/data/limit', type: 'undefined' } };
    expect(await refusalOf((await fixture.open()).step('a', effect, HI))).toMatchObject(refusal);
    expect(await refusalOf((await fixture.open()).step('a', effect, HI))).toMatchObject(refusal);
    expect(effect.performed.length).toBe(1);
  });

  it.each([
    ['a bug', new TypeError('oops')],
    ['a broken invariant', new KeelsonError('invariant.broken', { message: 'm', nextStep: 'n', data: { detail: 'd' } })],
  ])('that meets %s records nothing, and the intent stays', verifies('KEL-JOURNAL-07'), async (_name, bug) => {
    const fixture = await journalFixture();
    await expect((await fixture.open()).step('a', shout('idempotent_write', () => Promise.reject(bug)), HI)).rejects.toBe(bug);
    expect(await fixture.trail()).toEqual(['intended a']);
    const again = shout('idempotent_write');
    expect(await (await fixture.open()).step('a', again, HI)).toBe('HI');
    expect([await fixture.trail(), again.performed[0]?.idempotencyKey]).toEqual([['intended a', 'completed a'], canonicalHash([JOURNAL_RUN, 'a', canonicalHash(HI)])]);
  });

  it('parses what it is asked, what it answers and what it reads', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const strange = { text: 7 } as unknown as { text: string };
    const place = (part: string, path: string) => ({ code: 'journal.value_invalid', data: { key: 'a', effect: 'test.read_only', part, issues: [{ path, message: expect.any(String) }] } });
    expect(await refusalOf((await fixture.open()).step('a', shout('read_only'), strange))).toMatchObject(place('request', 'text'));
    expect(await refusalOf((await fixture.open()).step('a', shout('read_only', async () => 7 as unknown as string), HI))).toMatchObject(place('result', ''));
    expect(await fixture.trail()).toEqual([]);
    await (await fixture.open()).step('a', shout('read_only'), HI);
    const narrower = { ...shout('read_only'), result: shout('read_only').result.refine((text) => text === text.toLowerCase(), 'expected lower case') };
    expect(await refusalOf((await fixture.open()).step('a', narrower, HI))).toMatchObject(place('result', ''));
  });
});

describe('a recorded run', () => {
  it('answers what is there, does nothing anew and writes nothing', verifies('KEL-JOURNAL-12', 'KEL-JOURNAL-13'), async () => {
    const fixture = await journalFixture();
    await (await fixture.open()).step('a', shout('read_only'), HI);
    await expect((await fixture.open()).step('b', shout('destructive', () => Promise.reject(new TypeError('oops'))), HI)).rejects.toThrow('oops');
    const written = fixture.asked.length;
    const journal = await fixture.open({ mode: 'recorded' });
    const effect = shout('destructive');
    expect(await journal.step('a', shout('read_only'), HI)).toBe('HI');
    for (const key of ['b', 'c']) {
      expect(await refusalOf(journal.step(key, effect, HI))).toEqual({
        code: 'journal.not_recorded',
        message: `The run recorded no result for the step "${key}", and a recorded run does nothing anew.`,
        next_step: 'Replay only as far as the recording goes, or resume the run to do what is missing.',
        data: { key },
      });
    }
    await expect(journal.resolve('b', { attempt: 1, decision: 'did_not_happen', decidedBy: 'ada', reason: 'I looked.' })).rejects.toMatchObject({ code: 'invariant.broken', data: { detail: 'a recorded run is only read' } });
    expect([effect.performed.length, fixture.asked.length]).toEqual([0, written]);
  });

  it('takes the word of a person for a result that was not written', verifies('KEL-JOURNAL-12'), async () => {
    const fixture = await journalFixture();
    await expect((await fixture.open()).step('b', shout('destructive', () => Promise.reject(new TypeError('oops'))), HI)).rejects.toThrow('oops');
    await (await fixture.open()).resolve('b', { attempt: 1, decision: 'did_happen', result: 'DONE', decidedBy: 'ada', reason: 'I looked.' });
    expect(await (await fixture.open({ mode: 'recorded' })).step('b', shout('destructive'), HI)).toBe('DONE');
    expect(await fixture.trail()).toEqual(['intended b', 'resolved b']);
  });
});

describe('many steps at once', () => {
  it('are recorded in whatever order they end', async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const answers = Array.from({ length: 64 }, () => held<string>());
    const steps = answers.map(({ promise }, at) => journal.step(`s-${at}`, shout(at % 2 === 0 ? 'read_only' : 'destructive', () => promise), HI));
    await quiet();
    for (const [at, answer] of [...answers.entries()].reverse()) answer.resolve(String(at));
    expect(await Promise.all(steps)).toEqual(answers.map((_answer, at) => String(at)));
    expect(new Set((await fixture.trail()).filter((line) => line.startsWith('completed'))).size).toBe(64);
  });
});
