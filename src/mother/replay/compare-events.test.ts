import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { compareEvents } from './compare-events.ts';

const asked = (hash: string, model = 'm1') => ({ type: 'run.llm_started', aggregate_id: 'run_01JCQZ9Y5D0000000000000001', payload: { request_hash: hash.repeat(64), model_id: model } });

describe('an event of which the words behind its hashes may be others', () => {
  it('is the same when nothing but hashes differ, and others are not', verifies('KEL-REPLAY-16'), () => {
    const before = asked('a');
    const mayHaveOtherWords = (event: unknown): boolean => event === before;
    expect(compareEvents([before], [asked('b')], mayHaveOtherWords)).toEqual({ identical: 1, differences: [] });
    expect(compareEvents([before], [asked('b', 'm2')], mayHaveOtherWords).differences).toMatchObject([{ path: 'payload.model_id' }]);
    expect(compareEvents([asked('a')], [asked('b')], mayHaveOtherWords).differences).toMatchObject([{ path: 'payload.request_hash' }]);
  });
});
