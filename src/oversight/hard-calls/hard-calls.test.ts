import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { quiet, shout } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { ASKED_AT, hardCall, hardCallId, NO, YES } from '../../../test/support/oversight-samples.ts';
import { oversightRig, personAt, type OversightRig } from '../../../test/support/oversight-rig.ts';
import { documentKey, HardCallId, type HardRevisionCall } from '../../contracts/index.ts';
import type { KeelsonError } from '../../kernel/index.ts';
import { questionHash } from '../../ledger/index.ts';
import { waitingForPerson } from '../attention/list-attention.ts';
import { answerHardCall, type AnswerWish } from './answer-hard-call.ts';
import { askPerson } from './ask-person.ts';
import type { SaidAnswer } from './choose-answer.ts';
import type { HardCallAnswer, HardCallWish } from './hard-call-wish.ts';
import { raiseHardCall, SAME_QUESTION_MAX, type RaiseHardCallOptions } from './raise-hard-call.ts';
import { readHardCall } from './read-hard-call.ts';
import { resolveStep, unresolvedStepCall } from './unresolved-step.ts';

function wishOf({ hard_call_id: _id, question_hash: _hash, created_at: _at, schema_version: _version, pending_policy: { hard_call_id: _of, schema_version: _v, ...pending_policy }, ...rest }: HardRevisionCall): HardCallWish {
  return { ...rest, pending_policy };
}

const ACTS = { ...YES, option_id: 'send', label: 'Send it', causes_side_effect: true };
const WISH = wishOf(hardCall(1));
const ON = new AbortController().signal;

async function rigged() {
  const rig = await oversightRig();
  const ports = { ...rig.person, log: rig.writer, clock: rig.clock, timer: rig.timer };
  const raise = (wish: HardCallWish = WISH, signal: AbortSignal = ON, options: RaiseHardCallOptions = {}) => raiseHardCall(wish, ports, signal, options);
  /** Raises and answers whichever question then waits. */
  const pending = async (): Promise<HardCallId[]> => {
    await quiet();
    return (await waitingForPerson(rig.person.documents)).map(({ id }) => HardCallId.parse(id));
  };
  const answer = (said: SaidAnswer, wish: Partial<AnswerWish> = {}) => async () => {
    const [id] = await pending();
    return answerHardCall({ hardCallId: id as HardCallId, answeredBy: 'ada', idempotencyKey: `k:${id}`, ...said, ...wish }, { ...rig.person, clock: rig.clock });
  };
  return { ...rig, ports, raise, pending, answer };
}

const whole = ({ is, ...rest }: HardCallAnswer) => (is === 'answered' ? { is, optionId: (rest as { optionId: string }).optionId, words: (rest as { words: string }).words } : { is, ...rest, hardCallId: undefined });

