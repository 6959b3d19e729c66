import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { sampleTool } from '../../test/support/runner-rig.ts';
import { cancelSwitch, finishes, taskRig, type TaskRig, type TaskRigOptions } from '../../test/support/task-rig.ts';
import { artifactRegistered, DEFAULT_BUDGET, GateReceipt, RunState, RunSummary, TaskCancelReceipt, type RunId, type TerminationRecord } from '../contracts/index.ts';
import { createIds, fixedClock, KeelsonError, seededRandom, sha256Hex } from '../kernel/index.ts';
import type { Engine } from '../loops/index.ts';
import { requestCancel, settleCancel, steerRun, watchCancel } from '../oversight/index.ts';
import { builtinTools, TYPED_BY_OWNER } from '../tools/index.ts';
import { runSettings } from './budgets/budget-settings.ts';
import type { TaskPorts, TaskWish } from './task/task-ports.ts';

const CLOCK = fixedClock(1_800_000_000_000);
const calls = (name: string, given: Record<string, unknown>) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });
const ends = (output: string) => ({ answer: [finishes(output)] });
const reads = calls('read_file', { path: 'notes.txt' });
const writes = calls('write_file', { path: 'out.txt', content: 'new\n' });
/** Reads, and hands back what it read; as often as it is asked to. */
const READS = [{ when: { tool_result: { name: 'read_file' } }, ...ends('It says hello.') }, { ...reads, when: {} }];

/** The plan of every rig: one step. */
const oneStep: Engine['plan'] = async ({ task, mintSubtask }) => ({
  decision: 'plan',
  why: 'One step.',
  plan: {
    task_id: task.task_id,
    task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }],
    subtasks: [{ subtask_id: await mintSubtask(1), parent_task_id: task.task_id, sequence: 1, role_id: 'coder', intent: task.intent, context: '', tools: [], success_criteria: [{ criterion: 'It was looked at', mode: 'verifiable', required: true }] }],
  },
});

/** Every way out of a phase in order, each shown by its receipt: they begin with the plan, follow one another, and end at the end. */
async function wayOf(rig: TaskRig, runId: RunId): Promise<string[]> {
  const receipts = (await rig.told('run.phase_exited')).map(({ gate }) => GateReceipt.parse(gate));
  expect(receipts.map(({ phase }) => phase)).toEqual(['plan', ...receipts.slice(0, -1).map(({ next }) => next)]);
  expect([receipts.at(-1)?.next, new Set(receipts.map(({ receipt_id: id }) => id)).size]).toEqual(['terminate', receipts.length]);
  expect(RunState.parse((await rig.documents.get(`run:${runId}`))?.body)).toMatchObject({ phase: 'terminate', last_gate_id: receipts.at(-1)?.receipt_id });
  return receipts.map(({ phase, exit }) => `${phase} ${exit.exit}`);
}

interface Ended {
  readonly rig: TaskRig;
  readonly runId: RunId;
  readonly answer: string;
  readonly termination: TerminationRecord;
  readonly way: readonly string[];
}

/** A run that comes to its end, of which everything holds that holds of every end. */
async function ended(options: Partial<TaskRigOptions> = {}, wish: Partial<TaskWish> = {}, ports: Partial<TaskPorts> = {}): Promise<Ended> {
  const rig = await taskRig({ turns: READS, ...options });
  await rig.write('notes.txt', 'hello from the file\n');
  const { runId, answer, termination } = await rig.run(wish, ports);
  const way = await wayOf(rig, runId);
  expect((await rig.documents.get(`termination:${runId}`))?.body).toEqual(termination);
  expect((await rig.entries()).map(({ event }) => event.type).slice(-2)).toEqual(['run.terminated', 'counter.closed']);
  expect(await rig.told('run.terminated')).toEqual([{ termination }]);
  const summary = (await rig.told('artifact.registered')).at(-1) as { artifact: { artifact_id: string; type: string } };
  expect([summary.artifact.type, termination.final_artifacts.at(-1), termination.logged_by]).toEqual(['RunSummary', summary.artifact.artifact_id, 'mother']);
  return { rig, runId, answer, termination, way };
}

