import { describe, expect, it } from 'vitest';
import { createChance } from '../../bench/faults/chance.ts';
import { imageAt } from '../../bench/faults/simulated-disk.ts';
import type { DiskCall, Trace } from '../../bench/faults/trace.ts';
import { verifies } from '../requirements/verifies.ts';

const FOLDER = '/ledger';
const FILE = '/ledger/a.db';
const SECTOR = 512;

/** Calls one after another, each done before the next begins. */
function traceOf(...calls: readonly Record<string, unknown>[]): Trace {
  return { calls: calls.map((call, at) => ({ begunAt: 2 * at, doneAt: 2 * at + 1, ...call }) as unknown as DiskCall), moments: 2 * calls.length + 1 };
}

const create = { kind: 'create', path: FILE };
const write = (offset: number, text: string): Record<string, unknown> => ({ kind: 'write', path: FILE, offset, bytes: Buffer.from(text) });
const sync = (path = FILE, isDone = true): Record<string, unknown> => ({ kind: 'sync', path, isDone });
const truncate = (size: number): Record<string, unknown> => ({ kind: 'truncate', path: FILE, size });

/** Every content the file is found with, over many cuts at one moment; null when it is not there. */
function contentsAt(trace: Trace, moment: number, options: { namesAreSure?: boolean } = {}): Set<string | null> {
  const images = Array.from({ length: 300 }, (_, seed) => imageAt(trace, moment, createChance(seed), options));
  return new Set(images.map(({ files }) => files.get(FILE)?.toString('latin1') ?? null));
}

describe('a simulated disk', () => {
  it('always keeps what was synced, name and content', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, write(0, 'sure'), sync(), sync(FOLDER));
    expect(contentsAt(trace, trace.moments)).toEqual(new Set(['sure']));
  });

  it('may lose a name until its folder is synced', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, write(0, 'sure'), sync(), sync(FOLDER));
    expect(contentsAt(trace, 7)).toEqual(new Set(['sure', null]));
    expect(contentsAt(trace, 7, { namesAreSure: true })).toEqual(new Set(['sure']));
  });

  it('may lose, keep, or keep only the size of what was not synced', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'maybe'));
    expect(contentsAt(trace, trace.moments)).toEqual(new Set(['', 'maybe', '\0\0\0\0\0']));
  });

  it('counts a sync only once it has returned', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'maybe'), sync());
    expect(contentsAt(trace, 7)).toContain('');
    expect(contentsAt(trace, 8)).toEqual(new Set(['maybe']));
  });

  it('does not count a sync for a write that had not returned when it began', verifies('KEL-FAULT-03'), () => {
    const trace: Trace = {
      calls: [
        { kind: 'create', path: FILE, begunAt: 0, doneAt: 0 },
        { kind: 'sync', path: FOLDER, isDone: true, begunAt: 1, doneAt: 1 },
        { kind: 'write', path: FILE, offset: 0, bytes: Buffer.from('late'), begunAt: 2, doneAt: 4 },
        { kind: 'sync', path: FILE, isDone: true, begunAt: 3, doneAt: 5 },
      ],
      moments: 6,
    };
    expect(contentsAt(trace, 6)).toContain('');
  });

  it('never again counts on what a failed sync was asked for', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'lost'), sync(FILE, false), sync());
    expect(contentsAt(trace, trace.moments)).toContain('');
    const again = traceOf(create, sync(FOLDER), write(0, 'lost'), sync(FILE, false), write(0, 'kept'), sync());
    expect(contentsAt(again, again.moments)).toEqual(new Set(['kept']));
  });

  it('may write in any order, so a later write can be there without an earlier one', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'ab'), write(2, 'cd'));
    expect(contentsAt(trace, trace.moments)).toEqual(new Set(['', 'ab', 'abcd', '\0\0cd', '\0\0', 'ab\0\0', '\0\0\0\0']));
  });

  it('tears a write at sectors and nowhere else', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'o'.repeat(2 * SECTOR)), sync(), write(0, 'n'.repeat(2 * SECTOR)));
    const [old, fresh] = ['o'.repeat(SECTOR), 'n'.repeat(SECTOR)] as const;
    expect(contentsAt(trace, trace.moments)).toEqual(new Set([old + old, fresh + fresh, old + fresh, fresh + old]));
  });

  it('may or may not have cut a file off', verifies('KEL-FAULT-03'), () => {
    const trace = traceOf(create, sync(FOLDER), write(0, 'abcd'), sync(), truncate(1));
    expect(contentsAt(trace, trace.moments)).toEqual(new Set(['a', 'abcd']));
  });

  it('gives back the old file or the new one when one was put in place of the other', verifies('KEL-FAULT-03'), () => {
    const side = '/ledger/b.db';
    const trace = traceOf(create, write(0, 'old'), sync(), { kind: 'create', path: side }, { kind: 'write', path: side, offset: 0, bytes: Buffer.from('new') }, sync(side), sync(FOLDER), { kind: 'rename', path: side, to: FILE });
    expect(contentsAt(trace, trace.moments)).toEqual(new Set(['old', 'new']));
    const gone = traceOf(create, sync(FOLDER), { kind: 'unlink', path: FILE }, sync(FOLDER));
    expect([contentsAt(gone, 5), contentsAt(gone, gone.moments)]).toEqual([new Set(['', null]), new Set([null])]);
  });
});
