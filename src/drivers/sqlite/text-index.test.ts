import { describe, expect, it } from 'vitest';
import { textIndexSuite } from '../../../test/contract-suites/text-index.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { openTextIndex } from './text-index.ts';

textIndexSuite('FTS5 in memory', openTextIndex);
textIndexSuite('plain lists', textIndexInMemory);

describe('the index with FTS5', () => {
  it('takes English endings for the same word', async () => {
    const index = openTextIndex();
    await index.replace([['the', 'gate', 'opens'], ['opening'], ['open', 'gates'], ['other']]);
    expect([...(await index.find(['open'])).keys()]).toEqual([0, 1, 2]);
    expect([...(await index.find(['opened', 'gate'])).keys()]).toEqual([2]);
    index.close();
  });
});