describe('a question only a person can answer', () => {
  it('holds what it declares from when it is put until it is answered', verifies('KEL-RUN-15', 'ELN-RULE-29'), async () => {
    const rig = await rigged();
    const held: string[] = [];
    const holds = { during: async <Answer>(call: Pick<HardRevisionCall, 'pending_policy'>, wait: () => Promise<Answer>) => (held.push(call.pending_policy.blocking_scope), wait().finally(() => held.push('free'))) };
    const raised = raiseHardCall(WISH, { ...rig.ports, holds }, ON);
    await rig.pending();
    expect(held).toEqual(['entire_run']);
    await rig.answer({ option: 'yes' })();
    await raised;
    expect(held).toEqual(['entire_run', 'free']);
  });

  it('waits for the answer, whoever gives it, and is settled by the receipt of the dispatcher', verifies('KEL-HARDCALL-01', 'ELN-B-19'), async () => {
    const rig = await rigged();
    const raised = rig.raise();
    const given = await rig.answer({ option: 'yes' })();
    const [id, at] = [given.receipt.hard_call_id, new Date(rig.clock.nowMs()).toISOString()];
    expect(given).toEqual({
      optionId: 'yes',
      words: null,
      receipt: { receipt_id: given.receipt.receipt_id, hard_call_id: id, operation_kind: 'hard_call_resolved', dispatcher_actor_ref: 'owner', resolved_by_user_ref: 'ada', selected_option_id: 'yes', created_at: at, schema_version: '1.0' },
    });
    expect(await raised).toEqual({ is: 'answered', hardCallId: id, optionId: 'yes', words: null, answeredBy: 'ada', receiptId: given.receipt.receipt_id });
    expect(await readHardCall(id, rig.person.documents)).toEqual({
      call: { ...hardCall(1), hard_call_id: id, pending_policy: { ...hardCall(1).pending_policy, hard_call_id: id }, created_at: at },
      settled: { answer: 'yes', by: 'ada', at: expect.any(String) as string },
    });
    expect(await readHardCall(hardCallId(99), rig.person.documents)).toBeUndefined();
  });

  it('is the same question for a run that is gone on with, and takes what was answered meanwhile', verifies('KEL-HARDCALL-02'), async () => {
    const rig = await rigged();
    const stop = new AbortController();
    const stopped = rig.raise(WISH, stop.signal);
    const before = await rig.pending();
    stop.abort(new Error('the run was stopped'));
    await expect(stopped).rejects.toThrow('the run was stopped');
    expect(await rig.pending()).toEqual(before);
    const again = rig.raise();
    expect(await rig.pending()).toEqual(before);
    await rig.answer({ option: 'no' })();
    expect(whole(await again)).toEqual({ is: 'answered', optionId: 'no', words: null });
    expect(whole(await rig.raise())).toEqual({ is: 'answered', optionId: 'no', words: null });
    expect(rig.asked.filter(({ key }) => key.startsWith('hard_call:'))).toHaveLength(1);
  });

  it('is asked once when two raise it at the same moment', verifies('KEL-HARDCALL-02'), async () => {
    const rig = await rigged();
    const other = personAt(rig.store, rig.clock);
    const both = [rig.raise(), raiseHardCall(WISH, { ...rig.ports, ...other, log: other.log }, ON)];
    expect(await rig.pending()).toHaveLength(1);
    await rig.answer({ option: 'yes' })();
    const [one, two] = await Promise.all(both);
    expect(one).toEqual(two);
  });

  it('comes to what it declared when its time is over, and a late answer is told so', verifies('KEL-HARDCALL-03', 'ELN-RULE-30'), async () => {
    const rig = await rigged();
    const wish: HardCallWish = { ...WISH, default_if_no_response: NO, pending_policy: { ...WISH.pending_policy, on_timeout: 'escalate', timeout_ms: 60_000 } };
    const raised = rig.raise(wish);
    const [id] = await rig.pending();
    expect(rig.timer.pending()).toEqual([60_000]);
    rig.clock.advance(60_000);
    rig.timer.fire();
    expect(await raised).toEqual({ is: 'lapsed', hardCallId: id, cause: 'timeout', outcome: 'escalate', standsIn: NO });
    expect(await refusalOf(answerHardCall({ hardCallId: id as HardCallId, option: 'yes', answeredBy: 'ada', idempotencyKey: 'k' }, { ...rig.person, clock: rig.clock }))).toMatchObject({ code: 'hard_call.settled', data: { hard_call_id: id, answer: 'timeout: escalate', answered_by: 'nobody' } });
    expect((await rig.log.read({ aggregate: 'hard_call', id: id as string })).at(-1)?.event.payload).toEqual({ hard_call_id: id, cause: 'timeout', outcome: 'escalate', reason: 'Nobody answered within 60000 ms.' });
  });

  it('is over in time also when nobody was there to see it', verifies('KEL-HARDCALL-03'), async () => {
    const rig = await rigged();
    const stop = new AbortController();
    const wish: HardCallWish = { ...WISH, pending_policy: { ...WISH.pending_policy, timeout_ms: 60_000 } };
    const stopped = rig.raise(wish, stop.signal);
    const [id] = await rig.pending();
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    expect(rig.timer.pending()).toEqual([]);
    rig.clock.advance(59_999);
    const other = personAt(rig.store, rig.clock);
    const late = () => answerHardCall({ hardCallId: id as HardCallId, option: 'yes', answeredBy: 'ada', idempotencyKey: 'k' }, { ...other, clock: rig.clock });
    rig.clock.advance(1);
    expect((await refusalOf(late())).data).toMatchObject({ answer: 'timeout: abort', answered_by: 'nobody' });
    expect(whole(await rig.raise(wish))).toEqual({ is: 'lapsed', hardCallId: undefined, cause: 'timeout', outcome: 'abort', standsIn: null });
  });

  it('waits longer than a timer can count without taking that for silence', verifies('KEL-HARDCALL-03'), async () => {
    const rig = await rigged();
    const yearMs = 365 * 24 * 3_600_000;
    const raised = rig.raise({ ...WISH, pending_policy: { ...WISH.pending_policy, timeout_ms: yearMs } });
    await rig.pending();
    expect(rig.timer.pending()).toEqual([2 ** 31 - 1]);
    rig.clock.advance(2 ** 31 - 1);
    rig.timer.fire();
    expect(rig.timer.pending()).toEqual([2 ** 31 - 1]);
    await rig.answer({ option: 'yes' })();
    expect(whole(await raised)).toEqual({ is: 'answered', optionId: 'yes', words: null });
    expect(rig.timer.pending()).toEqual([]);
  });

  it('keeps the first answer: the second is told who was first, and the same said again is answered as before', verifies('KEL-HARDCALL-04'), async () => {
    const rig = await rigged();
    const raised = rig.raise();
    const [id] = await rig.pending();
    const by = (answeredBy: string, option: string) => answerHardCall({ hardCallId: id as HardCallId, option, answeredBy, idempotencyKey: answeredBy }, { ...personAt(rig.store, rig.clock), clock: rig.clock });
    const settled = await Promise.allSettled([by('ada', 'yes'), by('bob', 'no')]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const first = settled[0].status === 'fulfilled' ? { name: 'ada', option: 'yes' } : { name: 'bob', option: 'no' };
    const [loser] = settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as KeelsonError).toBody()] : []));
    expect(loser).toMatchObject({ code: 'hard_call.settled', data: { hard_call_id: id, answer: first.option, answered_by: first.name } });
    expect((await by(first.name, first.option)).optionId).toBe(first.option);
    expect(whole(await raised)).toEqual({ is: 'answered', optionId: first.option, words: null });
    expect((await refusalOf(by('eve', 'yes'))).code).toBe('hard_call.settled');
  });

  it('is not there under an id that was never asked; those that wait are named', verifies('KEL-HARDCALL-04'), async () => {
    const rig = await rigged();
    void rig.raise().catch(() => undefined);
    const pending = await rig.pending();
    expect((await refusalOf(rig.answer({ option: 'yes' }, { hardCallId: hardCallId(99) })())).data).toEqual({ hard_call_id: hardCallId(99), pending });
  });
});

