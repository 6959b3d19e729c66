import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { seededRandom } from '../../kernel/index.ts';
import { nextTry, type FailedTry } from './next-try.ts';

const after = (changes: Partial<FailedTry>) => nextTry({ fault: 'server_error', retryAfterMs: undefined, number: 1, tries: 1, hasOtherKey: false, others: 1, leftMs: 100_000, random: seededRandom(1), ...changes });

describe('after a failed try', () => {
  it('the same model is asked again where waiting helps, as often as that is worth it', verifies('KEL-GATEWAY-02'), () => {
    expect(after({ retryAfterMs: 7_000 })).toEqual({ do: 'again', pause_ms: 7_000 });
    expect([after({ tries: 2 }).do, after({ tries: 3 }).do]).toEqual(['again', 'drop']);
    expect([after({ fault: 'idle_timeout' }).do, after({ fault: 'idle_timeout', tries: 2 }).do, after({ fault: 'first_byte_timeout', tries: 2 }).do]).toEqual(['again', 'drop', 'drop']);
    expect(after({ retryAfterMs: 90_000 })).toEqual({ do: 'drop' });
    expect(after({ fault: 'not_found' })).toEqual({ do: 'drop' });
  });

  it('another key is tried at once where the fault is the key’s', verifies('KEL-GATEWAY-02'), () => {
    for (const fault of ['rate_limited', 'authentication', 'payment'] as const) expect(after({ fault, hasOtherKey: true, retryAfterMs: 90_000 })).toEqual({ do: 'again', pause_ms: 0 });
    expect(after({ fault: 'not_found', hasOtherKey: true })).toEqual({ do: 'drop' });
  });

  it('nothing is tried when nobody is left, time or tries are used up, or the request is refused', verifies('KEL-GATEWAY-02'), () => {
    expect([after({ fault: 'not_found', others: 0 }), after({ leftMs: 0 }), after({ number: 8 }), after({ fault: 'content_filtered' })]).toEqual(Array.from({ length: 4 }, () => ({ do: 'stop' })));
    expect([after({ leftMs: 1, retryAfterMs: 1 }).do, after({ number: 7 }).do]).toEqual(['drop', 'again']);
  });
});
