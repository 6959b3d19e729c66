import { describe, expect, it } from 'vitest';
import { runId } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { AppendKey } from '../../contracts/index.ts';
import { canonicalHash, sha256Hex } from '../../kernel/index.ts';
import { appendKeyOf, idempotencyKeyOf, stepKeyOf } from './step-keys.ts';

const RUN = runId(1);

describe('keys', () => {
  it('tell deeds apart by run, step and request', verifies('KEL-JOURNAL-03'), () => {
    const key = idempotencyKeyOf(RUN, 'a/b', 'f'.repeat(64));
    expect(key).toBe(canonicalHash([RUN, 'a/b', 'f'.repeat(64)]));
    const others = [idempotencyKeyOf(runId(2), 'a/b', 'f'.repeat(64)), idempotencyKeyOf(RUN, 'a/c', 'f'.repeat(64)), idempotencyKeyOf(RUN, 'a/b', 'e'.repeat(64))];
    expect(new Set([key, ...others]).size).toBe(4);
  });

  it('of appends are readable while they fit and a hash beyond', verifies('KEL-JOURNAL-03'), () => {
    const longest = 'x'.repeat(256 - RUN.length - ':'.length - ':result'.length);
    expect(appendKeyOf(RUN, 'a/b', 'intent.1')).toBe(`${RUN}:a/b:intent.1`);
    expect(appendKeyOf(RUN, longest, 'result')).toBe(`${RUN}:${longest}:result`);
    expect(appendKeyOf(RUN, `${longest}x`, 'result')).toBe(`${RUN}:${sha256Hex(`${longest}x`)}:result`);
    expect(AppendKey.safeParse(appendKeyOf(RUN, 'x'.repeat(512), `diverged.${'f'.repeat(64)}`)).success).toBe(true);
  });

  it('of steps are paths, and nothing else is', () => {
    expect([stepKeyOf('', 'a', 'clock.now'), stepKeyOf('execute/2', 'model', 'clock.now')]).toEqual(['a', 'execute/2/model']);
    expect(() => stepKeyOf('a', '../b', 'clock.now')).toThrow(
      expect.objectContaining({ code: 'journal.value_invalid', data: expect.objectContaining({ key: 'a/../b', effect: 'clock.now', part: 'key' }) }),
    );
  });
});
