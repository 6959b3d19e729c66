import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { REPORT } from '../../../test/support/run-samples.ts';
import type { FinalResult } from '../../contracts/index.ts';
import { fixedClock, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { RunJournal } from '../../ledger/index.ts';
import type { RunOverseers } from '../overseers.ts';
import { saveResult } from './save-result.ts';

const clock = fixedClock(1_800_000_000_000);
const AT = '2027-01-15T08:00:00.000Z';
const PATH = '/home/ada/result.md';
const signal = new AbortController().signal;
const cancelled = new AbortController().signal;
const journal = {} as RunJournal;

function finalResult(more: Partial<Pick<FinalResult, 'output' | 'summary'>>): FinalResult {
  if (REPORT.result === null) throw new TypeError('the sample has a result');
  return { ...REPORT.result, ...more };
}

const rejecting = (error: Error): (() => Promise<never>) => async () => { throw error; };

type Outside = NonNullable<RunOverseers['outside']>;

/** Does what it is given, and notes it. */
function noting(saveFile: Outside['saveFile'] = async () => {}) {
  const asked: unknown[] = [];
  const outside: Outside = {
    async handOver({ perform, result, ...action }, at) {
      asked.push(action, at);
      return result.parse(await perform(action.request, { idempotencyKey: 'k', signal } as Parameters<typeof perform>[1]));
    },
    saveFile,
  };
  return { outside, asked };
}

describe('a result that a person wants to have elsewhere', () => {
  it('is handed over as what it is, to where it is wanted, by the way that has a policy', verifies('KEL-TRACE-06'), async () => {
    const written: string[][] = [];
    const { outside, asked } = noting(async (...file) => void written.push(file));
    const result = finalResult({ output: 'Two boats.\n' });
    expect(await saveResult({ path: PATH, result, journal, signal, cancelled }, { outside }, { clock })).toEqual({ state: 'delivered', channel: 'file', at: AT });
    expect(written).toEqual([[PATH, 'Two boats.\n']]);
    expect(asked).toEqual([
      { kind: 'save_as', summary: `Save the result as ${PATH}`, content: 'Two boats.\n', request: { path: PATH, sha256: sha256Hex('Two boats.\n') }, sideEffect: 'idempotent_write' },
      { journal, key: 'finalize/save-as', signal: expect.any(AbortSignal) },
    ]);
  });

  it('is what the run says of it where it has nothing else', verifies('KEL-TRACE-06'), async () => {
    const written: string[][] = [];
    const { outside } = noting(async (...file) => void written.push(file));
    await saveResult({ path: PATH, result: finalResult({ output: null, summary: 'Done.' }), journal, signal, cancelled }, { outside }, { clock });
    expect(written).toEqual([[PATH, 'Done.']]);
  });

  it('stays with the run when it may not or cannot leave, and whoever interrupts it is heard', verifies('KEL-TRACE-06'), async () => {
    const failing = (error: Error) => saveResult({ path: PATH, result: finalResult({}), journal, signal, cancelled }, noting(rejecting(error)), { clock });
    const full = new KeelsonError('path.failed', { message: 'No room.', nextStep: 'Make some.', data: { path: PATH, detail: 'ENOSPC' } });
    expect(await failing(full)).toEqual({ state: 'failed', channel: 'file', at: AT, reason: 'No room. Make some.' });
    const stopped = new KeelsonError('journal.cancelled', { message: 'Stopped.', nextStep: 'Go on.', data: { key: 'finalize/save-as', may_have_happened: false } });
    await expect(failing(stopped)).rejects.toBe(stopped);
    await expect(failing(new TypeError('a defect'))).rejects.toThrow('a defect');
  });

  it('waits for nobody any more once a person has cancelled, and stays with the run', verifies('KEL-TRACE-06'), async () => {
    const cancel = new AbortController();
    const lease = new AbortController();
    // Waits for a yes that never comes.
    const outside: Outside = { handOver: (_action, at) => new Promise((_resolve, reject) => at.signal.addEventListener('abort', () => reject(at.signal.reason))), saveFile: async () => {} };
    const saving = (held: AbortSignal) => saveResult({ path: PATH, result: finalResult({}), journal, signal: held, cancelled: cancel.signal }, { outside }, { clock });
    const [kept, lost] = [saving(signal), saving(lease.signal)];
    lease.abort(new KeelsonError('lease.lost', { message: 'Lost.', nextStep: 'Go on.', data: {} as never }));
    await expect(lost).rejects.toMatchObject({ code: 'lease.lost' });
    cancel.abort(new Error('cancelled'));
    expect(await kept).toEqual({ state: 'failed', channel: 'file', at: AT, reason: 'A person cancelled before it was written. It is kept with the run.' });
  });
});
