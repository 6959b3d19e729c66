import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runId as otherRun } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { oversightRig, personAt, type OversightRig } from '../../../test/support/oversight-rig.ts';
import type { ModelMessage, SteeringMessage } from '../../contracts/index.ts';
import { steerRun } from './steer-run.ts';
import { steeringInbox, untakenSteering } from './steering-inbox.ts';
import { STEERING_TAKEN_CHARS_MAX, takeSteering } from './take-steering.ts';
import { steeringMessages, withSteering } from './place-steering.ts';

const say = ({ runId, person }: OversightRig, text: string, key = text) => steerRun({ runId, text, sentBy: 'ada', idempotencyKey: key }, person);
const texts = (messages: readonly SteeringMessage[]): string[] => messages.map(({ text }) => text);

describe('a message to a run at work', () => {
  it('is heard before the next model call, in the order in which it came, and once', verifies('KEL-STEER-01', 'MAH-10A-1'), async () => {
    const rig = await oversightRig();
    const journal = await rig.open();
    const inbox = steeringInbox(rig.runId, rig.log);
    const take = (key: string) => takeSteering({ runId: rig.runId, key, journal, inbox });
    const sent = [await say(rig, 'Use the other file.'), await say(rig, 'And be quick.')];
    expect(await take('turn-1/steering')).toEqual(sent);
    expect(await take('turn-2/steering')).toEqual([]);
    const third = await say(rig, 'Thank you.');
    expect(await untakenSteering(rig.runId, rig.log)).toEqual([third]);
    expect(await take('turn-3/steering')).toEqual([third]);
    expect(await untakenSteering(rig.runId, rig.log)).toEqual([]);
    const taken = (await rig.events()).filter(({ type }) => type === 'run.steering_taken').map(({ payload }) => payload);
    expect(taken).toEqual([
      { run_id: rig.runId, call: 'turn-1/steering', messages: sent },
      { run_id: rig.runId, call: 'turn-3/steering', messages: [third] },
    ]);
  });

  it('is read from the log once, by all that work on the run together', verifies('KEL-FAST-04'), async () => {
    const rig = await oversightRig();
    const sent = [await say(rig, 'First.'), await say(rig, 'Second.')];
    const readAfter: number[] = [];
    const inbox = steeringInbox(rig.runId, { read: (stream, options) => (readAfter.push(options?.after ?? 0), rig.log.read(stream, options)) });
    expect(await Promise.all([inbox.untaken(), inbox.untaken()])).toEqual([sent, sent]);
    const third = await say(rig, 'Third.');
    expect(await inbox.untaken()).toEqual([...sent, third]);
    expect(readAfter.filter((after) => after === 0)).toHaveLength(1);
  });

  it('is heard however many pages of the log stand before it, short ones too', verifies('KEL-FAST-04'), async () => {
    const rig = await oversightRig();
    const sent = [await say(rig, 'First.'), await say(rig, 'Second.'), await say(rig, 'Third.')];
    const oneByOne: Pick<OversightRig['log'], 'read'> = { read: (stream, options) => rig.log.read(stream, { ...options, limit: 1 }) };
    expect(await steeringInbox(rig.runId, oneByOne).untaken()).toEqual(sent);
  });

  it('is heard again at the same place by a run that is gone on with, whatever came since', verifies('KEL-STEER-02'), async () => {
    const rig = await oversightRig();
    const sent = await say(rig, 'Use the other file.');
    const before = await rig.open();
    await takeSteering({ runId: rig.runId, key: 'turn-1/steering', journal: before, inbox: steeringInbox(rig.runId, rig.log) });
    await before.close();
    const later = await say(rig, 'Stop after that.');
    const journal = await rig.open();
    const inbox = steeringInbox(rig.runId, rig.log);
    expect(await takeSteering({ runId: rig.runId, key: 'turn-1/steering', journal, inbox })).toEqual([sent]);
    expect(await takeSteering({ runId: rig.runId, key: 'turn-2/steering', path: 'execute/1/turn-2', journal, inbox })).toEqual([later]);
    expect((await rig.events()).at(-1)).toEqual({ type: 'run.steering_taken', payload: { run_id: rig.runId, call: 'execute/1/turn-2', messages: [later] } });
  });

  it('waits for the next call when too much was said at once', verifies('KEL-STEER-01'), async () => {
    const rig = await oversightRig();
    const journal = await rig.open();
    const inbox = steeringInbox(rig.runId, rig.log);
    const half = 'x'.repeat(STEERING_TAKEN_CHARS_MAX / 2);
    for (const at of ['1', '2', '3']) await say(rig, half, at);
    const take = async (key: string) => (await takeSteering({ runId: rig.runId, key, journal, inbox })).length;
    expect([await take('turn-1'), await take('turn-2'), await take('turn-3')]).toEqual([2, 1, 0]);
  });

  it('is sent once however often it is sent under one key, and nothing else under that key', verifies('KEL-STEER-03'), async () => {
    const rig = await oversightRig();
    const other = personAt(rig.store, rig.clock);
    const wish = { runId: rig.runId, text: ' Use the other file.\n', sentBy: 'ada', idempotencyKey: 'k' };
    const [one, two] = await Promise.all([steerRun(wish, rig.person), steerRun(wish, other)]);
    expect([one.text, one, await steerRun(wish, other)]).toEqual(['Use the other file.', two, two]);
    expect(await untakenSteering(rig.runId, rig.log)).toEqual([one]);
    expect((await refusalOf(steerRun({ ...wish, text: 'Something else.' }, rig.person))).code).toBe('ledger.key_reused');
  });

  it('is refused without words, with too many, for a run that nobody knows and for one that has ended', verifies('KEL-STEER-04'), async () => {
    const rig = await oversightRig();
    const wish = { runId: rig.runId, text: 'Hello.', sentBy: 'ada', idempotencyKey: 'k' };
    expect((await refusalOf(steerRun({ ...wish, text: ' \n' }, rig.person))).code).toBe('input.invalid');
    expect((await refusalOf(steerRun({ ...wish, text: 'x'.repeat(16_001) }, rig.person))).code).toBe('input.invalid');
    expect(await refusalOf(steerRun({ ...wish, runId: otherRun(8) }, rig.person))).toMatchObject({ code: 'run.unknown', data: { run_id: otherRun(8) } });
    await rig.end();
    expect(await refusalOf(steerRun(wish, rig.person))).toMatchObject({ code: 'run.ended', data: { run_id: rig.runId, reason: 'success' } });
    expect(await untakenSteering(rig.runId, rig.log)).toEqual([]);
  });

  it('carries no key or password into the log', verifies('KEL-STEER-06'), async () => {
    const rig = await oversightRig();
    const { text } = await say(rig, 'Use sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH here.', 'k');
    expect([text.startsWith('Use '), text.endsWith(' here.'), text.includes('abcdefghijkl')]).toEqual([true, true, false]);
  });

  it('is told to be too late when the run ends while it is sent', verifies('KEL-STEER-04'), async () => {
    const rig = await oversightRig();
    const append: typeof rig.person.log.append = async (wish) => {
      await rig.end();
      return rig.person.log.append(wish);
    };
    expect((await refusalOf(steerRun({ runId: rig.runId, text: 'Hello.', sentBy: 'ada', idempotencyKey: 'k' }, { ...rig.person, log: { append } }))).code).toBe('run.ended');
    expect(texts(await untakenSteering(rig.runId, rig.log))).toEqual(['Hello.']);
  });
});

