import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';
import type { EffectContext, EffectDefinition, EffectHandler } from '../../ledger/index.ts';
import { doneAgain, type Drift } from './done-again.ts';

const failure = (detail: string): KeelsonError => new KeelsonError('run.replay_refused', { message: detail, nextStep: 'Look.', data: { run_id: '', mode: '', validation_code: null, steps: [] } });
const effectOf = (name: string, perform: EffectDefinition<object, unknown>['perform']): EffectDefinition<object, unknown> => ({ name, sideEffect: 'read_only', request: z.looseObject({}), result: z.unknown(), perform });
const answering = (was: () => Promise<unknown>): EffectHandler => (_key, effect) => ({ ...effect, perform: async () => (await was()) as never });
const CONTEXT = { idempotencyKey: 'key', signal: new AbortController().signal, journal: {} } as unknown as EffectContext;

async function again(name: string, was: () => Promise<unknown>, is: EffectDefinition<object, unknown>['perform']): Promise<{ readonly came: unknown; readonly drifts: readonly Drift[] }> {
  const drifts: Drift[] = [];
  const handled = doneAgain(answering(was), (drift) => void drifts.push(drift))('execute/1', effectOf(name, is));
  const came = await handled.perform({}, CONTEXT).catch((error: unknown) => error);
  return { came, drifts };
}

describe('a step that is done again', () => {
  it('is the same when only the time it took and what was thought of it differ', verifies('KEL-REPLAY-09'), async () => {
    const was = { output: 'milk', duration_ms: 5, taint_class: 'unclassified', sandbox: null, attempts: 1 };
    const { came, drifts } = await again('tool.call', async () => was, async () => ({ output: 'milk', duration_ms: 9, taint_class: 'owner_typed', sandbox: 'none', attempts: 2 }));
    expect([came, drifts]).toEqual([was, []]);
  });

  it('is told with both hashes when it differs, and the run goes on with what was recorded', verifies('KEL-REPLAY-09', 'fixture.replay_divergence'), async () => {
    const { came, drifts } = await again('workspace.list', async () => ['a'], async () => ['b']);
    expect([came, drifts]).toEqual([['a'], [{ key: 'execute/1', effect: 'workspace.list', originalHash: canonicalHash({ result: ['a'] }), replayHash: canonicalHash({ result: ['b'] }) }]]);
  });

  it('is compared as it is when it is words or nothing', verifies('KEL-REPLAY-09'), async () => {
    expect((await again('check.read_file', async () => 'milk', async () => null)).drifts).toEqual([{ key: 'execute/1', effect: 'check.read_file', originalHash: canonicalHash({ result: 'milk' }), replayHash: canonicalHash({ result: null }) }]);
  });

  it('may fail as it failed then, and a failure that is another one is told', verifies('KEL-REPLAY-09'), async () => {
    const failed = failure('It is not there.');
    expect(await again('check.read_file', () => Promise.reject(failed), () => Promise.reject(failure('It is not there.')))).toEqual({ came: failed, drifts: [] });
    expect((await again('check.read_file', () => Promise.reject(failed), async () => 'milk')).drifts).toHaveLength(1);
  });

  it('is left to the record when it reads no file, and is no outcome when the replay is interrupted', verifies('KEL-REPLAY-09'), async () => {
    expect(await again('clock.now', async () => 1, () => Promise.reject(new TypeError('nobody does this')))).toEqual({ came: 1, drifts: [] });
    const broken = new KeelsonError('journal.not_recorded', { message: 'Not recorded.', nextStep: 'Look.', data: { key: 'execute/1' } });
    expect(await again('tool.call', () => Promise.reject(broken), () => Promise.reject(new TypeError('nobody gets so far')))).toEqual({ came: broken, drifts: [] });
  });

  it('writes nothing of what it does below itself', verifies('KEL-REPLAY-09'), async () => {
    const inner = effectOf('tool.keep_before', async (_request, { journal }) => journal.scope('x').step('y', effectOf('tool.found_new', async () => 'kept'), {}));
    expect(await again('tool.call', async () => 'kept', (_request, { journal }) => journal.step('before', inner, {}))).toEqual({ came: 'kept', drifts: [] });
    for (const ask of ['now', 'mint', 'randomBytes'] as const) expect((await again('tool.call', async () => 'kept', (_request, { journal }) => journal[ask]('a', 1 as never))).came).toBeInstanceOf(TypeError);
  });
});
