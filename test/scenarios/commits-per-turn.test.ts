import { expect, it } from 'vitest';
import type { LogWriter, Timer } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { finishes, taskRig } from '../support/task-rig.ts';

const reads = (path: string) => ({ answer: [{ type: 'tool_call' as const, name: 'read_file', arguments: { path } }], times: 1 });

/** However long a busy machine takes, no moment passes. */
const NO_TIME: Timer = { after: () => () => undefined };

/** Commits and events of a run whose worker reads so many files before it hands back. */
async function costOf(files: number): Promise<{ readonly commits: number; readonly events: number; readonly ofModels: readonly string[][] }> {
  const rig = await taskRig({ turns: [...Array.from({ length: files }, (_, at) => reads(`notes-${at}.txt`)), { answer: [finishes('Read.')] }] });
  for (let at = 0; at < files; at += 1) await rig.write(`notes-${at}.txt`, 'hello\n');
  const appended: string[][] = [];
  const counted = (writer: LogWriter): LogWriter => ({
    ...writer,
    append: async (request) => {
      const positions = await writer.append(request);
      appended.push((request.events ?? []).map(({ type }) => type));
      return positions;
    },
  });
  await rig.run({}, { timer: NO_TIME }, counted);
  return { commits: appended.length, events: (await rig.entries()).length, ofModels: appended.filter((types) => types.includes('run.llm_started') || types.includes('run.llm_ended')) };
}

it('a turn of a model with a call that only reads is written in three commits: what was read is written with the question that follows', verifies('KEL-PINS-12', 'KEL-SPEED-01'), async () => {
  const { ofModels } = await costOf(2);
  const beginning = ['run.step_completed', 'run.step_completed', 'run.step_completed', 'run.step_completed', 'run.model_routed', 'run.step_intended', 'run.llm_started'];
  const readBefore = ['run.step_completed', 'run.tool_ended', 'tool.used'];
  const answered = ['run.step_completed', 'run.llm_ended', 'model.calibrated', 'model.reliability_measured'];
  expect(ofModels).toEqual([beginning.slice(1), answered, [...readBefore, ...beginning], answered, [...readBefore, ...beginning], answered]);
});

it('a turn with one call of a tool costs the same however long the run is', verifies('KEL-PINS-12'), async () => {
  const [two, four] = [await costOf(2), await costOf(4)];
  console.log(`a turn with one call of a tool: ${(four.commits - two.commits) / 2} commits, ${(four.events - two.events) / 2} rows`);
  expect((four.commits - two.commits) / 2).toBeLessThanOrEqual(3);
});