describe('a key or password', () => {
  const SECRET = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';

  it('stands neither in the question that is kept nor in the answer', verifies('KEL-HARDCALL-11'), async () => {
    const rig = await rigged();
    const raised = rig.raise({ ...WISH, response_mode: 'closed_choice_with_other', prompt_text: `Use ${SECRET}?`, options: [{ ...YES, label: `Use ${SECRET}`, consequence: SECRET }, NO] });
    await rig.answer({ words: `Rather use ${SECRET}` })();
    const answer = await raised;
    expect(answer.is === 'answered' && answer.words?.startsWith('Rather use ')).toBe(true);
    const asked = askPerson(rig.runId, rig.ports)({ question: `Is it ${SECRET}?`, options: [`${SECRET} it is`, 'no'] }, ON);
    await rig.answer({ option: '1' })();
    expect(await asked).toBe(`${SECRET} it is`);
    expect(JSON.stringify(await rig.log.readAll({ limit: 1_000 }))).not.toContain('abcdefghijkl');
  });
});

describe('silence', () => {
  const silent = (changes: Partial<HardCallWish>, policy: Partial<HardCallWish['pending_policy']> = {}): HardCallWish => ({ ...WISH, ...changes, pending_policy: { ...WISH.pending_policy, ...policy } });
  const going = [{ on_defer: 'continue_with_warning' }, { on_timeout: 'continue_with_warning' }] as const;

  it('never becomes an action: what could act on the world neither goes on nor has a default', verifies('KEL-HARDCALL-05', 'ELN-RULE-30'), async () => {
    const { raise, asked } = await rigged();
    const worldly = [silent({ options: [ACTS, NO] }), silent({}, { blocking_scope: 'side_effect_only' }), ...(['irreversible_side_effect', 'effect_outcome_unknown', 'privileged_disclosure'] as const).map((call_kind) => silent({ call_kind }))];
    for (const wish of worldly) {
      for (const policy of going) expect((await refusalOf(raise({ ...wish, pending_policy: { ...wish.pending_policy, ...policy } }))).data).toMatchObject({ code: 'hard_call.silence_acts' });
      expect((await refusalOf(raise({ ...wish, default_if_no_response: NO }))).data).toMatchObject({ code: 'hard_call.default_acts' });
    }
    expect((await refusalOf(raise(silent({ default_if_no_response: { ...YES, causes_side_effect: true } })))).data).toMatchObject({ code: 'hard_call.default_acts' });
    expect((await refusalOf(raise(silent({ default_if_no_response: ACTS })))).data).toMatchObject({ code: 'hard_call.default_not_offered' });
    expect((await refusalOf(raise(silent({ response_schema: { type: 'nonsense' } })))).code).toBe('schema.refused');
    expect(asked).toEqual([]);
  });

  it('may let harmless work go on', verifies('KEL-HARDCALL-05'), async () => {
    const rig = await rigged();
    const raised = rig.raise(silent({ default_if_no_response: YES }, { on_timeout: 'continue_with_warning', on_defer: 'continue_with_warning', timeout_ms: 1_000 }));
    await rig.pending();
    rig.clock.advance(1_000);
    rig.timer.fire();
    expect(whole(await raised)).toMatchObject({ outcome: 'continue_with_warning', standsIn: YES });
  });
});

