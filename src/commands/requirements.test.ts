import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { Requirement } from '../contracts/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { requirementsBinding } from './requirements.ts';

const row = (id: string, seed: Requirement['seed'], status: Requirement['status']): Requirement => ({
  id,
  seed,
  status,
  section: '1',
  kind: 'rule',
  module: 'kernel',
  statement: `${id} holds.`,
  enforced_by: [],
});
const all = [row('A', 'ART', 'done'), row('B', 'ART', 'planned'), row('C', 'MAH', 'planned')];
const dispatcher = createDispatcher([requirementsBinding({ read: async () => all })]);

const list = (request: Record<string, string>): Promise<unknown> =>
  dispatcher.dispatch('query', 'requirements.list', request, { idempotencyKey: undefined, signal: new AbortController().signal });

describe('requirements.list', () => {
  it('filters the list but never the counts', verifies('KEL-REQ-03'), async () => {
    const counts = [
      { seed: 'MH4', done: 0, planned: 0 },
      { seed: 'ACI', done: 0, planned: 0 },
      { seed: 'ELN', done: 0, planned: 0 },
      { seed: 'MAH', done: 0, planned: 1 },
      { seed: 'ART', done: 1, planned: 1 },
      { seed: 'ROLES', done: 0, planned: 0 },
      { seed: 'KEELSON', done: 0, planned: 0 },
    ];
    expect(await list({})).toEqual({ counts, requirements: all });
    expect(await list({ seed: 'ART' })).toEqual({ counts, requirements: all.slice(0, 2) });
    expect(await list({ status: 'planned' })).toEqual({ counts, requirements: all.slice(1) });
    expect(await list({ seed: 'ART', status: 'planned' })).toEqual({ counts, requirements: [all[1]] });
  });
});
