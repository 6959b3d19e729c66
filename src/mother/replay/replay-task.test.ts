import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calls, ends, finished, portsOf, reads, replayed, writes, type Finished } from '../../../test/support/replay-rig.ts';
import { finishes, plainEngine, taskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { DEFAULT_BUDGET, documentKey, TaskReplayReport, type LogEntry } from '../../contracts/index.ts';
import type { Engine } from '../../loops/index.ts';
import { builtinTools } from '../../tools/index.ts';
import { createCounterOperations, type Ledger } from '../../ledger/index.ts';
import { adjustBudget } from '../budgets/adjust-budget.ts';
import { readStanding } from '../budgets/counter-reading.ts';
import { previewReplay } from './preview-replay.ts';
import type { ReplayPorts } from './replay-ports.ts';
import type { ToReplay } from './replay-task.ts';
import { readSourceRun } from './source-run.ts';

const UNMET: Engine['judgeTask'] = async () => ({ verdicts: [{ criterion: 1, verdict: 'unmet', subtasks: [], evidence: 'It is not.' }], summary: 'It is not done.' });
/** Tools of which writing asks a person first. */
const asking = () => builtinTools({ webSearch: {} }).map((tool) => (tool.definition.tool_id === 'write_file' ? { ...tool, definition: { ...tool.definition, approval_required: true } } : tool));

const KINDS: Readonly<Record<string, Partial<TaskRigOptions>>> = {
  'that read a file': {},
  'that changed a file': { turns: [writes, ends('It is written.')] },
  'that asked a person, who said yes': { tools: asking(), turns: [writes, ends('It is written.')], answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never }) as never },
  'that a person refused': { tools: asking(), turns: [{ when: { tool_result: { name: 'write_file' } }, ...ends('I could not.') }, { ...writes, when: {} }], answer: () => ({ answer: 'denied', reason: 'not this file' }) },
  'whose call no policy allowed': { turns: [{ when: { tool_result: { name: 'write_file' } }, ...ends('It is not allowed.') }, { ...calls('write_file', { path: '../outside.txt', content: 'x' }), when: {} }] },
  'that was planned again and given up': { engine: () => ({ judgeTask: UNMET }) },
  'whose tool failed': { turns: [calls('read_file', { path: 'missing.txt' }), ends('There is none.')] },
};