describe('the place of a message', () => {
  const sent = (...said: string[]): SteeringMessage[] => said.map((text) => ({ message_id: 'cmd_01JCQZ9Y5D0000000000000001' as SteeringMessage['message_id'], text, sent_by: 'ada' }));
  const user = (...said: string[]): ModelMessage => ({ role: 'user', content: said.map((text) => ({ type: 'text', text })) });
  const calls: ModelMessage = { role: 'assistant', content: [{ type: 'tool_call', call_id: 'c1', name: 'read', arguments_text: '{}' }] };
  const result: ModelMessage = { role: 'tool', content: [{ type: 'tool_result', call_id: 'c1', name: 'read', content: [], is_error: false }] };

  it('is right after the last tool result, all of them as one message of the person', verifies('KEL-STEER-05', 'MAH-10A-2'), () => {
    expect(withSteering([user('task'), calls, result], sent('a', 'b'))).toEqual([user('task'), calls, result, user('a', 'b')]);
    expect(steeringMessages(sent('a'))).toEqual([user('a')]);
    expect(steeringMessages([])).toEqual([]);
  });

  it('is in what the person said last, when nobody has spoken since', verifies('KEL-STEER-05'), () => {
    expect(withSteering([user('task')], sent('a'))).toEqual([user('task', 'a')]);
    const conversation = [user('task'), calls, result];
    expect(withSteering(conversation, [])).toBe(conversation);
  });

  it('is never between a call and its result', verifies('KEL-STEER-05'), () => {
    expect(() => withSteering([user('task'), calls], sent('a'))).toThrow('every tool call has its result');
  });

  it('leaves what was there as it was and the roles alternating', verifies('KEL-STEER-05'), () => {
    const answer: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'done' }] };
    fc.assert(
      fc.property(fc.array(fc.constantFrom('turn', 'answer')), fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (turns, said) => {
        const conversation = [user('task'), ...turns.flatMap((turn) => (turn === 'turn' ? [calls, result] : [answer, user('next')]))];
        const steered = withSteering(conversation, sent(...said));
        const roles = steered.map(({ role }) => role);
        expect(roles.some((role, at) => role === 'user' && roles[at + 1] === 'user')).toBe(false);
        const parts = (messages: readonly ModelMessage[]) => messages.flatMap((message): unknown[] => (message.role === 'system' ? [] : message.content));
        expect(parts(steered)).toEqual(parts([...conversation, ...steeringMessages(sent(...said))]));
      }),
    );
  });
});