describe('an answer', () => {
  it('in own words stands in the event, and the receipt says where', verifies('KEL-HARDCALL-06'), async () => {
    const rig = await rigged();
    const raised = rig.raise({ ...WISH, response_mode: 'closed_choice_with_other' });
    const { receipt } = await rig.answer({ words: 'Ask me tomorrow.' })();
    expect([receipt.freeform_response_ref, receipt.selected_option_id]).toEqual([{ kind: 'document', key: documentKey.hardCallResolution(receipt.hard_call_id) }, undefined]);
    expect(whole(await raised)).toEqual({ is: 'answered', optionId: null, words: 'Ask me tomorrow.' });
    expect((await readHardCall(receipt.hard_call_id, rig.person.documents))?.settled?.answer).toBe('Ask me tomorrow.');
  });
});

describe('the same question again', () => {
  it('is known by a hash over uniform spacing and key order', verifies('KEL-HARDCALL-07', 'ELN-RULE-76'), () => {
    const asked = { ...hardCall(1), response_schema: { a: 1, b: 2 } };
    const same = { ...asked, prompt_text: '  Shall\r\n I\tgo\u00a0on?\n', options: [YES, { ...NO, label: 'No,  stop', consequence: 'The run stops\nhere.' }], response_schema: { b: 2, a: 1 }, raised_at_step: 'elsewhere', created_at: ASKED_AT };
    expect(questionHash(same)).toBe(questionHash(asked));
    expect(questionHash({ ...asked, prompt_text: 'Ｓhall I go on?' })).toBe(questionHash(asked));
    const others = [{ prompt_text: 'Shall I go on!' }, { options: [NO, YES] }, { options: [{ ...YES, causes_side_effect: true }, NO] }, { options: [{ ...YES, option_id: 'y' }, NO] }, { response_mode: 'closed_choice_with_other' as const }, { call_kind: 'policy_boundary' as const }, { response_schema: {} }];
    expect(new Set([asked, ...others.map((change) => ({ ...asked, ...change }))].map(questionHash)).size).toBe(others.length + 1);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 }), fc.array(fc.constantFrom(' ', '\n', '\r\n', '\t', '\u2003'), { minLength: 1 }), (words, blanks) => {
        expect(questionHash({ ...asked, prompt_text: words.join(blanks.join('')) })).toBe(questionHash({ ...asked, prompt_text: words.join(' ') }));
      }),
    );
  });

  it('is answered as before elsewhere in the run, unless the answer could act on the world', verifies('KEL-HARDCALL-07', 'ELN-RULE-76'), async () => {
    const rig = await rigged();
    const elsewhere = (wish: HardCallWish): HardCallWish => ({ ...wish, raised_at_step: 'execute/9' });
    const first = rig.raise();
    await rig.answer({ option: 'yes' })();
    await first;
    expect(whole(await rig.raise(elsewhere({ ...WISH, prompt_text: 'Shall I  go on?' })))).toEqual({ is: 'answered', optionId: 'yes', words: null });
    const acting = { ...WISH, options: [ACTS, NO] };
    const asked = rig.raise(acting);
    await rig.answer({ option: 'send' })();
    await asked;
    const again = rig.raise(elsewhere(acting));
    expect(await rig.pending()).toHaveLength(1);
    await rig.answer({ option: 'no' })();
    expect(whole(await again)).toEqual({ is: 'answered', optionId: 'no', words: null });
    const notReused = rig.raise(elsewhere(WISH), ON, { mayReuse: false });
    await rig.answer({ option: 'no' })();
    expect(whole(await notReused)).toEqual({ is: 'answered', optionId: 'no', words: null });
  });

  it('is asked anew when what was asked before was erased', verifies('KEL-HARDCALL-07'), async () => {
    const rig = await rigged();
    const reader = { appended: async (key: string) => (key.endsWith(':1') ? [{ position: 1, event: { payload: null } } as never] : rig.log.appended(key)) };
    const raised = raiseHardCall(WISH, { ...rig.ports, reader }, ON);
    await rig.answer({ option: 'yes' })();
    expect(whole(await raised)).toEqual({ is: 'answered', optionId: 'yes', words: null });
    expect(rig.asked.map(({ key }) => key.slice(-2))).toEqual([':2']);
  });

  it('is refused when a run goes round in circles', verifies('KEL-HARDCALL-07'), async () => {
    const rig = await rigged();
    const reader = { appended: async (key: string) => (key.startsWith('hard_call:') ? [{ position: 1, event: { payload: { call: { ...hardCall(1), raised_at_step: 'elsewhere' } } } } as never] : []) };
    expect((await refusalOf(raiseHardCall(WISH, { ...rig.ports, reader }, ON))).data).toEqual({ code: 'hard_call.asked_too_often', detail: `the same question was put ${SAME_QUESTION_MAX} times in this run` });
  });
});

