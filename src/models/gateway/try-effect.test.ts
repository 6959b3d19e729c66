import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { modelRequest } from '../../../test/support/model-samples.ts';
import { tryEffect, type TryPorts } from './try-effect.ts';

describe('a try at a model', () => {
  it('is made with the very request of whoever asks, not with a copy of whose parts nothing is known', verifies('KEL-FAST-26'), async () => {
    const asked = modelRequest();
    const given: unknown[] = [];
    const outcomes = [{ kind: 'answered' }, { kind: 'failed' }];
    const gateway = { attempt: async (attempt: unknown) => (given.push(attempt), outcomes[given.length - 1]) } as unknown as TryPorts['gateway'];
    const { signal } = new AbortController();
    const onEvent = (): void => {};
    let made = 0;
    const effectOf = (ports: Pick<TryPorts, 'onEvent'>) => tryEffect({ asked, gateway, before: [], leftMs: 1, onMade: () => void (made += 1), ...ports });
    const perform = (ports: Pick<TryPorts, 'onEvent'>) => effectOf(ports).perform({ request: structuredClone(asked), candidates: ['near'] }, { signal, idempotencyKey: 'k', journal: undefined as never });
    expect([await perform({ onEvent }), await perform({ onEvent: undefined }), made]).toEqual([{ kind: 'answered', told: true }, { kind: 'failed' }, 2]);
    const attempt = { request: asked, candidates: ['near'], before: [], leftMs: 1, signal };
    expect(given).toStrictEqual([{ ...attempt, onEvent }, attempt]);
    expect((given as { request: unknown }[]).every(({ request }) => request === asked)).toBe(true);
    const { name, sideEffect, request, result } = effectOf({ onEvent });
    expect([name, sideEffect, request.safeParse({ request: asked, candidates: ['near'] }).success, request.safeParse({ request: asked, candidates: [] }).success, result.safeParse({}).success]).toEqual(['model.call', 'read_only', true, false, false]);
  });
});
