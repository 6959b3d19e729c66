import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { finishes, taskRig, type TaskRig } from '../../../test/support/task-rig.ts';
import { PUBLISHED_SOLVER_SET } from '../../contracts/index.ts';
import { formulasUnder } from './open-solver.ts';
import { pinsOf } from './pinned-world.ts';
import type { VersionsAtHand } from './task-ports.ts';

const READS = [{ when: { tool_result: { name: 'read_file' } }, answer: [finishes('It says hello.')] }, { when: {}, answer: [{ type: 'tool_call' as const, name: 'read_file', arguments: { path: 'notes.txt' } as never }] }];
const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);

/** A run whose process dies when the worker has read, begun under these policies and models. */
async function cutOff(): Promise<{ readonly rig: TaskRig; readonly begun: VersionsAtHand }> {
  const stop = new AbortController();
  const rig = await taskRig({ turns: READS, onRequest: ({ body }) => void (JSON.stringify(body).includes('hello from the file') && stop.abort()) });
  await rig.write('notes.txt', 'hello from the file\n');
  const begun = { ...rig.ports.versions, policy: { oversight: [OLD] }, models: { house: [OLD] }, server_tools: { mcp__files__read: [OLD] } };
  expect(await refusalOf(rig.run({ signal: stop.signal }, { versions: begun }))).toMatchObject({ code: 'journal.cancelled' });
  return { rig, begun };
}

function without({ tools: { write_file: _lost, ...tools }, ...begun }: VersionsAtHand): VersionsAtHand {
  return { ...begun, tools };
}

describe('what a run is begun under', () => {
  it('is written down when it starts: prompts, contracts, formulas, tools, policy and models', verifies('KEL-PINS-01'), async () => {
    const { rig, begun } = await cutOff();
    const [started] = await rig.told('run.started');
    const pins = started?.['pinned_versions'] as ReturnType<typeof pinsOf>;
    expect(pins).toEqual(pinsOf(begun));
    expect(pins).toMatchObject({ prompts: { planner: '1.0.0' }, contracts: { coder: '1.0.0' }, formulas: { 'solver.gradient': '1.0.0' }, tools: { read_file: '1.0.0' }, server_tools: { mcp__files__read: OLD }, policy: { oversight: OLD }, models: { house: OLD } });
  });

  it('has the set of the solver in it, and keeps it when another is applied, also when a person accepts other versions', verifies('KEL-CALIB-05', 'ART-V09-01'), async () => {
    const stop = new AbortController();
    const rig = await taskRig({ turns: READS, onRequest: ({ body }) => void (JSON.stringify(body).includes('hello from the file') && stop.abort()) });
    await rig.write('notes.txt', 'hello from the file\n');
    const begun = { ...rig.ports.versions, policy: { oversight: [OLD] } };
    const own = { version: '1.1.0', parameters: { ...PUBLISHED_SOLVER_SET.parameters, abandon_threshold: 0.7 } };
    const later = { ...own, version: '1.2.0' };
    expect(await refusalOf(rig.run({ signal: stop.signal }, { versions: begun, solverSet: own }))).toMatchObject({ code: 'journal.cancelled' });
    expect(await rig.told('run.started')).toMatchObject([{ pinned_versions: { solver_set: own } }]);
    expect(await rig.run({ acceptVersions: 'Stricter.' }, { versions: { ...begun, policy: { oversight: [NEW] } }, solverSet: later })).toMatchObject({ termination: { reason: 'success' } });
    expect(await rig.told('run.versions_accepted')).toMatchObject([{ pinned_versions: { policy: { oversight: NEW }, solver_set: own } }]);
  });

  it('is enough to go on, whatever came besides', verifies('KEL-PINS-02'), async () => {
    const { rig, begun } = await cutOff();
    const more = { ...begun, prompts: { ...begun.prompts, planner: ['2.0.0', '1.0.0'] }, tools: { ...begun.tools, newest: ['1.0.0'] }, models: { ...begun.models, larger: [NEW] } };
    expect(await rig.run({}, { versions: more })).toMatchObject({ answer: 'It says hello.', termination: { reason: 'success' } });
    expect(await rig.told('run.versions_accepted')).toEqual([]);
  });

  it('is refused by name when it is another, and the run stays as it was', verifies('KEL-PINS-03'), async () => {
    const { rig, begun } = await cutOff();
    const others: Partial<VersionsAtHand>[] = [{ prompts: { ...begun.prompts, planner: ['2.0.0'] } }, { contracts: { ...begun.contracts, coder: ['2.0.0'] } }, { formulas: { 'solver.gradient': ['0.8.0'] } }, { policy: { oversight: [NEW] } }, { models: {} }, { server_tools: {} }];
    const before = (await rig.entries()).length;
    const refusals = [];
    for (const other of others) refusals.push((await refusalOf(rig.run({}, { versions: { ...begun, ...other } })))?.data);
    expect(refusals).toEqual([
      { missing: [{ kind: 'prompts', name: 'planner', version: '1.0.0' }] },
      { missing: [{ kind: 'contracts', name: 'coder', version: '1.0.0' }] },
      { missing: [{ kind: 'formulas', name: 'solver.gradient', version: '1.0.0' }] },
      { missing: [{ kind: 'policy', name: 'oversight', version: OLD }] },
      { missing: [{ kind: 'models', name: 'house', version: OLD }] },
      { missing: [{ kind: 'server_tools', name: 'mcp__files__read', version: OLD }] },
    ]);
    expect((await rig.entries()).slice(before).map(({ event }) => event.type).filter((type) => type.startsWith('run.'))).toEqual([]);
    expect(await rig.run({}, { versions: begun })).toMatchObject({ termination: { reason: 'success' } });
  });

  it('is replaced when a person says why, once, and on record', verifies('KEL-PINS-04'), async () => {
    const { rig, begun } = await cutOff();
    const now = { ...begun, policy: { oversight: [NEW] }, models: {} };
    expect(await rig.run({ acceptVersions: 'The policy became stricter.' }, { versions: now })).toMatchObject({ answer: 'It says hello.', termination: { reason: 'success' } });
    expect(await rig.told('run.versions_accepted')).toMatchObject([{ accepted_by: 'owner', reason: 'The policy became stricter.', pinned_versions: pinsOf(now) }]);
  });

  it('may have another prompt when a person says why, and what was asked before is not asked again', verifies('KEL-PINS-04', 'KEL-RUN-19'), async () => {
    const { rig, begun } = await cutOff();
    const [asked, now] = [rig.server.requests().length, { ...begun, prompts: { ...begun.prompts, planner: ['2.0.0'], coder: ['3.1.0'] } }];
    expect(await rig.run({ acceptVersions: 'The words became clearer.' }, { versions: now })).toMatchObject({ answer: 'It says hello.', termination: { reason: 'success' } });
    expect([await rig.told('run.versions_accepted'), (await rig.told('run.plan_made')).length, rig.server.requests().length - asked]).toMatchObject([[{ reason: 'The words became clearer.', pinned_versions: { prompts: { planner: '2.0.0', coder: '3.1.0' } } }], 1, 1]);
    // What was accepted is what it is held to from then on.
    expect((await rig.run({}, { versions: now })).termination.reason).toBe('success');
  });

  it('is not accepted anew where nothing is missing', verifies('KEL-PINS-04'), async () => {
    const { rig, begun } = await cutOff();
    await rig.run({ acceptVersions: 'To be sure.' }, { versions: begun });
    expect(await rig.told('run.versions_accepted')).toEqual([]);
  });
});

