import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { finishes, taskRig } from '../../test/support/task-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { DEFAULT_BUDGET } from '../contracts/index.ts';
import { askedOfRun } from './asked-of-run.ts';

const rigged = () => taskRig({ turns: [{ answer: [finishes('Done.')] }], engine: () => ({ plan: async () => ({ decision: 'impossible', reason: 'Only looking.' }) }) });

describe('a run that is gone on with', () => {
  it('is asked for as it was: under its own approvals, limits, place and key, whatever is configured since', verifies('KEL-RUN-20'), async () => {
    const rig = await rigged();
    const limits = { ...DEFAULT_BUDGET.per_run, max_tool_calls: 7 };
    const { runId } = await rig.run({ mode: 'workspace_session', onLimit: 'ask', saveAs: '/elsewhere/result.md', limits, idempotencyKey: 'the-same' });
    expect(await askedOfRun(runId, rig)).toEqual({ key: 'the-same', request: 'What is in notes.txt?', budget: limits, mode: 'workspace_session', on_limit: 'ask', save_as: '/elsewhere/result.md', workspace: rig.folder, engine: 'model' });
    const plain = await rigged();
    const { runId: other } = await plain.run();
    expect(await askedOfRun(other.slice(-6), plain)).toEqual({ key: 'one', request: 'What is in notes.txt?', budget: DEFAULT_BUDGET.per_run, workspace: plain.folder, engine: 'model' });
  });

  it('must be known', verifies('KEL-RUN-20'), async () => {
    expect((await refusalOf(askedOfRun('run_01JCQZ9Y5D0000000000000009', await rigged()))).code).toBe('run.unknown');
  });
});