describe('a question that a run puts in its own words', () => {
  const asker = ({ ports }: Awaited<ReturnType<typeof rigged>>, runId: OversightRig['runId'], within?: number) => askPerson(runId, ports, within === undefined ? {} : { answerWithinMs: within });

  it('is answered with an option as it was offered, or with the words of the person', verifies('KEL-HARDCALL-08'), async () => {
    const rig = await rigged();
    const ask = asker(rig, rig.runId);
    const chosen = ask({ question: 'Which colour?', options: ['Light Blue', 'red'] }, ON);
    await rig.answer({ option: 'light blue' })();
    expect(await chosen).toBe('Light Blue');
    const free = ask({ question: 'Which colour?', options: [] }, ON);
    await rig.answer({ words: 'green' })();
    expect(await free).toBe('green');
  });

  it('is a second question when it is put twice, and the one under way after a restart', verifies('KEL-HARDCALL-08'), async () => {
    const rig = await rigged();
    const question = { question: 'Shall I go on?', options: ['yes', 'no'] };
    const ask = asker(rig, rig.runId);
    const first = ask(question, ON);
    await rig.answer({ option: 'yes' })();
    expect(await first).toBe('yes');
    const stop = new AbortController();
    const second = ask(question, stop.signal);
    const pending = await rig.pending();
    expect(pending).toHaveLength(1);
    stop.abort(new Error('stopped'));
    await expect(second).rejects.toThrow('stopped');
    const resumed = asker(rig, rig.runId)(question, ON);
    expect(await rig.pending()).toEqual(pending);
    await rig.answer({ option: 'no' })();
    expect(await resumed).toBe('no');
  });

  it('fails for the tool when nobody answers', verifies('KEL-HARDCALL-08'), async () => {
    const rig = await rigged();
    const asked = asker(rig, rig.runId, 1_000)({ question: 'Which colour?', options: [] }, ON);
    await rig.pending();
    rig.clock.advance(1_000);
    rig.timer.fire();
    expect(await refusalOf(asked)).toEqual({ code: 'tool.nobody_to_ask', message: 'The person did not answer in time.', next_step: 'Go on without the answer where that is safe, and say in the end what you assumed.', data: { question: 'Which colour?' } });
  });
});

