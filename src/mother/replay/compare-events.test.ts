import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { canonicalHash, createIds, fixedClock, seededRandom } from '../../kernel/index.ts';
import { compareEvents } from './compare-events.ts';
import { divergenceOfEvent, type DivergencePorts } from './divergences.ts';

const asked = (hash: string, model = 'm1') => ({ type: 'run.llm_started', aggregate_id: 'run_01JCQZ9Y5D0000000000000001', payload: { request_hash: hash.repeat(64), model_id: model } });

describe('an event that was archived or erased since', () => {
  it('is the same when the replay wrote it to the letter, and no other event is taken for it', verifies('KEL-REPLAY-18'), () => {
    const erased = { ...asked('a'), payload: null, payload_hash: canonicalHash(asked('a').payload) };
    expect(compareEvents([asked('b'), erased], [asked('a'), asked('b')])).toEqual({ identical: 2, differences: [] });
    const { identical, differences } = compareEvents([erased], [asked('b')]);
    expect([identical, differences.length, differences[0]?.original?.payload]).toEqual([0, 1, null]);
  });

  it('is told as what is gone where the replay wrote something else', verifies('KEL-REPLAY-18'), () => {
    const ports = { request: { replay_request_id: 'cmd_1' }, clock: fixedClock(0), ids: createIds({ clock: fixedClock(0), random: seededRandom(1) }) } as unknown as DivergencePorts;
    const original = { type: 'artifact.registered', event_id: 'evt_1', payload: null } as never;
    expect(divergenceOfEvent({ original, replayed: asked('b'), path: 'payload' }, ports)).toMatchObject({ divergence_kind: 'source_state_changed', source_step_ref: { key: 'evt_1' }, explanation: 'What artifact.registered said was archived or erased since, and the replay wrote something else there.', replay_output_hash: canonicalHash(asked('b').payload) });
  });
});

describe('an event of which the words behind its hashes may be others', () => {
  it('is the same when nothing but hashes differ, and others are not', verifies('KEL-REPLAY-16'), () => {
    const before = asked('a');
    const mayHaveOtherWords = (event: unknown): boolean => event === before;
    expect(compareEvents([before], [asked('b')], mayHaveOtherWords)).toEqual({ identical: 1, differences: [] });
    expect(compareEvents([before], [asked('b', 'm2')], mayHaveOtherWords).differences).toMatchObject([{ path: 'payload.model_id' }]);
    expect(compareEvents([asked('a')], [asked('b')], mayHaveOtherWords).differences).toMatchObject([{ path: 'payload.request_hash' }]);
  });
});
