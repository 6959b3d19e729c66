import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { builtinTools, createCatalogue } from '../tools/index.ts';
import { chooseEngine } from './run-engine.ts';

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
});