async function summaryOf(rig: TaskRig): Promise<RunSummary> {
  const { artifact } = artifactRegistered.payload.parse((await rig.told('artifact.registered')).at(-1));
  return RunSummary.parse(JSON.parse(new TextDecoder().decode(await rig.blobs.read(artifact.content))));
}

const UNMET: Engine['judgeTask'] = async () => ({ verdicts: [{ criterion: 1, verdict: 'unmet', subtasks: [], evidence: 'It is not.' }], summary: 'It is not done.' });

const MET: Engine['judgeTask'] = async () => ({ verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'It is.' }], summary: 'Now it is done.' });

describe('every way of a task leaves its phases through their gates, and ends with one record', () => {
  it('accepted', verifies('ROLES-16', 'ART-R4B-08', 'MH4-CHK-01', 'KEL-RUN-06', 'MH4-1-01', 'MH4-KEY-01', 'termination.success'), async () => {
    const { way, answer, termination } = await ended();
    expect(way).toEqual(['plan success', 'execute success', 'review success', 'approve success', 'finalize success']);
    expect([answer, termination]).toMatchObject(['It says hello.', { reason: 'success', phase_at_termination: 'approve', details: 'It is done.', can_retry: false, suggested_action: null, unmet_criteria: [] }]);
  });

  it('planned anew and then accepted, by an order of the solver', verifies('KEL-RUN-06', 'ART-INV-07', 'ART-INV-13'), async () => {
    const directives: unknown[] = [];
    let judged = 0;
    const { way, rig, termination } = await ended({
      engine: () => ({ plan: async (input) => (directives.push(input.directive?.directive ?? null), oneStep(input)), judgeTask: (input) => ((judged += 1) === 1 ? UNMET : MET)(input) }),
    });
    expect([way, termination.reason]).toEqual([['plan success', 'execute success', 'review needs_repair', 'repair success', 'execute success', 'review success', 'approve success', 'finalize success'], 'success']);
    // The refusal goes to the solver, and what reaches the planner is the solver's order.
    const messages = (await rig.entries()).filter(({ event: { type } }) => ['run.plan_made', 'run.replan_requested', 'run.directive_issued', 'run.outcome_accepted', 'run.result_given'].includes(type)).map(({ event: { type, actor } }) => `${actor}: ${type}`);
    expect(messages).toEqual(['planner: run.plan_made', 'meta_validator: run.replan_requested', 'solver: run.directive_issued', 'planner: run.plan_made', 'meta_validator: run.outcome_accepted', 'solver: run.result_given']);
    const [issued] = (await rig.told('run.directive_issued')) as { directive: { directive: string } }[];
    expect(directives).toEqual([null, issued?.directive.directive]);
  });

  it('given up, with what is unmet', verifies('ROLES-16', 'MH4-CHK-01', 'KEL-RUN-06', 'termination.retries_exhausted', 'ART-LAW-0', 'ART-INV-13'), async () => {
    const { way, termination, rig } = await ended({ engine: () => ({ judgeTask: UNMET }) });
    expect(way.at(0)).toBe('plan success');
    expect(way.slice(-2)).toEqual(['review fail', 'finalize success']);
    expect(way.filter((step) => step === 'repair success')).toHaveLength((await rig.told('run.directive_issued')).length);
    expect(termination).toMatchObject({ reason: 'retries_exhausted', phase_at_termination: 'review', can_retry: true, unmet_criteria: [{ criterion: 'It is done' }] });
    expect((await rig.entries()).filter(({ event }) => event.type === 'run.result_given').map(({ event }) => event.actor)).toEqual(['solver']);
  });

  it('given up after as many repairs as the configuration allows, each counted down', verifies('ACI-27', 'KEL-RAISE-10'), async () => {
    const repairs = async (retries: number) => {
      const { rig, termination } = await ended({ engine: () => ({ judgeTask: UNMET }) }, {}, { runSettings: runSettings({ phases: { repair: { max_retries: retries } } }) });
      return { reason: termination.reason, remaining: (await rig.told('run.retry_taken')).filter(({ phase }) => phase === 'repair').map(({ remaining }) => remaining), directives: (await rig.told('run.directive_issued')).length };
    };
    expect([await repairs(0), await repairs(1)]).toEqual([{ reason: 'retries_exhausted', remaining: [0], directives: 1 }, { reason: 'retries_exhausted', remaining: [1, 0], directives: 2 }]);
  });

  it('given up, and says in its summary who answers for it', verifies('KEL-ROLE2-03', 'ART-ACC-01', 'ART-ACC-02', 'ART-ACC-03'), async () => {
    const { rig } = await ended({ engine: () => ({ judgeTask: UNMET, perceive: async ({ taskId, request }) => ({ task_id: taskId, intent: 'Read 2024.csv', constraints: { scope: null, deadline: null }, raw_input: request }), plan: async (input) => oneStep({ ...input, task: { ...input.task, intent: 'Read' } }) }) });
    const charges = [
      { role: 'perceiver', why: 'The person named “notes.txt”, and what was understood does not.' },
      { role: 'planner', why: 'The task is about “2024.csv”, and the plan is not.' },
      { role: 'planner', why: 'Every subtask came to what it should, and the task is still not done.' },
      { role: 'solver', why: 'The budget was used up before a direction was found that led to the goal.' },
    ];
    expect([(await rig.told('run.result_given')).map((told) => told['charges']), (await summaryOf(rig)).charges]).toEqual([[charges], charges]);
  });

  it('impossible from the start, and in the second round', verifies('ROLES-16', 'MH4-CHK-01', 'KEL-RUN-06', 'termination.blocked'), async () => {
    const impossible = { decision: 'impossible', reason: 'There is no such file.', can: ['count lines'] } as const;
    const first = await ended({ engine: () => ({ plan: async () => impossible }) });
    expect([first.way, first.termination]).toMatchObject([['plan fail', 'finalize success'], { reason: 'blocked', phase_at_termination: 'plan', details: 'There is no such file. What can be done: count lines.' }]);
    let planned = 0;
    const second = await ended({ engine: () => ({ judgeTask: UNMET, plan: (input) => ((planned += 1) === 1 ? oneStep(input) : Promise.resolve(impossible)) }) });
    expect([second.way, second.termination.reason]).toEqual([['plan success', 'execute success', 'review needs_repair', 'repair fail', 'finalize success'], 'blocked']);
  });

  it('asked about first: answered, or blocked where nobody is there', verifies('KEL-RUN-06', 'termination.blocked'), async () => {
    const asking: TaskRigOptions['engine'] = () => ({ plan: async (input) => (input.said.length === 0 ? { decision: 'needs_input', questions: ['Which file?'] } : oneStep(input)) });
    const answered = await ended({ engine: asking, overseers: () => ({ ask: async () => 'notes.txt' }) });
    expect([answered.way.slice(0, 3), answered.termination.reason]).toEqual([['plan needs_input', 'plan success', 'execute success'], 'success']);
    const alone = await ended({ engine: asking });
    expect([alone.way, alone.termination]).toMatchObject([['plan needs_input', 'plan fail', 'finalize success'], { reason: 'blocked', contributing_factors: ['run.input_needed'], suggested_action: 'user_input' }]);
  });

  it('stopped by a person\'s no', verifies('ROLES-16', 'MH4-CHK-01', 'KEL-RUN-06', 'termination.approval_denied', 'ART-P-01'), async () => {
    const { way, termination, rig } = await ended({ tools: askingTools(), turns: [{ when: { tool_result: { name: 'write_file' } }, ...ends('I could not.') }, { ...writes, when: {} }], answer: () => ({ answer: 'denied', reason: 'not this file' }) });
    // Planning it anew might still reach the goal; a person's no comes before the goal.
    expect([way, termination]).toMatchObject([['plan success', 'execute success', 'review fail', 'finalize success'], { reason: 'approval_denied', suggested_action: 'user_input' }]);
    expect([rig.asked.length, termination.details]).toEqual([1, expect.stringContaining('not this file')]);
    await expect(rig.read('out.txt')).rejects.toThrow('ENOENT');
  });

  it('stopped by what no policy allows', verifies('ROLES-16', 'MH4-CHK-01', 'KEL-RUN-06', 'termination.policy_violation'), async () => {
    const outside = calls('write_file', { path: '../outside.txt', content: 'x' });
    const { way, termination, rig } = await ended({ turns: [{ when: { tool_result: { name: 'write_file' } }, ...ends('It is not allowed.') }, { ...outside, when: {} }] });
    expect([way.at(-2), termination.reason, rig.asked]).toEqual(['review fail', 'policy_violation', []]);
  });

  it('broken by a defect, in whichever phase', verifies('ROLES-16', 'MH4-CHK-01', 'KEL-RUN-06', 'termination.catastrophic_error'), async () => {
    const broken = (): Promise<never> => Promise.reject(new TypeError('x is undefined'));
    for (const [engine, way, phase] of [
      [{ perceive: broken }, ['plan fail', 'finalize success'], 'plan'],
      [{ execute: broken }, ['plan success', 'execute fail', 'finalize success'], 'execute'],
      [{ judgeTask: broken }, ['plan success', 'execute success', 'review fail', 'finalize success'], 'review'],
    ] as const) {
      const end = await ended({ engine: () => engine });
      expect([end.way, end.termination]).toMatchObject([way, { reason: 'catastrophic_error', phase_at_termination: phase, details: 'Something in Keelson itself went wrong: x is undefined', suggested_action: 'abandon' }]);
    }
  });

  it('too large for every model', verifies('KEL-RUN-06', 'termination.context_budget_exceeded'), async () => {
    const { way, termination } = await ended({}, { request: 'word '.repeat(4_000) }, { contextTokens: 2_000, largestContextTokens: 2_000 });
    expect([way, termination.reason, termination.suggested_action]).toEqual([['plan success', 'execute fail', 'finalize success'], 'context_budget_exceeded', 'escalate_model']);
  });

  it('without enough in the files', verifies('KEL-RUN-06', 'termination.insufficient_evidence'), async () => {
    const insufficient = (): Promise<never> => Promise.reject(new KeelsonError('retrieval.insufficient', { message: 'Too little is known.', nextStep: 'Add sources.', data: { query: 'rain', failed_gates: ['min_documents'] } }));
    const { way, termination } = await ended({ engine: () => ({ execute: insufficient }) });
    expect([way, termination.reason]).toEqual([['plan success', 'execute fail', 'finalize success'], 'insufficient_evidence']);
  });

  it('without anything left to spend', verifies('KEL-RUN-06', 'KEL-LOOP-09'), async () => {
    const { way, termination, rig } = await ended({ turns: [{ ...reads, when: {} }] }, { limits: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 1 } });
    expect([way, termination]).toMatchObject([['plan success', 'execute fail', 'finalize success'], { reason: 'budget_exhausted', contributing_factors: ['counter.exhausted'], suggested_action: 'broaden_scope' }]);
    expect(await rig.told('run.tool_ended')).toHaveLength(1);
  });

  it('not let in, for the machine is full', verifies('KEL-RUN-06'), async () => {
    const { way, termination, rig } = await ended({}, {}, { measureMemoryMb: () => 1_000_000 });
    expect([way, termination.reason, rig.server.requests()]).toEqual([['plan fail', 'finalize success'], 'budget_exhausted', []]);
  });

  it('whose model lets nobody in', verifies('KEL-RUN-06', 'KEL-LOOP-09', 'termination.blocked'), async () => {
    const { way, termination } = await ended({ turns: [{ ...ends(''), when: {}, faults: [{ kind: 'status', status: 401 }] }] });
    expect([way, termination]).toMatchObject([['plan success', 'execute fail', 'finalize success'], { reason: 'blocked', contributing_factors: ['model.call_failed'], can_retry: true, suggested_action: 'user_input' }]);
  });

  it('cancelled at once, with a receipt of what it had done in the same append as its end', verifies('KEL-RUN-06', 'KEL-LOOP-08', 'termination.user_cancelled'), async () => {
    let cancelNow: () => Promise<unknown> = async () => undefined;
    const ids = createIds({ clock: CLOCK, random: seededRandom(9) });
    const { way, rig, runId, answer, termination } = await ended({
      turns: [writes, { ...ends('Too late.'), latency_ms: { first_byte: 30_000, between_chunks: 0 } }],
      onRequest: ({ number }) => void (number === 2 && cancelNow()),
      overseers: ({ runId: run, ledger: { log: reader, documents, bus }, writer: log }) => {
        const ports = { log, reader, documents, clock: CLOCK, ids };
        cancelNow = () => requestCancel({ runId: run, requestedBy: 'owner', idempotencyKey: 'k' }, ports);
        return { cancel: watchCancel(run, { bus, reader }), cancelReceipt: (protocol, stopped) => settleCancel(protocol, stopped, ports) };
      },
    });
    const [settled] = (await rig.told('run.cancel_settled')).map(({ receipt }) => TaskCancelReceipt.parse(receipt));
    expect(settled).toMatchObject({ run_id: runId, stopped: 'at_once', executed_side_effects: [{ call: 'execute/1/1/attempt-1/turn-1/tool-1', what: 'created out.txt', certainty: 'executed', undo_command: `keelson undo ${runId}` }] });
    expect([way, answer, termination]).toMatchObject([['plan success', 'execute fail', 'finalize success'], '', { reason: 'user_cancelled', phase_at_termination: 'execute', contributing_factors: [settled?.receipt_id] }]);
    expect((await rig.log.appended(`${runId}:terminated`)).map(({ event }) => event.type)).toEqual(['run.cancel_settled', 'run.replay_sealed', 'run.envelope_returned', 'run.terminated', 'counter.closed']);
    expect(await rig.run()).toMatchObject({ answer: '', termination: { reason: 'user_cancelled' } });
    expect([rig.server.requests().length, await rig.read('out.txt')]).toEqual([2, 'new\n']);
  });

  it('cancelled after the step that was under way', verifies('KEL-RUN-06', 'KEL-RUN-10', 'KEL-LOOP-08', 'termination.user_cancelled'), async () => {
    const control = cancelSwitch();
    let run: RunId | undefined;
    const { termination, rig } = await ended({
      turns: [reads, ends('never asked')],
      onRequest: () => run !== undefined && control.ask(run, 'finish_current_step_then_stop'),
      overseers: ({ runId }) => ((run = runId), { cancel: control.cancel, cancelReceipt: async (protocol, stopped) => receiptFor(protocol.run_id, stopped) }),
    });
    expect(termination).toMatchObject({ reason: 'user_cancelled', details: 'A person cancelled the run. It had changed nothing.' });
    expect(await rig.told('run.cancel_settled')).toEqual([{ receipt: expect.objectContaining({ stopped: 'after_current_step' }) as unknown }]);
    expect(rig.server.requests()).toHaveLength(1);
  });
});

