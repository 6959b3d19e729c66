import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { KeelsonError } from '../kernel/index.ts';
import { builtinTools, createCatalogue } from '../tools/index.ts';
import { chooseEngine, type RecordedEngine } from './run-engine.ts';

const { signal } = new AbortController();
const place = { workspace: '/w', home: '/h', platform: 'linux' as const, ownState: [] };
const around = { ports: { hasProgram: async () => true } as never, place, catalogue: createCatalogue(builtinTools({ webSearch: {} })), allowFallbackToLlm: true };

describe('who does the work', () => {
  it('is a tool that the whole request means, before any model is thought of', verifies('MH4-4-11', 'MH4-CHK-04'), async () => {
    let opened = 0;
    const chosen = await chooseEngine({ request: 'run the tests' }, undefined, around, () => ((opened += 1), Promise.reject(new Error('no model is wanted'))), signal);
    expect([chosen.engine, chosen.reason, chosen.routed?.chosen?.tool_id, chosen.models, opened]).toEqual(['tool', 'The whole request means one call of run_tests, so no model is needed.', 'run_tests', undefined, 0]);
  });

  it('is a model where the request means more than one call, or where somebody asks for one', verifies('MH4-4-11'), async () => {
    const models = { isThere: true } as never;
    const engineFor = async (request: string, engine?: 'model') => (await chooseEngine({ request, ...(engine !== undefined && { engine }) }, undefined, around, async () => models, signal)).engine;
    expect([await engineFor('Make the tests pass.'), await engineFor('run the tests', 'model')]).toEqual(['model', 'model']);
  });

  it('is whoever began it, by the same words, in a run that is gone on with', verifies('MH4-4-11'), async () => {
    const models = { isThere: true } as never;
    const fresh = await chooseEngine({ request: 'run the tests' }, undefined, around, async () => models, signal);
    const routed = fresh.routed as NonNullable<typeof fresh.routed>;
    const goneOn = (before: RecordedEngine, engine?: 'offline' | 'model') => chooseEngine({ request: 'run the tests', ...(engine !== undefined && { engine }) }, before, around, async () => models, signal);
    expect(await goneOn({ engine: 'tool', reason: 'As it was.', routed: { ...routed, reason: 'recorded' } as never }, 'model')).toEqual({ engine: 'tool', reason: 'As it was.', routed: { ...routed, reason: 'recorded' } });
    // One whose choice was not kept is chosen anew, whatever is asked for now.
    expect((await goneOn({ engine: 'tool', reason: 'As it was.' }, 'model')).engine).toBe('tool');
    expect([await goneOn({ engine: 'offline', reason: 'x' }, 'model'), await goneOn({ engine: 'model', reason: 'x' }, 'offline')]).toEqual([{ engine: 'offline', reason: 'It was asked for.' }, { engine: 'model', reason: 'It was asked for.', models }]);
  });

  it('is the engine without a model where there is none, and says why; whoever asked for a model hears that instead', verifies('MH4-4-11'), async () => {
    const none = new KeelsonError('model.route_refused', { message: 'There is no model to ask.', nextStep: 'Add one.', data: {} as never });
    const engineFor = (engine: 'offline' | 'model' | undefined, failure: Error) => chooseEngine({ request: 'Make the tests pass.', ...(engine !== undefined && { engine }) }, undefined, around, () => Promise.reject(failure), signal);
    expect([await engineFor(undefined, none), await engineFor('offline', none)]).toEqual([{ engine: 'offline', reason: 'There is no model to ask.' }, { engine: 'offline', reason: 'It was asked for.' }]);
    await expect(engineFor('model', none)).rejects.toBe(none);
    await expect(engineFor(undefined, new Error('the network is down'))).rejects.toThrow('the network is down');
  });
});
