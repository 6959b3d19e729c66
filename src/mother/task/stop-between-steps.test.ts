import { describe, expect, it } from 'vitest';
import { cancelSwitch } from '../../../test/support/task-rig.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Engine } from '../../loops/index.ts';
import { stopBetweenSteps } from './stop-between-steps.ts';

const STEPS = ['perceive', 'plan', 'execute', 'judgeSubtask', 'judgeTask', 'reviewCode', 'arbitrate', 'summarise', 'rewriteQuery', 'giveUp'] as const;
type Steps = Readonly<Record<string, (input: string) => Promise<unknown>>>;

/** An engine whose every step says its name, and an ear for who wants the run to end. */
function engineOf(during: (step: string) => void = () => undefined, names: readonly string[] = STEPS) {
  const control = cancelSwitch();
  const engine = Object.fromEntries(names.map((step) => [step, async (input: string) => (during(step), `${step} ${input}`)])) as unknown as Engine;
  return { control, engine: stopBetweenSteps({ ...engine, kind: 'offline' }, control.cancel) };
}

const stepsOf = (engine: Engine): Steps => engine as unknown as Steps;

describe('a wish that the run ends after the step under way', () => {
  it.each(STEPS)('is heard before and after %s, and only then', verifies('KEL-RUN-10'), async (step) => {
    const { control, engine } = engineOf((name) => name === step && begun.push(name));
    const begun: string[] = [];
    const think = stepsOf(engine)[step];
    expect([await think?.('it'), begun.length]).toEqual([`${step} it`, 1]);
    control.ask(sample.runId, 'finish_current_step_then_stop');
    expect(await refusalOf(think?.('it') ?? Promise.resolve())).toMatchObject({ code: 'run.cancelled', message: `owner cancelled ${sample.runId}.`, data: { run_id: sample.runId, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' } });
    expect(begun).toHaveLength(1);
    const during = engineOf(() => during.control.ask(sample.runId, 'finish_current_step_then_stop'));
    expect((await refusalOf(stepsOf(during.engine)[step]?.('it') ?? Promise.resolve())).code).toBe('run.cancelled');
  });

  it('leaves an engine with the steps that it has', verifies('KEL-RUN-10'), () => {
    const needed = STEPS.filter((step) => !['reviewCode', 'arbitrate', 'summarise', 'rewriteQuery'].includes(step));
    expect([engineOf().engine.kind, Object.keys(engineOf(undefined, needed).engine).toSorted()]).toEqual(['offline', ['kind', ...needed].toSorted()]);
  });
});