describe('the end of a task', () => {
  it('is never a success on the word of the model alone', verifies('ART-P-01', 'ART-LAW-0', 'termination.success'), async () => {
    const { termination } = await ended({ turns: [{ ...ends('All done, trust me.'), when: {} }], engine: () => ({ judgeSubtask: async () => ({ verdicts: [{ criterion: 1, verdict: 'met', failure_class: null, tool_calls: [], evidence: 'It says so.' }], what_was_wrong: '', what_to_do: '' }) }) });
    expect([termination.reason, termination.unmet_criteria.map(({ criterion }) => criterion)]).toEqual(['retries_exhausted', expect.arrayContaining(['It was looked at'])]);
  });

  it('is summed up beside its record', verifies('ROLES-16', 'KEL-RUN-07'), async () => {
    const { rig, runId, termination } = await ended();
    const [started] = await rig.told('run.started');
    const { artifact } = artifactRegistered.payload.parse((await rig.told('artifact.registered')).at(-1));
    expect([artifact.type, artifact.artifact_id]).toEqual(['RunSummary', termination.final_artifacts.at(-1)]);
    const summary = RunSummary.parse(JSON.parse(new TextDecoder().decode(await rig.blobs.read(artifact.content))));
    const at = '2027-01-15T08:00:00.000Z';
    const visit = (phase: string, reason: string) => ({ phase, entered_at: at, exit: { exit: 'success', reason } });
    expect(summary).toEqual({
      run_id: runId,
      task_id: started?.['task_id'],
      reason: 'success',
      summary: 'It is done.',
      started_at: at,
      ended_at: at,
      phases: [visit('plan', 'There is a plan.'), visit('execute', 'Every subtask that was begun has its verdict.'), visit('review', 'It is done.'), visit('approve', 'Nothing waits any more.')],
      replans: 0,
      consumed: { ...summary.consumed, tool_calls: 1, retrieval_queries: 0, parallel_agents: 0, duration_sec: 0 },
      artifact_ids: [],
      conflict_ids: [],
      context_summary_ids: [],
      unmet_criteria: [],
    });
  });

  it('is written by Mother alone, and once', verifies('MH4-1-03', 'MH4-1-04', 'KEL-RUN-06'), async () => {
    const { rig, runId, termination } = await ended();
    const again = { type: 'run.terminated', streamId: runId, payload: { termination: { ...termination, details: 'Otherwise.' } } };
    expect((await refusalOf(rig.writer.append({ key: 'again', events: [again] }))).code).toBe('ledger.document_final');
    const other = 'run_01JCQZ9Y5D0000000000000009';
    const early = { type: 'run.terminated', streamId: other, payload: { termination: { ...termination, run_id: other } } };
    for (const actor of ['solver', 'planner', 'agent_validator', 'meta_validator', 'coder', 'owner']) {
      const refusal = await refusalOf(rig.log.writerFor({ ...rig.writer.author, actor }).append({ key: actor, events: [early] }));
      expect([refusal.code, JSON.stringify(refusal.data)]).toEqual(['ledger.validation_failed', expect.stringContaining(`run.terminated is written by mother alone, not by ${actor}`)]);
    }
    expect((await rig.documents.get(`termination:${runId}`))?.body).toEqual(termination);
  });

  it('is met again by whoever asks for the same, and nothing is done', verifies('KEL-LOOP-07'), async () => {
    const { rig, runId, termination } = await ended();
    const [before, requests] = [(await rig.entries()).length, rig.server.requests().length];
    expect(await rig.run()).toEqual({ runId, termination, answer: 'It says hello.' });
    expect([(await rig.entries()).length, rig.server.requests().length]).toEqual([before, requests]);
  });
});

