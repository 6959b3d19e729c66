import { describe, expect, it } from 'vitest';
import { AUTHOR } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { invariant, KeelsonError } from '../../kernel/index.ts';

const READS: TaskRigOptions['turns'] = [{ when: { tool_result: { name: 'read_file' } }, answer: [finishes('It says hello.')] }, { when: {}, answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'notes.txt' } as never }] }];

async function rigWith(options: Partial<TaskRigOptions> = {}): Promise<TaskRig> {
  const rig = await taskRig({ turns: READS, ...options });
  await rig.write('notes.txt', 'hello from the file\n');
  return rig;
}

describe('a run that Keelson itself breaks', () => {
  it('ends as a catastrophe when the log refuses a message of its own, and can be tried again', verifies('KEL-PINS-10', 'termination.catastrophic_error'), async () => {
    const rig = await rigWith();
    const { termination } = await rig.run({}, { roleWriters: { ...rig.ports.roleWriters, agentValidator: rig.log.writerFor({ ...AUTHOR, actor: 'coder' }) } });
    expect(termination).toMatchObject({ reason: 'catastrophic_error', contributing_factors: ['ledger.validation_failed'], can_retry: true, suggested_action: 'abandon' });
    expect(termination.details).toContain('run.subtask_judged is written by agent_validator alone, not by coder');
  });

  it('ends as a catastrophe when an invariant does not hold', verifies('KEL-PINS-10', 'termination.catastrophic_error'), async () => {
    const rig = await rigWith({ engine: () => ({ judgeTask: async () => (invariant(false, 'the harbour has a wall'), Promise.reject(new TypeError('never'))) }) });
    expect((await rig.run()).termination).toMatchObject({ reason: 'catastrophic_error', contributing_factors: ['invariant.broken'], details: expect.stringContaining('the harbour has a wall') as unknown });
  });

  it('does not end when only the store fails: it is gone on with when the store is back', verifies('KEL-PINS-10'), async () => {
    const rig = await rigWith();
    let appends = 0;
    const full = new KeelsonError('ledger.disk_full', { message: 'The disk is full.', nextStep: 'Make room.', data: {} as never });
    const broken = await refusalOf(rig.run({}, {}, (writer) => ({ ...writer, append: (request) => ((appends += 1) > 20 ? Promise.reject(full) : writer.append(request)) })));
    expect([broken?.code, await rig.told('run.terminated')]).toEqual(['ledger.disk_full', []]);
    expect(await rig.run()).toMatchObject({ answer: 'It says hello.', termination: { reason: 'success' } });
  });
});