describe('a step that may have happened', () => {
  async function crashed() {
    const rig = await rigged();
    const dead = await rig.open();
    const effect = { ...shout('destructive', () => new Promise<string>(() => undefined)), name: 'tool.call' };
    void dead.step('execute/1', effect, { text: 'send' }).catch(() => undefined);
    await quiet();
    const performed: string[] = [];
    const open = async () => {
      const journal = await rig.open();
      const again = { ...shout('destructive', async ({ text }) => (performed.push(text), 'SENT')), name: 'tool.call' };
      const step = () => journal.step('execute/1', again, { text: 'send' });
      const error = await step().catch((thrown: unknown) => thrown as KeelsonError<'journal.unresolved'>);
      return { journal, step, error: error as KeelsonError<'journal.unresolved'> };
    };
    return { ...rig, open, performed };
  }

  it('is asked about, with nothing that happens by itself', verifies('KEL-HARDCALL-09'), async () => {
    const rig = await crashed();
    const { error } = await rig.open();
    const wish = unresolvedStepCall(rig.runId, error.data);
    expect({ kind: wish.call_kind, options: wish.options.map(({ option_id, causes_side_effect }) => [option_id, causes_side_effect]), policy: wish.pending_policy, prompt: wish.prompt_text.slice(0, 60), tail: wish.prompt_text.slice(-26), step: wish.raised_at_step }).toEqual({
      kind: 'effect_outcome_unknown',
      options: [['did_happen', false], ['did_not_happen', true], ['look_first', false]],
      policy: { blocking_scope: 'entire_run', blocked_refs: ['execute/1'], allowed_to_continue_refs: [], context_visible_to_continuing_modules: 'hard_call_pending_summary', on_defer: 'pause_scope', on_timeout: 'escalate' },
      prompt: 'Did this happen? The step execute/1 (tool.call) was begun at',
      tail: '{"value":{"text":"send"}}'.padStart(26, ' '),
      step: 'execute/1#1',
    });
  });

  it('is done when the person says that it did not happen', verifies('KEL-HARDCALL-09'), async () => {
    const rig = await crashed();
    const { error, journal, step } = await rig.open();
    const resolving = resolveStep(error, journal, rig.ports, ON);
    await rig.answer({ option: 'did_not_happen' })();
    await resolving;
    expect([await step(), rig.performed]).toEqual(['SENT', ['send']]);
  });

  it('is not done again when it happened, and what it gave is not made up', verifies('KEL-HARDCALL-09'), async () => {
    const rig = await crashed();
    const { error, journal, step } = await rig.open();
    const resolving = resolveStep(error, journal, rig.ports, ON, () => 'as the person found it');
    await rig.answer({ option: 'did_happen' })();
    await resolving;
    expect([await step(), rig.performed]).toEqual(['as the person found it', []]);
  });

  it('is asked about again after the person has looked', verifies('KEL-HARDCALL-09'), async () => {
    const rig = await crashed();
    const { error, journal } = await rig.open();
    const looking = resolveStep(error, journal, rig.ports, ON);
    await rig.answer({ option: 'look_first' })();
    await expect(looking).rejects.toBe(error);
    const resumed = await rig.open();
    const unknowing = resolveStep(resumed.error, resumed.journal, rig.ports, ON, () => undefined);
    await rig.answer({ option: 'did_happen' })();
    await expect(unknowing).rejects.toBe(resumed.error);
    expect(rig.performed).toEqual([]);
  });
});