describe('a simulation from what was recorded', () => {
  for (const [name, options] of Object.entries(KINDS)) {
    it(`comes out the same to the last event, for a run ${name}`, verifies('KEL-REPLAY-01', 'ELN-RULE-85'), async () => {
      const run = await finished(options);
      const asked = run.rig.server.requests().length;
      const report = await replayed(run, 'simulation_from_recorded_outputs');
      expect(report.divergences).toEqual([]);
      expect(report).toMatchObject({ verdict: 'identical', ended: { original: run.reason, replayed: run.reason }, steps: { answered: report.steps.recorded } });
      expect([report.events.identical, run.rig.server.requests().length]).toEqual([report.events.compared, asked]);
    });
  }

  it('comes out the same for a run that reached a limit, and for one that asked what only a person knows', verifies('KEL-REPLAY-01'), async () => {
    const limited = await finished({ turns: [reads, calls('list_directory', { path: '.' }), ends('It holds milk.')] }, { limits: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 1 } });
    const questioned = await finished({ engine: (parts) => ({ plan: async (input) => (input.said.length === 0 ? { decision: 'needs_input', questions: ['Which file?'] } : plainEngine(parts).plan(input)) }), overseers: () => ({ ask: async () => 'notes.txt' }) });
    for (const run of [limited, questioned]) expect(await replayed(run, 'simulation_from_recorded_outputs')).toMatchObject({ divergences: [], verdict: 'identical', ended: { original: run.reason, replayed: run.reason } });
    expect([limited.reason, questioned.reason]).toEqual(['budget_exhausted', 'success']);
  });

  it('comes out the same for a run that another one came before, by which the model was measured', verifies('KEL-REPLAY-01'), async () => {
    const first = await finished({ turns: [{ when: { tool_result: { name: 'read_file' } }, ...ends('The file holds milk.') }, { ...reads, when: {} }] });
    const { runId, termination } = await first.rig.run({ idempotencyKey: 'two' });
    expect(await replayed({ ...first, runId }, 'simulation_from_recorded_outputs')).toMatchObject({ divergences: [], verdict: 'identical', ended: { replayed: termination.reason } });
  });

  it('comes out the same for a run whose limit a person raised when it was reached', verifies('KEL-REPLAY-01'), async () => {
    const run = await finished(
      {
        turns: [reads, calls('list_directory', { path: '.' }), ends('The file holds milk.')],
        overseers: ({ runId, ledger, writer }) => ({
          ask: async ({ options }) => options[0] ?? '',
          raiseLimit: ({ resource, limit, reason }) => adjustBudget({ runId, resource, limit, reason, adjustedBy: 'owner', idempotencyKey: `${resource}:${limit}` }, { ledger, owner: writer }),
        }),
      },
      { limits: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 1 }, onLimit: 'ask' },
    );
    expect((await run.rig.told('run.budget_adjusted')).length).toBe(1);
    expect(await replayed(run, 'simulation_from_recorded_outputs')).toMatchObject({ divergences: [], verdict: 'identical', ended: { original: run.reason, replayed: run.reason } });
  });

  it('comes out the same after what the run kept was archived', verifies('KEL-REPLAY-18'), async () => {
    const run = await finished();
    const entries = await run.rig.entries();
    const kept = entries.filter(({ event }) => event.type === 'artifact.registered').map(({ event }) => ({ stream: { aggregate: 'artifact' as const, id: event.aggregate_id }, sequence: event.sequence }));
    await (run.rig.ports.ledger as Ledger).erase({ key: 'archived', entries: kept, requestedBy: 'owner', reason: 'It was archived.' }, run.rig.writer);
    const report = await replayed(run, 'simulation_from_recorded_outputs');
    expect([report.divergences, report.verdict, report.events.compared === report.events.identical]).toEqual([[], 'identical', true]);
  });

  it('needs neither the files nor the model, and changes nothing of the run', verifies('KEL-REPLAY-02', 'ELN-RULE-84'), async () => {
    const run = await finished({ turns: [writes, ends('It is written.')] });
    await run.rig.write('out.txt', 'changed since\n');
    await run.rig.server.close();
    const before = await run.rig.entries();
    const report = await replayed(run, 'simulation_from_recorded_outputs');
    const after = await run.rig.entries();
    expect([report.verdict, await run.rig.read('out.txt'), after.slice(0, before.length)]).toEqual(['identical', 'changed since\n', before]);
    expect(after.slice(before.length).map(({ event: { type, aggregate_id: id } }) => [type, id])).toEqual([['task_replay.ended', report.request.replay_request_id]]);
  });

  it('records what differs, with both hashes and its place in the run', verifies('KEL-REPLAY-03', 'fixture.replay_divergence', 'ELN-RULE-86', 'validation.replay_divergence_unrecorded'), async () => {
    const run = await finished();
    const otherwise: ReplayPorts['portsOver'] = async (scratch) => {
      const ports = run.rig.portsOver(scratch);
      return { ...ports, openEngine: (parts) => ({ ...ports.openEngine(parts), judgeTask: async () => ({ verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'Another reason.' }], summary: 'It is done.' }) }) };
    };
    const { verdict, divergences } = await replayed(run, 'simulation_from_recorded_outputs', { portsOver: otherwise });
    const place = ({ event }: LogEntry): boolean => event.event_id === divergences[0]?.source_step_ref.key;
    expect([verdict, (await run.rig.entries()).find(place)?.event.type]).toEqual(['diverged', expect.stringMatching(/^run\./)]);
    expect(divergences[0]).toMatchObject({ divergence_kind: 'policy_changed', source_step_ref: { kind: 'event' } });
  });

  it('breaks off where the run asks for something else than it did, and says where', verifies('KEL-REPLAY-03', 'ELN-RULE-86'), async () => {
    const run = await finished();
    const otherwise: ReplayPorts['portsOver'] = async (scratch) => {
      const ports = run.rig.portsOver(scratch);
      return { ...ports, openEngine: (parts) => ({ ...ports.openEngine(parts), perceive: async ({ taskId, request }) => ({ task_id: taskId, intent: `${request} Quickly!`, constraints: { scope: null, deadline: null }, raw_input: request }) }) };
    };
    const { verdict, ended, divergences } = await replayed(run, 'simulation_from_recorded_outputs', { portsOver: otherwise });
    expect([verdict, ended.replayed, divergences.length, divergences[0]?.explanation]).toEqual(['diverged', null, 1, expect.stringContaining('was recorded as')]);
  });
});

