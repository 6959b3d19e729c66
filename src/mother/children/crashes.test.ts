import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calls, delegates, done, dyingAt, familyRig, never, READS, type FamilyRig } from '../../../test/support/family-rig.ts';
import { DEFAULT_BUDGET, documentKey, OpenChildren, runChildStarted, type CounterAmounts, type RunId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';

/** What a rig's model says depends only on what it was told, never on how often it was asked. */
function steadyTurns() {
  return [
    { ...done('The child found hello.'), when: { last_user_contains: 'Look into it', tool_result: { contains: 'It says hello.' } } },
    { ...delegates({ task: 'Read a.txt for me.' }), when: { last_user_contains: 'Look into it' } },
    { ...done('It says hello.'), when: { last_user_contains: 'Read a.txt for me.', tool_result: { contains: 'hello' } } },
    { ...READS, when: { last_user_contains: 'Read a.txt for me.' } },
  ];
}

/** What was spent and set aside of each unit after every change of a counter, and whether that was ever more than there is. */
async function everExceeded(rig: FamilyRig): Promise<string[]> {
  const limits = new Map<string, CounterAmounts>();
  const held = new Map<string, Map<string, CounterAmounts>>();
  const spent = new Map<string, CounterAmounts>();
  const exceeded: string[] = [];
  for (const { event } of await rig.entries()) {
    if (event.aggregate !== 'counter' || event.payload === null) continue;
    const counter = event.aggregate_id;
    const payload = event.payload as { limits?: CounterAmounts; reservation_id?: string; amounts?: CounterAmounts; charged?: CounterAmounts };
    if (event.type === 'counter.opened') limits.set(counter, payload.limits ?? {});
    const open = held.get(counter) ?? new Map<string, CounterAmounts>();
    held.set(counter, open);
    if (event.type === 'counter.reserved') open.set(payload.reservation_id ?? '', payload.amounts ?? {});
    if (event.type === 'counter.settled') {
      open.delete(payload.reservation_id ?? '');
      const before = spent.get(counter) ?? {};
      spent.set(counter, Object.fromEntries(Object.keys({ ...before, ...payload.charged }).map((unit) => [unit, (before[unit] ?? 0) + (payload.charged?.[unit] ?? 0)])));
    }
    for (const [unit, limit] of Object.entries(limits.get(counter) ?? {})) {
      const taken = (spent.get(counter)?.[unit] ?? 0) + [...open.values()].reduce((sum, amounts) => sum + (amounts[unit] ?? 0), 0);
      if (counter.startsWith('budget:run:') && taken > limit) exceeded.push(`${counter} ${unit}: ${taken} of ${limit} at ${event.type}`);
    }
  }
  return exceeded;
}

describe('a process that dies while it or its child works', () => {
  it('leaves one child, one letter and two ends, wherever it dies, and no budget is exceeded', verifies('KEL-CHILD-04', 'KEL-CHILD-11', 'KEL-CHILD-12'), async () => {
    const whole = await familyRig(steadyTurns());
    const counting = dyingAt(Number.POSITIVE_INFINITY, false);
    expect((await whole.run({ request: 'Look into it.' }, {}, counting.through)).termination.reason).toBe('success');
    expect(await everExceeded(whole)).toEqual([]);
    const total = counting.written();
    // Every eleventh append, alternately done and not done, is a place in every part of the two runs.
    for (let nth = 3; nth <= total; nth += 11) {
      const rig = await familyRig(steadyTurns());
      const dying = dyingAt(nth, nth % 2 === 0);
      await rig.run({ request: 'Look into it.' }, {}, dying.through).catch(() => undefined);
      const { termination } = await rig.run({ request: 'Look into it.' });
      expect([nth, termination.reason, (await rig.runs()).length, (await rig.letters()).length, (await rig.ends()).length, await everExceeded(rig)]).toEqual([nth, 'success', 2, 1, 2, []]);
    }
  });
});

describe('a child that somebody goes on with alone', () => {
  it('tells its parent, which finds that when it is gone on with', verifies('KEL-CHILD-04', 'KEL-CHILD-12'), async () => {
    const stop = new AbortController();
    const rig = await familyRig([delegates(), never, READS, done('It says hello.'), done('The child found hello.')], { onRequest: ({ number }) => void (number === 2 && stop.abort()) });
    await expect(rig.run({ signal: stop.signal })).rejects.toThrow();
    const [parent, child] = await rig.runs();
    const key = `child:${parent}:${sha256Hex('execute/1/1/attempt-1/turn-1/tool-1')}`;
    expect((await rig.run({ request: 'Read a.txt and say what it says.', idempotencyKey: key })).runId).toBe(child);
    expect([await rig.letters(), OpenChildren.parse((await rig.documents.get(documentKey.childrenOpen()))?.body).open]).toMatchObject([[{ child_run_id: child, output: 'It says hello.' }], []]);
    const { termination, answer } = await rig.run();
    expect([termination.reason, answer, (await rig.letters()).length, rig.server.requests().length]).toEqual(['success', 'The child found hello.', 1, 5]);
  });

  it('while somebody else works on it, leaves its parent to be gone on with', verifies('KEL-CHILD-12'), async () => {
    const stop = new AbortController();
    const rig = await familyRig([delegates(), never], { onRequest: ({ number }) => void (number === 2 && stop.abort()) });
    await expect(rig.run({ signal: stop.signal })).rejects.toThrow();
    const [parent, child] = await rig.runs();
    await rig.ports.leases.hold(`run:${child}`, 'somebody-else', {}, async () => {
      await expect(rig.run()).rejects.toMatchObject({ code: 'run.waits_for_child', data: { run_id: parent, child_run_id: child } });
    });
    expect(await rig.ends()).toEqual([]);
  });

  it('cannot be started under a parent that has ended', verifies('KEL-CHILD-10'), async () => {
    const rig = await familyRig([delegates(), READS, done('It says hello.'), done('The child found hello.'), READS, done('Once more.')]);
    const { runId } = await rig.run();
    const [started] = await rig.told('run.child_started');
    const { order } = runChildStarted.payload.parse(started);
    const late = await rig.run({ request: 'And again.', idempotencyKey: 'late', childOf: { ...order, call: 'elsewhere' } }).catch((error: unknown) => error);
    expect([late, (await rig.runs()).length]).toMatchObject([{ code: 'counter.closed', data: { counter: documentKey.runBudget(runId) } }, 2]);
  });
});

describe('the budget of a child', () => {
  it('is a share of what its parent has left, and comes back but for what it spent', verifies('KEL-CHILD-11'), async () => {
    const rig = await familyRig([delegates({ budget_percent: 25 }), READS, done('It says hello.'), done('The child found hello.')]);
    const { runId } = await rig.run({ limits: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 9 } });
    const [, child] = await rig.runs();
    const [parentCounter, childCounter] = [await rig.counter(runId), await rig.counter(child as RunId)];
    const [letter] = await rig.letters();
    expect([childCounter.limits['tool_calls'], childCounter.limits['cloud_calls'], childCounter.parent?.counter, childCounter.spent['tool_calls'], letter?.spent]).toEqual([2, 12, documentKey.runBudget(runId), 1, childCounter.spent]);
    expect([parentCounter.spent['tool_calls'], (parentCounter.spent['tokens'] ?? 0) >= (childCounter.spent['tokens'] ?? 0)]).toEqual([2, true]);
    expect(await everExceeded(rig)).toEqual([]);
  });

  it('that is used up ends the child and leaves its parent the rest', verifies('KEL-CHILD-11', 'KEL-CHILD-05'), async () => {
    const rig = await familyRig([delegates({ budget_percent: 10 }), READS, calls('read_file', { path: 'b.txt' }), READS, done('I read it myself.')]);
    const { termination } = await rig.run({ limits: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 10 } });
    expect([(await rig.letters()).map(({ reason }) => reason), termination.reason]).toEqual([['budget_exhausted'], 'success']);
    expect(await everExceeded(rig)).toEqual([]);
  });

  it('is nothing where the parent has nothing to give', verifies('KEL-CHILD-11'), async () => {
    const rig = await familyRig([delegates(), READS, done('I read it myself.')]);
    await rig.run({ limits: { ...DEFAULT_BUDGET.per_run, max_parallel_agents: 1 } });
    expect([(await rig.runs()).length, (await rig.told('run.tool_ended')).map(({ outcome }) => (outcome as { error: { code: string; data: unknown } | null }).error?.data)]).toEqual([1, [{ run_id: expect.any(String) as unknown, detail: 'nothing is left of parallel_agents' }, undefined]]);
  });
});
