import { describe, expect, it, vi } from 'vitest';
import { message, runId as run } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { oversightRig, type OversightRig } from '../../../test/support/oversight-rig.ts';
import { FunctionCallId, type RunId } from '../../contracts/index.ts';
import { skipWaiting } from '../cancel/skip.ts';
import { answerFunctionCalls } from './answer-function-calls.ts';
import { clientOfRun, idOfCall, type ClientOfRun } from './ask-client.ts';
import { readFunctionCall } from './read-function-call.ts';

const [LYME, HULL] = [{ name: 'weather', arguments: { place: 'Lyme' }, call: 'turn-1/tool-1' }, { name: 'weather', arguments: { place: 'Hull' }, call: 'turn-1/tool-2' }];
const WITHIN_MS = 60_000;
const OTHER_RUN = run(8);

/** A run with a client, as each process that works on it makes itself one. */
function clientIn(rig: OversightRig, runId: RunId = rig.runId): ClientOfRun {
  const { documents, bus, reader } = rig.person;
  return clientOfRun(runId, { log: rig.writer, reader, documents, bus, clock: rig.clock, timer: rig.timer }, { answerWithinMs: WITHIN_MS });
}

const toldIn = async (rig: OversightRig): Promise<string[][]> => {
  const appends: string[][] = [];
  for (const { event, append } of await rig.person.reader.readAll({ after: 0, limit: 500 })) {
    if (event.type !== 'function_call.asked') continue;
    if (append !== undefined) appends.push([]);
    appends.at(-1)?.push((event.payload as { call: { call: string } }).call.call);
  }
  return appends;
};

const known = (rig: OversightRig, call: string) => readFunctionCall(idOfCall(rig.runId, call), rig.person.documents);
const answer = (rig: OversightRig, said: readonly (readonly [call: string, output: string])[], runId = rig.runId) => answerFunctionCalls(said.map(([call, output]) => ({ callId: idOfCall(runId, call), output })), 'owner', rig.person);
const asked = async (rig: OversightRig, call: string): Promise<void> => {
  for await (const { event } of rig.person.bus.tap({ after: 0, signal: AbortSignal.timeout(10_000) })) if (event.aggregate_id === idOfCall(rig.runId, call) && event.type === 'function_call.asked') return;
};
const never = new AbortController().signal;

describe('a function of a client', () => {
  it('is asked for with all that is on its way, in one append, and gives what the client says', verifies('KEL-FUNC-02'), async () => {
    const rig = await oversightRig();
    const client = clientIn(rig);
    const overs = [LYME, HULL].map(({ call }) => client.begin(call));
    const first = client.ask(LYME, never);
    await rig.writer.append({ key: 'meanwhile', events: [message('ses_01JCQZ9Y5D0000000000000001', 'hello')] });
    expect(await toldIn(rig)).toEqual([]);
    const second = client.ask(HULL, never);
    await asked(rig, HULL.call);
    expect(await toldIn(rig)).toEqual([[LYME.call, HULL.call]]);
    await answer(rig, [[LYME.call, 'windy'], [HULL.call, 'calm']]);
    expect(await Promise.all([first, second])).toEqual(['windy', 'calm']);
    for (const over of overs) over();
  });

  it('waits for no call that ended before it was asked for', verifies('KEL-FUNC-02'), async () => {
    const rig = await oversightRig();
    const client = clientIn(rig);
    const [, refused] = [client.begin(LYME.call), client.begin(HULL.call)];
    const first = client.ask(LYME, never);
    refused();
    await asked(rig, LYME.call);
    await answer(rig, [[LYME.call, 'windy']]);
    expect([await first, await toldIn(rig)]).toEqual(['windy', [[LYME.call]]]);
  });

  it('is not asked for when the run is stopped before all of its turn are here', verifies('KEL-FUNC-02'), async () => {
    const rig = await oversightRig();
    const client = clientIn(rig);
    const [, refused] = [client.begin(LYME.call), client.begin(HULL.call)];
    const stop = new AbortController();
    const held = client.ask(LYME, stop.signal);
    const failed = expect(held).rejects.toThrow('stopped');
    await known(rig, LYME.call);
    stop.abort(new Error('stopped'));
    refused();
    await failed;
    expect(await toldIn(rig)).toEqual([]);
  });

  it('is the same call for whoever goes on with the run, and takes an answer that was given meanwhile', verifies('KEL-FUNC-04'), async () => {
    const rig = await oversightRig();
    const stop = new AbortController();
    const before = clientIn(rig).ask(LYME, stop.signal);
    await asked(rig, LYME.call);
    stop.abort(new Error('stopped'));
    await expect(before).rejects.toThrow('stopped');
    expect((await known(rig, LYME.call))?.settlement).toBeNull();
    await answer(rig, [[LYME.call, 'windy']]);
    const client = clientIn(rig);
    client.begin(LYME.call);
    client.begin(HULL.call);
    const [again, other] = [client.ask(LYME, never), client.ask(HULL, never)];
    expect(await again).toBe('windy');
    await asked(rig, HULL.call);
    await answer(rig, [[HULL.call, 'calm']]);
    expect([await other, await toldIn(rig)]).toEqual(['calm', [[LYME.call], [HULL.call]]]);
    expect([FunctionCallId.safeParse(idOfCall(rig.runId, LYME.call)).success, idOfCall(rig.runId, LYME.call) === idOfCall(rig.runId, HULL.call)]).toEqual([true, false]);
  });

  it('tells no secrets, neither those that it is called with nor those that it gives', verifies('KEL-FUNC-07'), async () => {
    const rig = await oversightRig();
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
    const called = clientIn(rig).ask({ ...LYME, arguments: { key: secret } }, never);
    await asked(rig, LYME.call);
    await answer(rig, [[LYME.call, `It is ${secret}.`]]);
    expect([await called, (await known(rig, LYME.call))?.call.arguments]).toEqual(['It is [SECRET].', { key: '[SECRET]' }]);
  });

  it('that nobody answers is not waited for after its time, nor once a person leaves it out', verifies('KEL-FUNC-06'), async () => {
    const rig = await oversightRig();
    const late = clientIn(rig).ask(LYME, never).catch((error: unknown) => error);
    await asked(rig, LYME.call);
    await vi.waitFor(() => expect(rig.timer.pending()).toEqual([WITHIN_MS]));
    rig.clock.advance(WITHIN_MS);
    rig.timer.fire();
    expect(await late).toMatchObject({ code: 'tool.nobody_to_ask', message: expect.stringContaining('The client did not answer since') as unknown });
    const skipped = clientIn(rig).ask(HULL, never).catch((error: unknown) => error);
    await asked(rig, HULL.call);
    const wish = { id: idOfCall(rig.runId, HULL.call), reason: 'user_directed' as const, skippedBy: 'ada', idempotencyKey: 'k' };
    expect(await skipWaiting(wish, { ...rig.person, clock: rig.clock })).toMatchObject({ target_ref: wish.id, downstream_effect: 'none' });
    expect(await skipped).toMatchObject({ code: 'tool.nobody_to_ask', message: 'The client gave no answer to weather: Left out by ada (user_directed).' });
    await expect(skipWaiting({ ...wish, idempotencyKey: 'k2' }, { ...rig.person, clock: rig.clock })).rejects.toMatchObject({ code: 'function_call.settled' });
    await expect(skipWaiting({ ...wish, id: idOfCall(rig.runId, 'elsewhere') }, { ...rig.person, clock: rig.clock })).rejects.toMatchObject({ code: 'function_call.unknown' });
    await expect(answer(rig, [[HULL.call, 'calm']])).rejects.toMatchObject({ code: 'function_call.settled', data: { by: 'skipped' } });
  });
});