describe('an audit', () => {
  it('tells how the run went from a log that it has checked, and does nothing again', verifies('KEL-REPLAY-04', 'ELN-RULE-84'), async () => {
    const run = await finished();
    const report = await replayed(run, 'audit_reconstruction', { portsOver: () => Promise.reject(new Error('nothing is gone through')) });
    expect(report).toMatchObject({ verdict: 'reconstructed', ended: { original: 'success', replayed: null }, faults: [], divergences: [] });
    expect(report.story.map(({ what }) => what)).toMatchInlineSnapshot(`
      [
        "A run was started.",
        "Round 1 was planned with 1 subtask.",
        "The phase plan was left: success.",
        "A model answered.",
        "read_file was called.",
        "A model answered.",
        "coder handed its work back.",
        "A subtask was judged.",
        "The phase execute was left: success.",
        "The phase review was left: success.",
        "The phase approve was left: success.",
        "The phase finalize was left: success.",
        "The run ended: success.",
      ]
    `);
  });
});

describe('what cannot be replayed', () => {
  it('is refused with its code and its steps where a model answered', verifies('KEL-REPLAY-05', 'validation.deterministic_replay_with_nondeterministic_step'), async () => {
    const run = await finished();
    const { not_repeatable: steps, side_effects_not_repeated: changed } = await previewReplay(await readSourceRun(run.runId, run.rig.log), 'deterministic_reexecution', run.rig.ports.ledger);
    expect([steps.map((step) => step.slice(step.indexOf('('))), changed]).toEqual([['(model.call)', '(model.call)'], []]);
    await expect(replayed(run, 'deterministic_reexecution')).rejects.toMatchObject({ code: 'run.replay_refused', data: { validation_code: 'validation.deterministic_replay_with_nondeterministic_step', steps } });
    expect((await run.rig.entries()).filter(({ event }) => event.aggregate === 'task_replay')).toEqual([]);
  });

  it('is said of a report that keeps quiet about what differs', verifies('validation.replay_divergence_unrecorded'), async () => {
    const report = await replayed(await finished(), 'simulation_from_recorded_outputs');
    expect(TaskReplayReport.safeParse(report).success).toBe(true);
    const divergence = { divergence_id: 'rcp_01JCQZ9Y5D0000000000000001', replay_request_id: report.request.replay_request_id, divergence_kind: 'policy_changed', source_step_ref: { kind: 'event', key: 'evt_1' }, explanation: 'It differs.', created_at: report.request.created_at, schema_version: '1.0' };
    const reports = [{ ...report, verdict: 'diverged' }, { ...report, events: { ...report.events, identical: 0 } }, { ...report, divergences: [divergence] }, { ...report, verdict: 'diverged', events: { ...report.events, identical: 0 }, divergences: [divergence] }];
    expect(reports.map((one) => TaskReplayReport.safeParse(one).success)).toEqual([false, false, false, true]);
  });
});

const JUDGED: Engine['judgeTask'] = async () => ({ verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'The subtask shows it.' }], summary: 'It is done.' });
/** Works without a model: calls these tools one after the other. */
const callsAlone = (...wanted: readonly (readonly [string, object])[]): Partial<TaskRigOptions> => ({
  turns: [ends('Nobody asks.')],
  engine: (parts) => ({
    judgeTask: JUDGED,
    execute: async ({ subtask, key, signal }) => {
      const made = [];
      for (const [at, [toolId, given]] of wanted.entries()) made.push(await parts.runner.call({ toolId, arguments: given as never, roleId: 'coder', key: `${key}/tool-${at + 1}`, journal: parts.journal, counters: [...parts.counters], typedBy: 'plan', signal }));
      return { result: { subtask_id: subtask.subtask_id, status: 'completed', output: 'Done.', tool_calls: made.map(({ evidence }) => evidence) }, report: finishes('Done.').arguments, calls: made, modelCalls: 0 };
    },
  }),
});

