import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { modelRequest } from '../../../test/support/model-samples.ts';
import { journalFixture } from '../../../test/support/journal-fixture.ts';
import type { ModelRequest } from '../../contracts/index.ts';
import { tryEffect } from './try-effect.ts';

describe('a try at a model', () => {
  it('is made with the very request of whoever asks, not with a copy of whose parts nothing is known', verifies('KEL-FAST-26'), async () => {
    const sent: ModelRequest[] = [];
    const asked = modelRequest();
    const gateway = {
      attempt: ({ request }: { readonly request: ModelRequest }): Promise<never> => {
        sent.push(request);
        return Promise.reject(new TypeError('there is no model here'));
      },
    };
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const made = journal.step('ask', tryEffect({ asked, gateway, before: [], leftMs: 1, onEvent: undefined, onMade: () => {} }), { request: asked, candidates: ['near'] });
    await expect(made).rejects.toThrow('there is no model here');
    expect([sent.length, sent[0] === asked]).toEqual([1, true]);
  });
});
