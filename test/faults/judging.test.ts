import { describe, expect, it } from 'vitest';
import { acknowledgedIn } from '../../bench/faults/acknowledgements.ts';
import { createChance, roundSeed } from '../../bench/faults/chance.ts';
import { lostAppends } from '../../bench/faults/check-ledger.ts';
import { doubledDeeds, type Deed } from '../../bench/faults/world.ts';
import type { EntryRow } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';

const deed = (step: string, sideEffect: Deed['sideEffect'], idempotencyKey = 'k'): Deed => ({ runId: 'run', step, idempotencyKey, sideEffect });
const row = (position: number, key: string | null): EntryRow => ({
  position,
  stream: 'session/s',
  sequence: position,
  header: '{}',
  payload: '{}',
  chainHash: '',
  append: key === null ? null : { key, contentHash: '' },
});

describe('what the rig holds against a ledger', () => {
  it('a destructive deed done twice, and a repetition under another key', verifies('KEL-FAULT-05'), () => {
    const once = [deed('a', 'destructive'), deed('b', 'idempotent_write'), deed('b', 'idempotent_write'), deed('c', 'destructive')];
    expect(doubledDeeds(once)).toEqual([]);
    expect(doubledDeeds([...once, deed('a', 'destructive')])).toEqual(['run a: destroyed twice']);
    expect(doubledDeeds([...once, deed('b', 'idempotent_write', 'other')])).toEqual(['run b: repeated under another key']);
  });

  it('a key acknowledged at two places, and a token given twice', verifies('KEL-FAULT-05'), () => {
    expect(acknowledgedIn(['ready', 'append a 1', 'lease l 1', 'append b 2', 'append a 1', 'lease l 2', 'lease m 1', 'ended'])).toEqual({ appends: new Map([['a', 1], ['b', 2]]), findings: [] });
    expect(acknowledgedIn(['append a 1', 'append a 2', 'lease l 2', 'lease l 2', 'lease l 1']).findings).toEqual(['a was at 1 and then at 2', 'l: token 2 was given again', 'l: token 1 was given again']);
  });

  it('an acknowledged append that is gone, or stands elsewhere', verifies('KEL-FAULT-05'), () => {
    const rows = [row(1, 'a'), row(2, null), row(3, 'b')];
    expect(lostAppends(rows, new Map([['a', 1], ['b', 3]]))).toEqual([]);
    expect(lostAppends(rows, new Map([['b', 2], ['c', 4]]))).toEqual(['b was acknowledged at 2 and is not there (the log ends at 3)', 'c was acknowledged at 4 and is not there (the log ends at 3)']);
  });

  it('repeats its draws for the same seed, and gives every round its own', () => {
    const draws = (seed: number): number[] => Array.from({ length: 50 }, () => createChance(seed)).map((chance) => chance.below(1_000));
    expect(new Set(draws(7)).size).toBe(1);
    const chance = createChance(7);
    const many = Array.from({ length: 1_000 }, () => chance.below(6));
    expect([Math.min(...many), Math.max(...many), Math.abs(many.filter((drawn) => drawn === 0).length - 167) < 50]).toEqual([0, 5, true]);
    expect(Array.from({ length: 400 }, () => chance.happens(0.25)).filter(Boolean).length).toBeLessThan(140);
    expect([roundSeed(1, 'kill', 2), roundSeed(1, 'kill', 3) === roundSeed(1, 'kill', 2)]).toEqual([roundSeed(1, 'kill', 2), false]);
  });
});
