import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PROFILE, REQUEST } from '../../../test/support/sandbox-samples.ts';
import type { ProcessEnding, ProcessResult } from '../../tools/index.ts';
import { stoppedBeforeStart, wishFault, withinLimits } from './namespace-sandbox.ts';
import type { Supervised } from './supervise.ts';

/** A tree that goes on until it is ended. */
function endless(): Supervised & { readonly endings: ProcessEnding[] } {
  const endings: ProcessEnding[] = [];
  let settle: (result: ProcessResult) => void = () => undefined;
  const ended = new Promise<ProcessResult>((resolve) => (settle = resolve));
  return {
    endings,
    ended,
    end: async (ending) => {
      endings.push(ending);
      settle({ ...stoppedBeforeStart(), ending });
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isReached = (): Promise<boolean> => Promise.resolve(true);

describe('withinLimits', () => {
  it('ends a tree at the time limit', verifies('KEL-SBX-06'), async () => {
    const tree = endless();
    const running = withinLimits(tree, { timeoutMs: 5_000, outputBytesMax: 1, signal: new AbortController().signal }, isReached);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(tree.endings).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await running).toMatchObject({ ending: 'timed_out' });
    expect(tree.endings).toEqual(['timed_out']);
  });

  it('ends a tree at the signal, also when that came before', verifies('KEL-SBX-06'), async () => {
    const stop = new AbortController();
    const tree = endless();
    const running = withinLimits(tree, { timeoutMs: 60_000, outputBytesMax: 1, signal: stop.signal }, isReached);
    stop.abort();
    expect(await running).toMatchObject({ ending: 'stopped' });
    expect(await withinLimits(endless(), { timeoutMs: 60_000, outputBytesMax: 1, signal: stop.signal }, isReached)).toMatchObject({ ending: 'stopped' });
  });

  it('is not disturbed after the end, by the clock or by the signal', verifies('KEL-SBX-06'), async () => {
    const stop = new AbortController();
    const tree = endless();
    const running = withinLimits(tree, { timeoutMs: 20, outputBytesMax: 1, signal: stop.signal }, isReached);
    await tree.end('exited');
    expect(await running).toMatchObject({ ending: 'exited' });
    stop.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tree.endings).toEqual(['exited']);
  });

  it('passes on that the program was never reached', verifies('KEL-SBX-10'), async () => {
    const never = (): Promise<boolean> => Promise.reject(new RangeError('never reached'));
    await expect(withinLimits(endless(), { timeoutMs: 60_000, outputBytesMax: 1, signal: new AbortController().signal }, never)).rejects.toThrow('never reached');
  });
});

describe('wishFault', () => {
  it('finds nothing wrong with an honest wish, in the workspace or in the scratch folder', verifies('KEL-SBX-10'), () => {
    expect(wishFault(REQUEST, PROFILE)).toBeNull();
    expect(wishFault({ ...REQUEST, currentFolder: '/scratch/deep' }, PROFILE)).toBeNull();
  });

  it('names what a backend could misread', verifies('KEL-SBX-10'), () => {
    const zero = 'a zero byte is no part of an argument, a variable or a path';
    expect(wishFault({ ...REQUEST, argv: ['a', 'b\0c'] }, PROFILE)).toBe(zero);
    expect(wishFault({ ...REQUEST, environment: { A: '\0' } }, PROFILE)).toBe(zero);
    expect(wishFault({ ...REQUEST, environment: { 'A\0': '' } }, PROFILE)).toBe(zero);
    for (const list of ['protectedPaths', 'hiddenPaths', 'readablePaths'] as const) {
      expect(wishFault(REQUEST, { ...PROFILE, [list]: ['/a\0b'] })).toBe(zero);
      expect(wishFault(REQUEST, { ...PROFILE, [list]: ['/a/../b'] })).toBe('"/a/../b" is not an absolute path in its shortest form');
    }
    expect(wishFault(REQUEST, { ...PROFILE, workspace: 'relative' })).toBe('"relative" is not an absolute path in its shortest form');
    expect(wishFault(REQUEST, { ...PROFILE, scratch: '/a//b' })).toBe('"/a//b" is not an absolute path in its shortest form');
    expect(wishFault({ ...REQUEST, environment: { 'A B': '' } }, PROFILE)).toBe('"A B" is not the name of a variable');
    expect(wishFault({ ...REQUEST, currentFolder: '/home/u' }, PROFILE)).toBe('/home/u is neither in the workspace nor in the scratch folder');
  });
});