describe('an exact re-execution', () => {
  it('does again what read and changed files, in a copy of the folder as it was, and finds the same', verifies('KEL-REPLAY-09', 'ELN-G-19'), async () => {
    const run = await finished(callsAlone(['read_file', { path: 'notes.txt' }], ['write_file', { path: 'notes.txt', content: 'eggs\n' }], ['write_file', { path: 'new.txt', content: 'x\n' }]));
    await run.rig.write('new.txt', 'changed since\n');
    const report = await replayed(run, 'deterministic_reexecution');
    expect(report.divergences).toEqual([]);
    expect([run.reason, report.ended.replayed, report.verdict, report.request.model_reexecution_policy, await run.rig.read('notes.txt'), await run.rig.read('new.txt')]).toEqual(['success', 'success', 'identical', 'reuse_recorded_outputs', 'eggs\n', 'changed since\n']);
  });

  it('records what comes out otherwise with both hashes, because a file that was only read is another one now', verifies('KEL-REPLAY-09', 'fixture.replay_divergence', 'ELN-RULE-86'), async () => {
    const run = await finished(callsAlone(['read_file', { path: 'notes.txt' }]));
    await run.rig.write('notes.txt', 'changed since\n');
    const { verdict, divergences } = await replayed(run, 'deterministic_reexecution');
    expect([verdict, divergences.map(({ divergence_kind: kind }) => kind)]).toEqual(['diverged', ['tool_output_drift', 'source_state_changed']]);
    expect(divergences[0]).toMatchObject({ divergence_kind: 'tool_output_drift', original_output_hash: expect.any(String), replay_output_hash: expect.any(String), source_step_ref: { kind: 'event' } });
  });
});

