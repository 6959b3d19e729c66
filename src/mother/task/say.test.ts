import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LogWriter } from '../../ledger/index.ts';
import { say } from './say.ts';

type Asked = Parameters<LogWriter['append']>[0];

describe('a message between roles', () => {
  it('is one event on the stream of its run, under a key that only this place of the run has', verifies('ART-P-12', 'ART-R2-11'), async () => {
    const asked: Asked[] = [];
    const writer = { append: async (request: Asked) => (asked.push(request), []) as never };
    await say(writer, RUN, 'execute/1/2', 'run.subtask_judged', { outcome: 'met' });
    expect(asked).toEqual([{ key: `${RUN}:execute/1/2:run.subtask_judged`, events: [{ type: 'run.subtask_judged', streamId: RUN, payload: { run_id: RUN, outcome: 'met' } }] }]);
  });

  it('is not said twice by a run that is gone on with, and what keeps it from being said is heard', verifies('ART-P-12', 'ART-R2-11'), async () => {
    const saying = (code: 'ledger.key_reused' | 'ledger.busy') => say({ append: () => Promise.reject(new KeelsonError(code, { message: 'No.', nextStep: 'Look.', data: {} as never })) }, RUN, 'plan', 'run.plan_made', {});
    await expect(saying('ledger.key_reused')).resolves.toBeUndefined();
    await expect(saying('ledger.busy')).rejects.toMatchObject({ code: 'ledger.busy' });
  });

  it('has a short key however deep in the run it stands', verifies('ART-P-12', 'ART-R2-11'), async () => {
    const keys: string[] = [];
    const writer = { append: async ({ key }: Asked) => (keys.push(key), []) as never };
    await say(writer, RUN, 'x'.repeat(2_000), 'run.plan_made', {});
    expect(keys).toEqual([expect.stringMatching(/^run:[0-9a-f]{64}$/)]);
  });
});
