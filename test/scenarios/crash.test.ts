import { describe, expect, it } from 'vitest';
import { builtinTools } from '../../src/tools/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { executionOf, ProcessDied, type CrashPlan } from '../support/journal-crashes.ts';
import { finishes, taskRig } from '../support/task-rig.ts';

const call = (name: string, given: Record<string, string>) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given }] });

/** Answers by what was said, not by how often it was asked: a repeated question gets the same answer. */
const TURNS = [
  { when: { tool_result: { name: 'write_file' } }, answer: [finishes('Written.')] },
  { when: { tool_result: { name: 'read_file' } }, ...call('write_file', { path: 'out.txt', content: 'new\n' }) },
  call('read_file', { path: 'notes.txt' }),
];

/** Only what it needs: there are many runs. */
const TOOLS = builtinTools({ webSearch: {} }).filter(({ definition }) => ['read_file', 'write_file'].includes(definition.tool_id));
/** On a busy machine as well. */
const TIME_MS_MAX = 240_000;

async function crashed(plan: CrashPlan) {
  const rig = await taskRig({ turns: TURNS, tools: TOOLS });
  await rig.write('notes.txt', 'hello\n');
  const { over } = executionOf(rig.writer, plan);
  const first = await rig.run({}, {}, over).then(
    () => 'finished' as const,
    (error: unknown) => error,
  );
  const recorded = (await rig.told('run.step_completed')).map(({ result }) => (result as { key: string }).key).filter((key) => key.includes('/model/') && key.includes('/try-'));
  const askedBefore = rig.server.requests().length;
  const again = await rig.run();
  return { rig, first, again, recorded, askedBefore };
}

/** More than the run appends, so that the last of them also comes to its end undisturbed. */
const APPENDS_MAX = 120;

describe('a run whose process dies', () => {
  it.each(['before', 'after'] as const)('at any moment, %s what it writes is there, is gone on with, and no recorded answer is asked for again', { ...verifies('KEL-LOOP-07'), timeout: TIME_MS_MAX }, async (when) => {
    let deaths = 0;
    for (let at = 0; at < APPENDS_MAX; at += 1) {
      const { rig, first, again, recorded, askedBefore } = await crashed({ at, when, how: 'dies' });
      expect([again.answer, again.termination.reason, await rig.read('out.txt')]).toEqual(['Written.', 'success', 'new\n']);
      expect((await rig.told('run.phase_exited')).map(({ phase }) => phase)).toEqual(['plan', 'execute', 'review', 'approve', 'finalize']);
      // Three turns; only an answer that had come and was not yet written down is asked for a second time.
      expect(rig.server.requests().length - askedBefore).toBe(3 - recorded.length);
      expect([(await rig.told('run.started')).length, (await rig.told('run.terminated')).length, (await rig.told('run.tool_ended')).length]).toEqual([1, 1, 2]);
      if (first === 'finished') break;
      expect(first).toBeInstanceOf(ProcessDied);
      deaths += 1;
    }
    console.log(`crash: ${deaths} deaths ${when} an append, all gone on with`);
    expect(deaths).toBeGreaterThan(15);
  });
});