describe('an answer to calls of functions', () => {
  it('stands once it is given: the same again is none, another one and half of another one are refused', verifies('KEL-FUNC-09'), async () => {
    const rig = await oversightRig();
    const client = clientIn(rig);
    const calls = [client.ask(LYME, never), client.ask(HULL, never)];
    await Promise.all([asked(rig, LYME.call), asked(rig, HULL.call)]);
    expect(await answer(rig, [[LYME.call, 'windy']])).toBe(rig.runId);
    expect(await answer(rig, [[LYME.call, 'windy']])).toBe(rig.runId);
    await expect(answer(rig, [[HULL.call, 'calm'], [LYME.call, 'stormy']])).rejects.toMatchObject({ code: 'function_call.settled', data: { call_id: idOfCall(rig.runId, LYME.call), by: 'owner' } });
    expect((await known(rig, HULL.call))?.settlement).toBeNull();
    // Two that say the same at one moment are one; of two that differ one stands, and the other hears of it.
    expect(await Promise.all([answer(rig, [[HULL.call, 'calm']]), answer(rig, [[HULL.call, 'calm']])])).toEqual([rig.runId, rig.runId]);
    expect(await Promise.all(calls)).toEqual(['windy', 'calm']);
  });

  it('is refused for calls that nobody made, twice at once, of two runs, and of a run that has ended', verifies('KEL-FUNC-09'), async () => {
    const rig = await oversightRig();
    const calls = [clientIn(rig).ask(LYME, never), clientIn(rig, OTHER_RUN).ask(HULL, never)];
    await asked(rig, LYME.call);
    for await (const { event } of rig.person.bus.tap({ after: 0, signal: AbortSignal.timeout(10_000) })) if (event.aggregate_id === idOfCall(OTHER_RUN, HULL.call)) break;
    const both = [{ callId: idOfCall(rig.runId, LYME.call), output: 'windy' }, { callId: idOfCall(OTHER_RUN, HULL.call), output: 'calm' }];
    await expect(answer(rig, [['elsewhere', 'windy']])).rejects.toMatchObject({ code: 'function_call.unknown' });
    await expect(answer(rig, [[LYME.call, 'windy'], [LYME.call, 'windy']])).rejects.toMatchObject({ code: 'input.invalid', message: 'One call is answered twice at once.' });
    await expect(answerFunctionCalls(both, 'owner', rig.person)).rejects.toMatchObject({ code: 'input.invalid', data: { issues: [{ path: 'answers', message: 'of several runs' }] } });
    const third = clientIn(rig).ask({ ...LYME, call: 'turn-2/tool-1' }, never).catch(() => undefined);
    await asked(rig, 'turn-2/tool-1');
    await skipWaiting({ id: idOfCall(rig.runId, 'turn-2/tool-1'), reason: 'user_directed', skippedBy: 'ada', idempotencyKey: 'k' }, { ...rig.person, clock: rig.clock });
    await third;
    await rig.end();
    for (const call of [LYME.call, 'turn-2/tool-1']) await expect(answer(rig, [[call, 'windy']])).rejects.toMatchObject({ code: 'run.ended' });
    expect((await known(rig, LYME.call))?.settlement).toBeNull();
    await answer(rig, [[HULL.call, 'calm']], OTHER_RUN);
    expect(await calls[1]).toBe('calm');
  });
});