describe('a task that is at work', () => {
  it('is the same run for two who wish it at the same moment', verifies('KEL-LOOP-07'), async () => {
    const rig = await taskRig({ turns: READS });
    await rig.write('notes.txt', 'x');
    const both = await Promise.allSettled([rig.run(), rig.run()]);
    expect(both.map((end) => (end.status === 'fulfilled' ? end.value.answer : (end.reason as { code: string }).code)).toSorted()).toEqual(['It says hello.', 'lease.held']);
    expect([(await rig.told('run.started')).length, rig.server.requests().length]).toEqual([1, 2]);
  });

  it('asks no model again for what was recorded before it was stopped, and offers the tools that it offered', verifies('KEL-LOOP-06', 'KEL-LOOP-07'), async () => {
    const stop = new AbortController();
    const rig = await taskRig({ turns: [writes, { ...ends('Written.'), latency_ms: { first_byte: 30_000, between_chunks: 0 } }, ends('Written.')], onRequest: ({ number }) => number === 2 && stop.abort() });
    await expect(rig.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'journal.cancelled' });
    expect([rig.server.requests().length, await rig.told('run.terminated')]).toEqual([2, []]);
    // Meanwhile the machine has lost all of its tools.
    const { answer } = await rig.run({}, { offeredTools: async () => [] });
    expect([answer, rig.server.requests().length, (await rig.told('run.tool_started')).length, await rig.read('out.txt')]).toEqual(['Written.', 3, 1, 'new\n']);
    expect(rig.sent()[2]?.tools).toEqual(rig.sent()[1]?.tools);
  });

  it('offers a worker the tools of its role, and none that a model cannot name', verifies('KEL-LOOP-06'), async () => {
    const { rig } = await ended({ tools: [...builtinTools({ webSearch: {} }), sampleTool({ tool_id: '9lives' })] });
    const offered = (rig.sent()[0]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name);
    expect(offered).toEqual(expect.arrayContaining(['read_file', 'write_file', 'shell', 'finish']));
    expect(offered.filter((name) => ['ocr_extract', '9lives'].includes(name))).toEqual([]);
  });

  it('asks a person what became of a call that may have happened, and then goes on', verifies('KEL-LOOP-07'), async () => {
    let performed = 0;
    const risky = sampleTool({ tool_id: 'pay', side_effects: 'destructive', perform: async ({ text }) => ({ text: `${text} ${(performed += 1)}` }) });
    const asked: unknown[] = [];
    const rig = await taskRig({
      tools: [risky],
      turns: [calls('pay', { text: 'ten' }), ends('Paid.')],
      overseers: () => ({
        resolveStep: async ({ data }, journal) => {
          asked.push(data.key);
          await journal.resolve(data.key, { attempt: data.attempt, decision: 'did_not_happen', decidedBy: 'owner', reason: 'I looked.' });
        },
      }),
    });
    // The process dies when it is about to write down that the call was made.
    let isDead = false;
    const dying = (writer: TaskRig['writer']): TaskRig['writer'] => ({
      ...writer,
      append: (append) => {
        isDead ||= append.events.some(({ type, payload }) => type === 'run.step_completed' && JSON.stringify(payload).includes('/tool-1/call"'));
        return isDead ? Promise.reject(new TypeError('the process died here')) : writer.append(append);
      },
    });
    await expect(rig.run({}, {}, dying)).rejects.toThrow('the process died here');
    expect((await rig.run()).answer).toBe('Paid.');
    expect([asked, performed, rig.server.requests().length]).toEqual([['execute/1/1/attempt-1/turn-1/tool-1/call'], 2, 2]);
  });

  it('keeps words back that the policy withholds, asks for others, and tells of both by their hash', verifies('KEL-LOOP-05'), async () => {
    const provenance = { ...TYPED_BY_OWNER, ownerSaid: () => undefined, wasTold: () => undefined, judgeAnswer: (text: string) => ({ verdict: { decision: text === 'leak' ? ('deny' as const) : ('allow' as const), rule: 'taint.link', explanation: 'A link carries private words.' }, taintClass: 'external_untrusted' as const, sources: ['a page'] }) };
    const { rig, runId, answer } = await ended({ turns: [reads, ends('leak'), ends('clean')], overseers: () => ({ provenance }) });
    expect(answer).toBe('clean');
    const judged = (turn: number, decision: string, text: string) => ({ run_id: runId, call: `execute/1/1/attempt-1/turn-${turn}/answer`, verdict: { decision, rule: 'taint.link', explanation: 'A link carries private words.' }, taint_class: 'external_untrusted', sources: ['a page'], answer_hash: sha256Hex(text) });
    expect(await rig.told('run.answer_judged')).toEqual([judged(2, 'deny', 'leak'), judged(3, 'allow', 'clean')]);
  });

  it('hears the task and every steering word as the person\'s own', verifies('KEL-LOOP-05'), async () => {
    const heard: string[] = [];
    const judgeAnswer = async () => {
      if (heard.length === 1) await steer(rig, 'And again.');
      return { verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'owner_typed', sources: [] } as const;
    };
    const rig = await taskRig({ turns: READS, overseers: () => ({ provenance: { ...TYPED_BY_OWNER, ownerSaid: (text) => heard.push(text), wasTold: () => undefined, judgeAnswer } }) });
    await rig.write('notes.txt', 'x');
    await rig.run();
    expect(heard).toEqual(['What is in notes.txt?', 'And again.']);
  });
});