describe('a tool that a run was begun with', () => {
  it('ends the run when it is gone: old answers are not paired with other questions', verifies('KEL-PINS-05'), async () => {
    const { rig, begun } = await cutOff();
    const { termination } = await rig.run({}, { versions: without(begun) });
    expect(termination).toMatchObject({
      reason: 'catastrophic_error',
      can_retry: true,
      contributing_factors: ['journal.diverged'],
      details: 'The run was begun with tools that it has no longer (write_file 1.0.0), so it would ask other questions than those it has the answers to. Offer these tools again, or start the task anew with the tools that there are; what this run did stays recorded.',
    });
    expect(await rig.told('run.step_diverged')).toHaveLength(1);
  });

  it('may be gone when a person accepts it, and is then offered no more', verifies('KEL-PINS-04', 'KEL-PINS-05'), async () => {
    const { rig, begun } = await cutOff();
    expect(await rig.run({ acceptVersions: 'It only reads.' }, { versions: without(begun) })).toMatchObject({ answer: 'It says hello.', termination: { reason: 'success' } });
  });

  it('is the only kind it is offered: what came later is for later runs', verifies('KEL-PINS-02'), async () => {
    const rig = await taskRig({ turns: READS });
    await rig.write('notes.txt', 'hello from the file\n');
    await rig.run({}, { versions: without(rig.ports.versions) });
    const offered = new Set((rig.sent()[0]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name));
    expect([offered.has('read_file'), offered.has('write_file')]).toEqual([true, false]);
  });
});

describe('formulas', () => {
  it('are those of the version that the run has, also when there is a newer one', verifies('KEL-PINS-06'), () => {
    const versions = (pins: Record<string, string>): string[] => formulasUnder(pins).filter(({ id }) => id === 'solver.gradient').map(({ spec }) => spec.semantic_version);
    expect([versions({}), versions({ 'solver.gradient': '1.0.0' }), versions({ 'solver.gradient': '0.8.0' })]).toEqual([['0.8.0', '1.0.0'], ['0.8.0', '1.0.0'], ['0.8.0']]);
  });
});