describe('a rerun with models that are asked again', () => {
  const kindsOf = ({ divergences }: TaskReplayReport): string[] => divergences.map(({ divergence_kind: kind }) => kind);
  const always = (...turns: readonly TaskRigOptions['turns'][number][]): TaskRigOptions['turns'] => turns.map((turn) => ({ when: {}, ...turn }));
  const after = (name: string) => ({ when: { tool_result: { name } } });
  const readsThenEnds = (words: string) => always({ ...ends(words), ...after('read_file') }, reads);
  /** Asks models that answer like this. */
  const askedOf = async (run: Finished, turns: TaskRigOptions['turns'], asked: Partial<ToReplay> = {}): Promise<TaskReplayReport> => {
    const { portsOver: others } = await taskRig({ turns });
    const { portsOver } = portsOf(run);
    return replayed(run, 'best_effort_rerun', { portsOver: async (scratch, copy) => ({ ...(await portsOver(scratch, copy)), openDesk: (journal) => others(scratch).openDesk?.(journal) as never }) }, asked);
  };

  it('agrees when they say the same, tells how each criterion was judged and what asking cost, and changes nothing', verifies('KEL-REPLAY-10', 'ELN-G-19', 'ELN-RULE-85'), async () => {
    const run = await finished({ turns: always({ ...ends('The file out.txt is written.'), ...after('write_file') }, writes) });
    const asked = run.rig.server.requests().length;
    await run.rig.write('out.txt', 'changed since\n');
    const report = await replayed(run, 'best_effort_rerun');
    expect(report.divergences).toEqual([]);
    expect(report).toMatchObject({ verdict: 'agrees', ended: { original: run.reason, replayed: run.reason }, request: { allow_external_queries: false, model_reexecution_policy: 'same_model_if_available' } });
    expect(report.verdicts).toContainEqual({ criterion: 'It is done', original: 'pass', replayed: 'pass' });
    expect([run.rig.server.requests().length, (report.spent?.tokens ?? 0) > 0, await run.rig.read('out.txt')]).toEqual([asked * 2, true, 'changed since\n']);
  });

  it('is paid for by the day on which it is done, and asks nobody where the day has not enough left', verifies('KEL-REPLAY-15'), async () => {
    const run = await finished({ turns: readsThenEnds('The file holds milk.') });
    const day = documentKey.userDailyBudget('owner', '2027-01-15');
    const standing = async () => readStanding(day, run.rig.ports.ledger);
    const before = await standing();
    const { spent } = await replayed(run, 'best_effort_rerun');
    const after = await standing();
    expect([(spent?.tokens ?? 0) > 0, (after?.spent['tokens'] ?? 0) - (before?.spent['tokens'] ?? 0), after?.reserved]).toEqual([true, spent?.tokens, before?.reserved]);
    const asked = run.rig.server.requests().length;
    const left = DEFAULT_BUDGET.per_user_daily.max_total_tokens - (after?.spent['tokens'] ?? 0);
    const counters = createCounterOperations(run.rig.writer);
    await run.rig.writer.append({ key: 'others', events: [], operations: [counters.reserve(day, 'others', { tokens: left - DEFAULT_BUDGET.per_run.max_total_tokens + 1 })] });
    await expect(replayed(run, 'best_effort_rerun')).rejects.toMatchObject({ code: 'run.replay_refused', message: expect.stringContaining(`up to ${DEFAULT_BUDGET.per_run.max_total_tokens} tokens, and the day has not so many left`) });
    expect(run.rig.server.requests().length).toBe(asked);
    expect(await replayed(run, 'simulation_from_recorded_outputs')).toMatchObject({ verdict: 'identical' });
  });

  it('is charged to the day in full where it broke before anybody could say what it took', verifies('KEL-REPLAY-15'), async () => {
    const run = await finished({ turns: readsThenEnds('The file holds milk.') });
    const tokens = async (): Promise<number> => (await readStanding(documentKey.userDailyBudget('owner', '2027-01-15'), run.rig.ports.ledger))?.spent['tokens'] ?? 0;
    const before = await tokens();
    await expect(replayed(run, 'best_effort_rerun', { scratchFolder: () => Promise.reject(new Error('there is no room')) })).rejects.toThrow('there is no room');
    expect((await tokens()) - before).toBe(DEFAULT_BUDGET.per_run.max_total_tokens);
  });

  it('records where a model answers otherwise', verifies('KEL-REPLAY-10', 'fixture.replay_divergence', 'ELN-RULE-86'), async () => {
    const run = await finished({ turns: readsThenEnds('The file holds milk.') });
    const report = await askedOf(run, readsThenEnds('notes.txt holds milk.'));
    expect([report.verdict, new Set(kindsOf(report)), report.ended.replayed]).toEqual(['diverged', new Set(['model_output_drift']), run.reason]);
    expect(report.divergences[0]).toMatchObject({ original_output_hash: expect.any(String), replay_output_hash: expect.any(String), source_step_ref: { kind: 'event' } });
  });

  it('does not do what the run had not done, whether it would change something or only read', verifies('KEL-REPLAY-10', 'ELN-RULE-84', 'ELN-RULE-85', 'ELN-RULE-86'), async () => {
    const run = await finished({ turns: readsThenEnds('The file holds milk.') });
    const changing = await askedOf(run, always({ ...ends('It holds milk.'), ...after('write_file') }, calls('write_file', { path: 'other.txt', content: 'x' })));
    expect(kindsOf(changing)).toEqual(expect.arrayContaining(['model_output_drift', 'non_replayable_side_effect']));
    await expect(run.rig.read('other.txt')).rejects.toThrow('ENOENT');
    const looks = always({ ...ends('It holds milk.'), ...after('list_directory') }, calls('list_directory', { path: '.' }));
    expect(kindsOf(await askedOf(run, looks))).toContain('capability_unavailable');
    expect(kindsOf(await askedOf(run, looks, { mayQuery: true }))).not.toContain('capability_unavailable');
  });

  it('says so when a model that is asked again gives no answer', verifies('KEL-REPLAY-10', 'ELN-RULE-86'), async () => {
    const run = await finished();
    await run.rig.server.close();
    const report = await replayed(run, 'best_effort_rerun');
    expect([report.verdict, kindsOf(report)[0], report.ended.original]).toEqual(['diverged', 'capability_unavailable', run.reason]);
    expect(report.ended.replayed).not.toBe('success');
  });
});
