import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { CounterState, documentKey, type JsonObject, type RunId } from '../../contracts/index.ts';
import { counterDocument } from '../../ledger/index.ts';

const calls = (name: string, given: JsonObject) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given }] });
const done = (words: string) => ({ answer: [finishes(words)] });
const delegates = (given: JsonObject = {}) => calls('delegate', { task: 'Read a.txt and say what it says.', ...given });
const READS = calls('read_file', { path: 'a.txt' });
const YES = { answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' }) } as unknown as Pick<TaskRigOptions, 'answer'>;

async function rigWith(turns: TaskRigOptions['turns'], options: Partial<TaskRigOptions> = {}): Promise<TaskRig> {
  const rig = await taskRig({ turns, ...YES, ...options });
  await rig.write('a.txt', 'hello\n');
  return rig;
}

const runsOf = async (rig: TaskRig): Promise<RunId[]> => (await rig.told('run.started')).map(({ run_id: id }) => id as RunId);
const counterOf = async (rig: TaskRig, runId: RunId): Promise<CounterState> => CounterState.parse((await rig.documents.get(counterDocument(documentKey.runBudget(runId))))?.body);

describe('work that is handed to a child', () => {
  it('is done by a run of its own, whose checked result comes back as that of the call', verifies('KEL-CHILD-01'), async () => {
    const rig = await rigWith([delegates(), READS, done('It says hello.'), done('The child found hello.')]);
    const { termination, answer } = await rig.run();
    expect([termination.reason, termination.details, answer]).toEqual(['success', expect.any(String), 'The child found hello.']);
    const [parent, child] = await runsOf(rig);
    const [letter] = await rig.told('run.child_returned');
    expect(letter).toMatchObject({ run_id: parent, result: { child_run_id: child, reason: 'success', output: 'It says hello.', is_whole: true, unmet_criteria: [], changes: [] } });
    expect((await rig.told('run.terminated')).map(({ termination: one }) => [(one as { run_id: string }).run_id, (one as { reason: string }).reason])).toEqual([[child, 'success'], [parent, 'success']]);
    const [, , , last] = rig.sent();
    expect(JSON.stringify(last?.messages.at(-1))).toContain('It says hello.');
    expect([(await counterOf(rig, parent as RunId)).reservations, (await counterOf(rig, child as RunId)).is_closed]).toEqual([{}, true]);
  });
});
