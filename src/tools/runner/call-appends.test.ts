import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { runnerRig, sampleTool, type RunnerRigOptions } from '../../../test/support/runner-rig.ts';

/** The types of what one call appends, append by append. */
async function appendsOf(options: Partial<RunnerRigOptions> = {}): Promise<readonly (readonly string[])[]> {
  const rig = await runnerRig({ tools: [sampleTool()], ...options });
  const before = rig.ledger.asked.length;
  await rig.call({ toolId: 'echo', arguments: { text: 'hello' } }).catch(() => undefined);
  return rig.ledger.asked.slice(before).map(({ events }) => events.map(({ type }) => type));
}

const DECIDED = 'run.step_completed';

describe('what one call of a tool appends', () => {
  it('is its decision together with its beginning, then its end', verifies('KEL-FAST-20'), async () => {
    expect(await appendsOf()).toEqual([[DECIDED, 'run.step_intended', 'run.tool_started'], ['run.step_completed', 'run.tool_ended', 'tool.used']]);
  });

  it('is its decision alone where somebody is asked or it is not made, before anybody hears of it', verifies('KEL-FAST-20'), async () => {
    const asking = sampleTool({ approval_required: true });
    const asked = await appendsOf({ tools: [asking], answer: () => ({ answer: 'denied', reason: 'no' }) });
    expect(asked).toEqual([[DECIDED], ['run.step_intended'], ['run.step_completed'], ['run.tool_refused']]);
    const blocked = await appendsOf({ provenance: BLOCKING });
    expect(blocked).toEqual([[DECIDED], ['run.tool_refused']]);
  });

  it('tells of its beginning once, when it has a budget, and never without', verifies('KEL-FAST-20'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()], toolCallsMax: 0 });
    const call = (raises: number) => rig.call({ toolId: 'echo', arguments: { text: 'hello' }, key: `try-${raises}`, timesRaised: async () => raises });
    await expect(call(0)).rejects.toMatchObject({ code: 'counter.exhausted' });
    expect(await rig.told('run.tool_started')).toEqual([]);
    await rig.raise({ tool_calls: 1 });
    await call(1);
    expect((await rig.told('run.tool_started')).map(({ call: at }) => at)).toEqual(['try-1']);
  });
});

const BLOCKING = {
  judge: async () => ({ judged: [{ kind: 'words', subject: 'it', verdict: { decision: 'block', rule: 'test.never', explanation: 'Never.' } }], origins: [] }),
  classOf: async () => 'owner_typed',
  eventsFor: () => [],
  observe: async () => {},
} as const satisfies RunnerRigOptions['provenance'];
