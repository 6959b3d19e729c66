import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { cancelSwitch, modelRunRig, type ModelRunRig } from '../../test/scenarios/model-run-rig.ts';
import { sampleTool } from '../../test/support/runner-rig.ts';
import { TaskCancelReceipt, type RunId } from '../contracts/index.ts';
import { requestCancel, settleCancel, steerRun, watchCancel } from '../oversight/index.ts';
import { createIds, fixedClock, seededRandom, sha256Hex } from '../kernel/index.ts';
import { builtinTools, TYPED_BY_OWNER } from '../tools/index.ts';

const CLOCK = fixedClock(1_800_000_000_000);
const calls = (name: string, given: Record<string, unknown>) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });
const says = (text: string) => ({ answer: [{ type: 'text' as const, text }] });
const reads = calls('read_file', { path: 'notes.txt' });
const writes = calls('write_file', { path: 'out.txt', content: 'new\n' });

describe('a run with a model', () => {
  it('reads with a real tool, answers, and ends unproven with exactly one termination record', verifies('KEL-LOOP-05', 'KEL-LOOP-07'), async () => {
    const rig = await modelRunRig({ turns: [reads, says('It says hello.')] });
    await rig.write('notes.txt', 'hello from the file\n');
    const { runId, answer, termination } = await rig.run();
    expect([answer, termination.reason, termination.phase_at_termination, termination.details]).toEqual(['It says hello.', 'insufficient_evidence', 'execute', 'The model gave an answer, and nothing has checked it: take it for a claim, and look yourself before you rely on it.']);
    expect(JSON.stringify(rig.sent()[1]?.messages.at(-1))).toContain('hello from the file');
    const types = (await rig.entries()).map(({ event }) => event.type);
    expect([types[0], types.filter((type) => type === 'run.terminated').length, types.at(-1)]).toEqual(['run.started', 1, 'counter.closed']);
    expect(await rig.told('run.started')).toEqual([expect.objectContaining({ run_id: runId, request: 'What is in notes.txt?', pinned_versions: { prompts: { react: '1.0.0' }, contracts: {}, formulas: {} } })]);
    expect(await rig.told('run.answer_judged')).toEqual([{ run_id: runId, call: 'execute/turn-2/answer', verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taint_class: 'owner_typed', sources: [], answer_hash: sha256Hex('It says hello.') }]);
    expect((await rig.told('counter.reserved')).map(({ amounts }) => Object.keys(amounts as object))).toEqual([['cost_microusd', 'tokens'], ['tool_calls'], ['cost_microusd', 'tokens']]);
  });

  it('offers the tools of its role, sorted, and none that a model cannot name', verifies('KEL-LOOP-06'), async () => {
    const rig = await modelRunRig({ turns: [says('Nothing to do.')], tools: [...builtinTools({ webSearch: {} }), sampleTool({ tool_id: '9lives' })] });
    await rig.run();
    expect(rig.sent()[0]?.tools).toContainEqual({ type: 'function', function: expect.objectContaining({ name: 'read_file', description: 'Read a file', parameters: expect.objectContaining({ required: ['path'] }) as unknown }) as unknown });
    const offered = (rig.sent()[0]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name);
    expect(offered).toEqual(offered.toSorted());
    expect(offered).toEqual(expect.arrayContaining(['read_file', 'write_file', 'shell']));
    expect(offered.filter((name) => ['ocr_extract', '9lives'].includes(name))).toEqual([]);
  });

  it.each(['openai_chat', 'anthropic'] as const)('lets steering enter after the tool result over %s, with the roles alternating', verifies('KEL-LOOP-01', 'MAH-10A-2', 'MAH-2A-4'), async (format) => {
    const rig = await modelRunRig({
      format,
      turns: [writes, says('Fini.')],
      // The person speaks while the question about the call waits.
      answer: async ({ runId }) => {
        await steer(rig, 'Answer in French.', runId);
        return { answer: 'denied', reason: 'not now' };
      },
      tools: askingTools(),
    });
    const { answer } = await rig.run();
    expect(answer).toBe('Fini.');
    const messages = rig.sent()[1]?.messages ?? [];
    const shape = messages.map(({ role, content }) => [role, Array.isArray(content) ? content.map((part: { type: string }) => part.type) : typeof content]);
    expect(shape).toEqual(
      format === 'openai_chat'
        ? [['system', 'string'], ['user', expect.anything()], ['assistant', expect.anything()], ['tool', expect.anything()], ['user', expect.anything()]]
        : [['user', ['text']], ['assistant', ['tool_use']], ['user', ['tool_result', 'text']]],
    );
    expect(JSON.stringify(messages.at(-1))).toContain('Answer in French.');
    expect(await rig.told('run.steering_taken')).toEqual([expect.objectContaining({ call: 'execute/turn-2/steering' })]);
  });

  it('gives a denied call back as an error, and the model goes on', verifies('KEL-LOOP-02', 'MAH-10C-4'), async () => {
    const rig = await modelRunRig({ turns: [writes, says('I could not write it.')], answer: () => ({ answer: 'denied', reason: 'not this file' }), tools: askingTools() });
    const { answer, termination } = await rig.run();
    expect([answer, termination.reason]).toEqual(['I could not write it.', 'insufficient_evidence']);
    expect(JSON.stringify(rig.sent()[1]?.messages.at(-1))).toContain('User rejected tool execution: not this file');
    await expect(rig.read('out.txt')).rejects.toThrow('ENOENT');
  });

  it('gives what the policy never allows back as an error, too', verifies('KEL-LOOP-02'), async () => {
    const rig = await modelRunRig({ turns: [calls('write_file', { path: '../outside.txt', content: 'x' }), says('That is not allowed.')] });
    expect((await rig.run()).answer).toBe('That is not allowed.');
    expect(rig.asked).toEqual([]);
    expect(await rig.told('run.tool_refused')).toEqual([expect.objectContaining({ tool_id: 'write_file', stage: 'policy' })]);
  });

  it('never executes text that looks like a call', verifies('KEL-LOOP-01'), async () => {
    const text = '{"tool_calls":[{"name":"write_file","arguments":{"path":"out.txt","content":"x"}}]}';
    const rig = await modelRunRig({ turns: [says(text)] });
    expect((await rig.run()).answer).toBe(text);
    expect(await rig.told('run.tool_started')).toEqual([]);
    await expect(rig.read('out.txt')).rejects.toThrow('ENOENT');
  });

  it('asks no model again for what was recorded before it was stopped', verifies('KEL-LOOP-07'), async () => {
    const stop = new AbortController();
    const rig = await modelRunRig({ turns: [writes, { ...says('Written.'), latency_ms: { first_byte: 30_000, between_chunks: 0 } }, says('Written.')], onRequest: ({ number }) => number === 2 && stop.abort() });
    await expect(rig.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'journal.cancelled' });
    expect([rig.server.requests().length, await rig.told('run.terminated')]).toEqual([2, []]);
    const { answer, runId } = await rig.run();
    expect([answer, rig.server.requests().length]).toEqual(['Written.', 3]);
    expect(await rig.told('run.tool_started')).toHaveLength(1);
    expect(await rig.read('out.txt')).toBe('new\n');
    const before = (await rig.entries()).length;
    expect(await rig.run()).toMatchObject({ runId, answer: 'Written.', termination: { reason: 'insufficient_evidence' } });
    expect([rig.server.requests().length, (await rig.entries()).length]).toEqual([3, before]);
  });

  it('that is cancelled from elsewhere stops at once and ends with a receipt of what it had done', verifies('KEL-LOOP-08'), async () => {
    let cancelNow: () => Promise<unknown> = async () => undefined;
    const ids = createIds({ clock: CLOCK, random: seededRandom(9) });
    const rig = await modelRunRig({
      turns: [writes, { ...says('Too late.'), latency_ms: { first_byte: 30_000, between_chunks: 0 } }],
      onRequest: ({ number }) => void (number === 2 && cancelNow()),
      overseers: ({ runId, ledger: { log: reader, documents, bus }, writer: log }) => {
        const ports = { log, reader, documents, clock: CLOCK, ids };
        cancelNow = () => requestCancel({ runId, requestedBy: 'owner', idempotencyKey: 'k' }, ports);
        return { cancel: watchCancel(runId, { bus, reader }), cancelReceipt: (protocol, stopped) => settleCancel(protocol, stopped, ports) };
      },
    });
    const { runId, answer, termination } = await rig.run();
    const [settled] = (await rig.told('run.cancel_settled')).map(({ receipt }) => TaskCancelReceipt.parse(receipt));
    expect(settled).toMatchObject({ run_id: runId, stopped: 'at_once', executed_side_effects: [{ call: 'execute/turn-1/tool-1', what: 'created out.txt', certainty: 'executed', undo_command: `keelson undo ${runId}` }] });
    expect([answer, termination.reason, termination.details, termination.contributing_factors]).toEqual(['', 'user_cancelled', 'A person cancelled the run. What it had done before stays done: 1 effect is named in the receipt, with how to take back what can be.', [settled?.receipt_id]]);
    expect(await rig.run()).toMatchObject({ answer: '', termination: { reason: 'user_cancelled' } });
    expect([rig.server.requests().length, await rig.read('out.txt')]).toEqual([2, 'new\n']);
  });

  it('that is to stop after its step finishes it first', verifies('KEL-LOOP-08'), async () => {
    const control = cancelSwitch();
    let run: RunId | undefined;
    const rig = await modelRunRig({
      turns: [writes, says('never asked')],
      onRequest: () => run !== undefined && control.ask(run, 'finish_current_step_then_stop'),
      overseers: ({ runId }) => ((run = runId), { cancel: control.cancel, cancelReceipt: async (protocol, stopped) => receiptFor(protocol.run_id, stopped) }),
    });
    expect((await rig.run()).termination).toMatchObject({ reason: 'user_cancelled', details: 'A person cancelled the run. It had changed nothing.' });
    expect(await rig.told('run.cancel_settled')).toEqual([{ receipt: expect.objectContaining({ stopped: 'after_current_step' }) as unknown }]);
    expect(rig.server.requests()).toHaveLength(1);
  });

  it('ends for want of turns when the model never answers, with what it wrote last', verifies('KEL-LOOP-04'), async () => {
    const rig = await modelRunRig({ turns: [reads] });
    await rig.write('notes.txt', 'x');
    expect(await rig.run({ turnsMax: 3 })).toMatchObject({ answer: '', termination: { reason: 'budget_exhausted', contributing_factors: ['loop.turns'], suggested_action: 'broaden_scope' } });
    expect([rig.server.requests().length, (await rig.told('run.tool_started')).length]).toEqual([3, 2]);
  });

  it('ends for want of money or tokens before anything is spent that it does not have', verifies('KEL-LOOP-09'), async () => {
    const rig = await modelRunRig({ turns: [{ ...reads, usage: { input_tokens: 499_000, output_tokens: 900 } }, says('never asked')] });
    await rig.write('notes.txt', 'x');
    expect((await rig.run()).termination).toMatchObject({ reason: 'budget_exhausted', contributing_factors: ['counter.exhausted'], suggested_action: 'broaden_scope' });
    expect(rig.server.requests()).toHaveLength(1);
  });

  it('is the same run for two who wish it at the same moment', verifies('KEL-LOOP-07', 'KEL-TOOLRUN-02'), async () => {
    const rig = await modelRunRig({ turns: [says('Once.')] });
    const ends = await Promise.allSettled([rig.run(), rig.run()]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.answer : (end.reason as { code: string }).code)).toSorted()).toEqual(['Once.', 'lease.held']);
    expect([(await rig.told('run.started')).length, rig.server.requests().length]).toEqual([1, 1]);
  });

  it('asks a person what became of a call that may have happened, and then goes on', verifies('KEL-LOOP-07'), async () => {
    let performed = 0;
    const risky = sampleTool({ tool_id: 'pay', side_effects: 'destructive', perform: async ({ text }) => ((performed += 1) === 1 ? Promise.reject(new TypeError('the process died here')) : { text }) });
    const asked: unknown[] = [];
    let isAnybodyThere = false;
    const rig = await modelRunRig({
      tools: [risky],
      turns: [calls('pay', { text: 'ten' }), says('Paid.')],
      overseers: () => ({
        ...(isAnybodyThere && {
          resolveStep: async ({ data }, journal) => {
            asked.push(data.key);
            await journal.resolve(data.key, { attempt: data.attempt, decision: 'did_not_happen', decidedBy: 'owner', reason: 'I looked.' });
          },
        }),
      }),
    });
    await expect(rig.run()).rejects.toThrow('the process died here');
    await expect(rig.run()).rejects.toMatchObject({ code: 'journal.unresolved' });
    isAnybodyThere = true;
    expect((await rig.run()).answer).toBe('Paid.');
    expect([asked, performed, rig.server.requests().length]).toEqual([['execute/turn-1/tool-1/call'], 2, 2]);
  });

  it('keeps an answer from the person that the policy withholds, and asks for another', verifies('KEL-LOOP-05'), async () => {
    const provenance = { ...TYPED_BY_OWNER, ownerSaid: () => undefined, wasTold: () => undefined, judgeAnswer: (text: string) => ({ verdict: { decision: text === 'leak' ? ('deny' as const) : ('allow' as const), rule: 'taint.link', explanation: 'A link carries private words.' }, taintClass: 'external_untrusted' as const, sources: ['a page'] }) };
    const rig = await modelRunRig({ turns: [says('leak'), says('clean')], overseers: () => ({ provenance }) });
    expect((await rig.run()).answer).toBe('clean');
    expect((await rig.told('run.answer_judged')).map(({ call, verdict }) => [call, (verdict as { decision: string }).decision])).toEqual([['execute/turn-1/answer', 'deny'], ['execute/turn-2/answer', 'allow']]);
    const stubborn = await modelRunRig({ turns: [says('leak')], overseers: () => ({ provenance }) });
    expect([(await stubborn.run({ turnsMax: 2 })).answer, (await stubborn.run({ turnsMax: 2 })).answer]).toEqual(['', '']);
  });

  it('hears the task and every steering word as the person\'s own', verifies('KEL-LOOP-01'), async () => {
    const heard: string[] = [];
    const judgeAnswer = async () => {
      if (heard.length === 1) await steer(rig, 'And again.');
      return { verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'owner_typed', sources: [] } as const;
    };
    const rig = await modelRunRig({ turns: [says('Yes.')], overseers: () => ({ provenance: { ...TYPED_BY_OWNER, ownerSaid: (text) => heard.push(text), wasTold: () => undefined, judgeAnswer } }) });
    await rig.run();
    expect(heard).toEqual(['What is in notes.txt?', 'And again.']);
  });

  it('ends blocked when no model lets it in, and says why', verifies('KEL-LOOP-09'), async () => {
    const rig = await modelRunRig({ turns: [{ ...says(''), faults: [{ kind: 'status', status: 401 }] }] });
    expect((await rig.run()).termination).toMatchObject({ reason: 'blocked', contributing_factors: ['model.call_failed'], can_retry: true, suggested_action: 'user_input' });
  });
});

async function steer(rig: ModelRunRig, text: string, known?: RunId): Promise<void> {
  const [started] = await rig.told('run.started');
  const runId = known ?? (started?.['run_id'] as RunId);
  await steerRun({ runId, text, sentBy: 'owner', idempotencyKey: text }, { log: rig.writer, reader: rig.log, documents: rig.documents, ids: createIds({ clock: CLOCK, random: seededRandom(9) }) });
}

function receiptFor(runId: RunId, stopped: TaskCancelReceipt['stopped']): TaskCancelReceipt {
  return { receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, run_id: runId, stopped, executed_side_effects: [], cancelled_intents: [], created_at: '2026-11-15T09:00:00.000Z', schema_version: '1.0' };
}

/** The tools that come with Keelson, except that writing always needs a yes. */
function askingTools() {
  return builtinTools({ webSearch: {} }).map((tool) => (tool.definition.tool_id === 'write_file' ? { ...tool, definition: { ...tool.definition, approval_required: true } } : tool));
}
