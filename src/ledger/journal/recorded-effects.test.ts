import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, journalFixture, PINNED } from '../../../test/support/journal-fixture.ts';
import type { EffectContext, EffectDefinition } from './journal.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { recordedEffects } from './recorded-effects.ts';
import { acceptVersions } from './version-pins.ts';

const effect = (name = 'model.call'): EffectDefinition<string, string> => ({ name, sideEffect: 'read_only', request: z.string(), result: z.string(), perform: async (words) => `to ${words}` });

describe('what answers a replay of a run that a person let go on under other versions', () => {
  it('is what was recorded before for other words too, and afterwards only for the same', verifies('KEL-REPLAY-16'), async () => {
    const fixture = await journalFixture();
    const signal = new AbortController().signal;
    await (await fixture.open({})).step('before', effect(), 'old words', { signal });
    await acceptVersions({ runId: JOURNAL_RUN, reader: fixture.log, writer: fixture.writer, versions: PINNED, acceptedBy: 'ada', reason: 'The old prompt is gone.' });
    await (await fixture.open({})).step('after', effect(), 'new words', { signal });
    const { handle } = await recordedEffects({ runId: JOURNAL_RUN, reader: fixture.log, blobs: createBlobs(fixture.store), onAnswer: async () => undefined });
    const answer = (key: string, words: string, name?: string) => handle(key, effect(name)).perform(words, {} as EffectContext);
    expect([await answer('before', 'old words'), await answer('before', 'new words'), await answer('after', 'new words')]).toEqual(['to old words', 'to old words', 'to new words']);
    await expect(answer('before', 'old words', 'tool.call')).rejects.toMatchObject({ code: 'journal.diverged' });
    await expect(answer('after', 'newer words')).rejects.toMatchObject({ code: 'journal.diverged' });
  });
});