async function steer(rig: TaskRig, text: string): Promise<void> {
  const [started] = await rig.told('run.started');
  await steerRun({ runId: started?.['run_id'] as RunId, text, sentBy: 'owner', idempotencyKey: text }, { log: rig.writer, reader: rig.log, documents: rig.documents, ids: createIds({ clock: CLOCK, random: seededRandom(9) }) });
}

function receiptFor(runId: RunId, stopped: TaskCancelReceipt['stopped']): TaskCancelReceipt {
  return { receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, run_id: runId, stopped, executed_side_effects: [], cancelled_intents: [], created_at: '2026-11-15T09:00:00.000Z', schema_version: '1.0' };
}

/** The tools that come with Keelson, except that writing always needs a yes. */
function askingTools() {
  return builtinTools({ webSearch: {} }).map((tool) => (tool.definition.tool_id === 'write_file' ? { ...tool, definition: { ...tool.definition, approval_required: true } } : tool));
}

describe('the groups of a plan', () => {
  const inGroups = (sequences: readonly number[]): Engine['plan'] => async (input) => {
    const outcome = await oneStep(input);
    if (outcome.decision !== 'plan') return outcome;
    const [step] = outcome.plan.subtasks;
    const subtasks = await Promise.all(sequences.map(async (sequence, at) => ({ ...step, subtask_id: await input.mintSubtask(at + 10), sequence, intent: `Step ${at + 1} of ${sequence}` })));
    return { ...outcome, plan: { ...outcome.plan, subtasks: subtasks as never } };
  };
  /** Who was begun and judged, in the order of the record, by their numbers in the plan. */
  const order = async (rig: TaskRig): Promise<string[]> => {
    const [made] = (await rig.told('run.plan_made')) as { plan: { subtasks: { subtask_id: string }[] } }[];
    const nth = (id: unknown): number => (made?.plan.subtasks.findIndex(({ subtask_id: one }) => one === id) ?? -1) + 1;
    return (await rig.entries()).flatMap(({ event: { type, payload } }) => {
      if (type === 'run.subtask_dispatched') return [`begins ${nth(payload?.['subtask_id'])}`];
      return type === 'run.subtask_judged' ? [`judged ${nth((payload?.['outcome'] as { subtask_id: string } | undefined)?.subtask_id)}`] : [];
    });
  };

  it('begin one after the other, each when all before it are judged, and its members side by side', verifies('ART-R4B-04', 'ART-R4B-01', 'ART-R2-06'), async () => {
    const { rig, termination } = await ended({ engine: () => ({ plan: inGroups([2, 1, 1]) }) });
    const told = await order(rig);
    expect(termination.reason).toBe('success');
    expect([told.slice(0, 2).toSorted(), told.slice(2, 4).toSorted(), told.slice(4)]).toEqual([['begins 2', 'begins 3'], ['judged 2', 'judged 3'], ['begins 1', 'judged 1']]);
    expect(JSON.stringify(rig.sent().at(-1))).toContain('It says hello.');
  });

  it('are not begun behind one in which something failed', verifies('ART-R4B-04', 'ART-R4B-01'), async () => {
    const { rig } = await ended({ engine: () => ({ plan: inGroups([1, 2]), judgeSubtask: async () => ({ verdicts: [{ criterion: 1, verdict: 'unmet', failure_class: 'logical', tool_calls: [], evidence: 'It is not.' }], what_was_wrong: 'It is not.', what_to_do: 'Do it.' }) }) });
    expect((await order(rig)).filter((one) => one.endsWith(' 2'))).toEqual([]);
  });
});
