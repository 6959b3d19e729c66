import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calls, cancellable, delegates, done, familyRig, never, READS } from '../../../test/support/family-rig.ts';
import { ENDED } from '../../../test/support/run-samples.ts';
import { CHILDREN_MAX, documentKey, type RecalledPlace, type RunId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { createCounterOperations } from '../../ledger/index.ts';
import type { TaskPorts } from '../task/task-ports.ts';
import { builtinTools, clientTool, type Tool } from '../../tools/index.ts';
import { endLostChildren } from './end-children.ts';

const HOUR_MS = 3_600_000;

describe('work that is handed to a child', () => {
  it('is done by a run of its own, whose checked result comes back as that of the call', verifies('KEL-CHILD-01', 'KEL-CHILD-04'), async () => {
    const rig = await familyRig([delegates(), READS, done('It says hello.'), done('The child found hello.')]);
    const { termination, answer } = await rig.run();
    const [parent, child] = await rig.runs();
    expect([termination.reason, answer]).toEqual(['success', 'The child found hello.']);
    expect(await rig.letters()).toMatchObject([{ child_run_id: child, call: 'execute/1/1/attempt-1/turn-1/tool-1', reason: 'success', output: 'It says hello.', is_whole: true, unmet_criteria: [], changes: [] }]);
    expect(await rig.ends()).toEqual([[child, 'success'], [parent, 'success']]);
    expect(JSON.stringify(rig.sent()[3]?.messages.at(-1))).toContain('It says hello.');
    expect((await rig.log.appended(`${child}:terminated`)).map(({ event }) => [event.type, event.aggregate_id])).toEqual([['run.child_returned', parent], ['run.replay_sealed', child], ['run.envelope_returned', child], ['run.terminated', child], ['counter.closed', `budget:run:${child}`], ['counter.settled', `budget:run:${parent}`]]);
  });

  it('needs a yes, and without one there is no child', verifies('KEL-CHILD-02', 'MAH-10C-1'), async () => {
    const rig = await familyRig([delegates(), READS, done('I read it myself.')], { answer: () => ({ answer: 'denied', reason: 'nobody is there' }) });
    await rig.run();
    expect(rig.asked.map(({ decision, reasons }) => [decision.tool_id, reasons])).toEqual([['delegate', ['tool.approval_required: Hand a part of the work that stands on its own to another run, and wait for its checked result always needs a yes.']]]);
    expect([(await rig.runs()).length, (await rig.told('run.tool_refused')).map(({ stage }) => stage)]).toEqual([1, ['approval']]);
  });

  it('is told after a yes with whose result it is, how far it may be relied on, and what it changed', verifies('KEL-CHILD-02', 'KEL-CHILD-06'), async () => {
    for (const [turns, told] of [[[READS], ''], [[calls('write_file', { path: 'b.txt', content: 'one\n' })], ' It changed b.txt.']] as const) {
      const rig = await familyRig([delegates(), ...turns, done('It is done.'), done('The child did it.')]);
      expect((await rig.run()).termination.reason).toBe('success');
      const [, child] = await rig.runs();
      const [letter] = await rig.letters();
      expect(JSON.stringify(rig.sent()[3]?.messages.at(-1))).toContain(`It is done.\\n[${child}: It met all its own criteria, as its record shows; whether they are yours is for you to check. What it says rests on words of the class ${letter?.taint_class}.${told}]`);
    }
  });

  it('that failed is a call that failed, and the parent cannot succeed on its word', verifies('KEL-CHILD-05'), async () => {
    const trusts = Array.from({ length: 30 }, () => done('The child did it.'));
    const rig = await familyRig([delegates({ budget_percent: 10 }), ...trusts]);
    const { termination } = await rig.run();
    const [parent] = await rig.runs();
    const [letter] = await rig.letters();
    const [ended] = (await rig.told('run.tool_ended')).filter(({ run_id: id }) => id === parent).map(({ outcome }) => outcome as { status: string; error: { code: string; message: string } });
    expect(ended?.error.message).toBe(`${letter?.child_run_id} ended as ${letter?.reason}: ${letter?.details}`);
    expect([letter?.reason === 'success', ended?.status, ended?.error.code, termination.reason === 'success']).toEqual([false, 'failed', 'run.child_failed', false]);
  });

  it('carries what the child changed, so that it is evidence of the call and can be taken back with it', verifies('KEL-CHILD-06'), async () => {
    const rig = await familyRig([delegates(), calls('write_file', { path: 'b.txt', content: 'one\n' }), calls('write_file', { path: 'b.txt', content: 'two\n' }), done('b.txt is written.'), done('It is there.')]);
    const { runId, termination } = await rig.run();
    const [call] = (await rig.told('run.tool_ended')).filter(({ run_id: id, evidence }) => id === runId && (evidence as { tool_id: string }).tool_id === 'delegate').map(({ outcome }) => outcome as { changes: unknown[]; is_undoable: boolean });
    expect([termination.reason, call?.is_undoable, call?.changes]).toEqual(['success', true, [expect.objectContaining({ path: 'b.txt', kind: 'created', before: null })]]);
  });

  it('leaves out what the child made and took away again', verifies('KEL-CHILD-06'), async () => {
    const rig = await familyRig([delegates(), calls('write_file', { path: 'b.txt', content: 'one\n' }), calls('move_files', { moves: [{ from: 'b.txt', to: 'c.txt' }] }), done('c.txt is written.'), done('It is there.')]);
    await rig.run();
    expect((await rig.letters()).map(({ changes }) => changes.map(({ path, kind }) => [path, kind]))).toEqual([[['c.txt', 'created']]]);
  });

  it('is trusted no further than what the parent had read when it ordered it, or the child since', verifies('KEL-CHILD-07'), async () => {
    const told: [RunId, string, string][] = [];
    const said: [RunId, string][] = [];
    const rig = await familyRig([delegates(), READS, done('It says hello.'), done('Done.')], {
      overseers: ({ runId }) => ({
        provenance: {
          judge: async () => ({ judged: [], origins: [] }),
          classOf: async ({ tool }) => tool.taint,
          eventsFor: () => [],
          observe: async () => undefined,
          ownerSaid: (text) => void said.push([runId, text]),
          wasTold: (_label, taintClass, text) => void told.push([runId, taintClass, text]),
          judgeAnswer: () => ({ verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'external_untrusted', sources: [] }),
        },
      }),
    });
    const { runId } = await rig.run();
    const [, child] = await rig.runs();
    const [letter] = await rig.letters();
    const [call] = (await rig.told('run.tool_ended')).filter(({ run_id: id }) => id === runId).map(({ outcome }) => (outcome as { taint_class: string }).taint_class);
    expect([letter?.taint_class, call]).toEqual(['external_untrusted', 'external_untrusted']);
    expect([said, told.find(([id]) => id === child)]).toEqual([[[runId, 'What is in notes.txt?'], [child, 'What is in notes.txt?']], [child, 'external_untrusted', 'Read a.txt and say what it says.']]);
  });
});

describe('a child', () => {
  it('can use no tool that was not handed to it, whoever asks', verifies('KEL-CHILD-03'), async () => {
    const rig = await familyRig([delegates({ tools: ['read_file'] }), READS, done('It says hello.'), done('Done.')], {
      engine: ({ runner, journal, counters }) => ({
        // Whatever an engine asks for by itself passes the same door.
        judgeTask: async ({ key, signal }) => {
          await runner.call({ toolId: 'write_file', arguments: { path: 'c.txt', content: 'x' }, roleId: 'coder', key: `${key}/own`, journal, counters: [...counters], signal }).catch(() => undefined);
          return { verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'The subtask shows it.' }], summary: 'It is done.' };
        },
      }),
    });
    await rig.run();
    const [parent, child] = await rig.runs();
    const offered = rig.sent().map(({ tools }) => (tools as { function: { name: string } }[] | undefined)?.map((one) => one.function.name).toSorted());
    expect([offered[1], offered[0]?.includes('write_file')]).toEqual([['finish', 'read_file'], true]);
    expect((await rig.told('run.tool_refused')).map(({ run_id: id, tool_id: tool, stage }) => [id, tool, stage])).toEqual([[child, 'write_file', 'role']]);
    expect((await rig.told('run.tool_ended')).filter(({ run_id: id }) => id === parent).map(({ evidence }) => (evidence as { tool_id: string }).tool_id)).toEqual(['delegate', 'write_file']);
  });

  it('is given no tool that the role does not have', verifies('KEL-CHILD-03'), async () => {
    const rig = await familyRig([delegates({ tools: ['read_file', 'send_mail'] }), READS, done('I read it myself.')]);
    expect((await rig.run()).termination.reason).toBe('success');
    expect([(await rig.runs()).length, (await rig.told('run.tool_ended')).map(({ outcome }) => (outcome as { error: { code: string } | null }).error?.code)]).toEqual([1, ['run.child_refused', undefined]]);
  });

  it('is handed nothing that memory keeps out of the round of whoever hands over', verifies('KEL-CHILD-03'), async () => {
    const AT = '2026-11-01T08:00:00.000Z';
    const place: RecalledPlace = { space: 'tool:write_file', entity: 'intent:what_is_in', potentials: { attention: 1, decision: -1, action: 'avoid' }, sops: [], action: 'avoid', written: 1, states: { change_approach: 1 }, first_at: AT, last_at: AT, latest: [], taint_class: 'owner_typed' };
    // Of what the child is asked memory says nothing.
    const memory: TaskPorts['memory'] = { read: async (tags) => (tags.some(({ entity }) => entity === 'intent:what_is_in') ? [place] : []) };
    const rig = await familyRig([delegates({ tools: ['read_file', 'write_file'] }), delegates(), READS, done('It says hello.'), done('It says hello.')]);
    expect((await rig.run({}, { memory })).termination.reason).toBe('success');
    expect(JSON.stringify(rig.sent()[1]?.messages.at(-1))).toContain('write_file is not to be used in this round');
    const [order] = (await rig.told('run.child_started')).map(({ order: one }) => (one as { tools: string[] }).tools);
    expect([order?.includes('read_file'), order?.includes('edit_file'), order?.includes('write_file')]).toEqual([true, true, false]);
  });

  it('is offered no function of its parent\'s client, and can be given none', verifies('KEL-FUNC-07'), async () => {
    const weather = clientTool({ name: 'weather', description: '', parameters: { type: 'object' } }, ['coder', 'librarian', 'research', 'analyst']) as Tool;
    const rig = await familyRig([delegates(), READS, done('It says hello.'), delegates({ tools: ['client__weather'] }), READS, done('Done.')], { tools: [...builtinTools({ webSearch: {} }), weather] });
    expect((await rig.run()).termination.reason).toBe('success');
    const offers = rig.sent().map(({ tools }) => (tools as { function: { name: string } }[]).some((one) => one.function.name === 'client__weather'));
    expect([(await rig.runs()).length, offers]).toEqual([2, [true, false, false, true, true, true]]);
  });

  it('may hand over once more, and its child may not', verifies('KEL-CHILD-08'), async () => {
    const rig = await familyRig([delegates(), delegates({ task: 'Read a.txt for me.' }), READS, done('hello'), done('It says hello.'), done('Done.')]);
    expect((await rig.run()).termination.reason).toBe('success');
    const offers = rig.sent().map(({ tools }) => (tools as { function: { name: string } }[]).some((one) => one.function.name === 'delegate'));
    expect([(await rig.runs()).length, offers]).toEqual([3, [true, true, false, false, true, true]]);
    expect((await rig.told('run.child_started')).map(({ order }) => (order as { depth: number }).depth)).toEqual([1, 2]);
  });

  it('is one of a bounded number', verifies('KEL-CHILD-08'), async () => {
    const rig = await familyRig([delegates(), READS, done('It says hello.'), done('Done.')]);
    const before = await rig.run();
    expect(before.termination.reason).toBe('success');
    const [started] = await rig.told('run.child_started');
    const many = Array.from({ length: CHILDREN_MAX }, (_, at) => ({ type: 'run.child_started', streamId: before.runId, payload: { ...started, child_run_id: `run_01JCQZ9Y5D000000000000001${at}` } }));
    await rig.writer.append({ key: 'many', events: many });
    const { delegating } = await import('./delegate.ts');
    const hand = delegating({ runId: before.runId, wish: {} as never, overseers: {} as never, budget: {} as never, ports: rig.ports, work: () => Promise.reject(new Error('none is started')) });
    await expect(hand({ task: 'One more.', deadlineMinutes: 1, budgetPercent: 1 }, { roleId: 'coder', call: 'elsewhere', signal: new AbortController().signal })).rejects.toMatchObject({ code: 'run.child_refused', data: { detail: `it has had its ${CHILDREN_MAX} children` } });
  });

  it('ends with its parent, when a person cancels that', verifies('KEL-CHILD-09'), async () => {
    const people = cancellable();
    const rig = await familyRig([delegates(), never], { overseers: people.overseers, onRequest: ({ number }) => void (number === 2 && people.cancel(0)) });
    await rig.run();
    const [parent, child] = await rig.runs();
    expect(await rig.ends()).toEqual([[child, 'user_cancelled'], [parent, 'user_cancelled']]);
    expect((await rig.told('run.terminated'))[0]).toMatchObject({ termination: { can_retry: true, suggested_action: 'abandon' } });
    expect((await rig.letters())[0]).toMatchObject({ reason: 'user_cancelled', details: `A person cancelled ${parent}, which had handed this work over.` });
  });

  it('that a person cancels alone leaves its parent at work', verifies('KEL-CHILD-09'), async () => {
    const people = cancellable();
    const rig = await familyRig([delegates(), never, READS, done('I read it myself.')], { overseers: people.overseers, onRequest: ({ number }) => void (number === 2 && people.cancel(1)) });
    expect((await rig.run()).termination.reason).toBe('success');
    expect((await rig.ends()).map(([, reason]) => reason)).toEqual(['user_cancelled', 'success']);
  });

  it('that was left behind ends when its time is over, and its parent finds that', verifies('KEL-CHILD-05', 'KEL-CHILD-10'), async () => {
    const stop = new AbortController();
    const rig = await familyRig([delegates(), never, READS, done('I read it myself.')], { onRequest: ({ number }) => void (number === 2 && stop.abort()) });
    await expect(rig.run({ signal: stop.signal })).rejects.toThrow();
    const [parent, child] = await rig.runs();
    expect([await rig.ends(), await endLostChildren(new AbortController().signal, rig.ports)]).toEqual([[], []]);
    rig.clock.advance(2 * HOUR_MS);
    expect(await endLostChildren(new AbortController().signal, rig.ports)).toEqual([child]);
    expect((await rig.letters())[0]).toMatchObject({ child_run_id: child, reason: 'timeout' });
    expect((await rig.counter(parent as RunId)).reservations).not.toHaveProperty(`child/budget:run:${child}`);
    expect((await rig.run()).termination.reason).toBe('success');
    expect(await rig.ends()).toEqual([[child, 'timeout'], [parent, 'success']]);
    const [letter] = await rig.letters();
    const messages = (await rig.told('run.tool_ended')).map(({ outcome }) => (outcome as { error: { message: string } | null }).error?.message);
    expect(messages).toContain(`${child} ended as timeout: ${letter?.details}`);
  });

  it('whose parent has ended with its budget tells it all the same, and gives nothing back', verifies('KEL-CHILD-04', 'KEL-CHILD-10'), async () => {
    const stop = new AbortController();
    const rig = await familyRig([delegates(), never], { onRequest: ({ number }) => void (number === 2 && stop.abort()) });
    await expect(rig.run({ signal: stop.signal })).rejects.toThrow();
    const [parent = '' as RunId, child = '' as RunId] = await rig.runs();
    await rig.writer.append({ key: `${parent}:terminated`, events: [{ type: 'run.terminated', streamId: parent, payload: { termination: { ...ENDED, run_id: parent, reason: 'timeout', suggested_action: 'broaden_scope', unmet_criteria: [] } } }], operations: [createCounterOperations(rig.writer).close(documentKey.runBudget(parent), {})] });
    expect(await endLostChildren(new AbortController().signal, rig.ports)).toEqual([child]);
    expect([(await rig.letters()).map(({ child_run_id: id, reason }) => [id, reason]), (await rig.counter(parent)).is_closed, (await rig.counter(child)).is_closed]).toEqual([[[child, 'blocked']], true, false]);
  });

  it('whose parent has ended is ended for that, whoever comes by', verifies('KEL-CHILD-10'), async () => {
    for (const comesBy of ['somebody who sweeps', 'somebody who goes on with it'] as const) {
      const stop = new AbortController();
      const rig = await familyRig([delegates(), never], { onRequest: ({ number }) => void (number === 2 && stop.abort()) });
      await expect(rig.run({ signal: stop.signal })).rejects.toThrow();
      const [parent = '' as RunId, child = '' as RunId] = await rig.runs();
      // Mother ends the children first; only what was written past her can come to this.
      await rig.writer.append({ key: `${parent}:terminated`, events: [{ type: 'run.terminated', streamId: parent, payload: { termination: { ...ENDED, run_id: parent, reason: 'timeout', suggested_action: 'broaden_scope', unmet_criteria: [] } } }] });
      const [order] = (await rig.told('run.child_started')).map((one) => one['order'] as { call: string });
      if (comesBy === 'somebody who sweeps') expect(await endLostChildren(new AbortController().signal, rig.ports)).toEqual([child]);
      else await rig.run({ request: 'Read a.txt and say what it says.', idempotencyKey: `child:${parent}:${sha256Hex(order?.call ?? '')}` });
      expect([await rig.ends(), (await rig.letters())[0]]).toMatchObject([[[parent, 'timeout'], [child, 'blocked']], { details: `${parent}, which had handed this work over, ended as timeout before this was done: nobody waits for it any more.` }]);
    }
  });
});
