import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { EffectContext, EffectDefinition } from '../../ledger/index.ts';
import { inRecordedOrder } from './recorded-order.ts';

const POSITIONS: Readonly<Record<string, number>> = { 'a/1': 10, 'b/1': 20, 'a/2': 30, 'b/2': 40 };

describe('answers in the order of the record', () => {
  it('are given to whoever came first in the run, however many wait, and one after the other', verifies('KEL-REPLAY-14'), async () => {
    const given: string[] = [];
    const effect: EffectDefinition<object, string> = { name: 'x.y', sideEffect: 'read_only', request: z.strictObject({}), result: z.string(), perform: async () => '' };
    const handle = inRecordedOrder((key, one) => ({ ...one, perform: async () => (given.push(`${key} begins`), await Promise.resolve(), given.push(`${key} ends`), key as never) }), (key) => POSITIONS[key] ?? Number.POSITIVE_INFINITY);
    const ask = (key: string): Promise<string> => handle(key, effect).perform({}, {} as EffectContext);
    const branch = async (name: string): Promise<string[]> => [await ask(`${name}/1`), await ask(`${name}/2`)];
    expect(await Promise.all([ask('unknown'), branch('b'), branch('a')])).toEqual(['unknown', ['b/1', 'b/2'], ['a/1', 'a/2']]);
    expect(given).toEqual(['a/1', 'b/1', 'a/2', 'b/2', 'unknown'].flatMap((key) => [`${key} begins`, `${key} ends`]));
  });

  it('go on after one that fails', verifies('KEL-REPLAY-14'), async () => {
    const effect: EffectDefinition<object, string> = { name: 'x.y', sideEffect: 'read_only', request: z.strictObject({}), result: z.string(), perform: async () => '' };
    const handle = inRecordedOrder((key, one) => ({ ...one, perform: async () => (key === 'a/1' ? Promise.reject(new Error('as recorded')) : (key as never)) }), (key) => POSITIONS[key] ?? 0);
    const ask = (key: string): Promise<string> => handle(key, effect).perform({}, {} as EffectContext);
    expect(await Promise.allSettled([ask('b/1'), ask('a/1')])).toEqual([{ status: 'fulfilled', value: 'b/1' }, { status: 'rejected', reason: new Error('as recorded') }]);
    expect(await ask('b/2')).toBe('b/2');
  });
});
