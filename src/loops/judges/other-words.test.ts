import { describe, expect, it } from 'vitest';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { createOfflineEngine } from '../offline/offline-engine.ts';
import { QUERY_REWRITER_PROMPT, renderQuery } from '../prompts/query-rewriter/v1.ts';
import { askOtherWords } from './other-words.ts';

const { signal } = new AbortController();
const QUERY = { key: 'execute/1/1/other-words', signal, roleId: 'research', query: 'When does the portal open?' } as const;

describe('other words for a search', () => {
  it('are asked of a model in the name of the role that looks', verifies('KEL-RETR2-02'), async () => {
    const desk = recordedDesk({ other_words: 'gate opening hours' });
    expect(await askOtherWords(QUERY, desk)).toBe('gate opening hours');
    expect(desk.asked).toEqual([{ key: QUERY.key, roleId: 'research', head: QUERY_REWRITER_PROMPT.head, body: renderQuery(QUERY.query), answerName: 'QueryRewriteAnswer', work: 'intent' }]);
  });

  it('are none when the model fails or gives none', verifies('KEL-RETR2-02'), async () => {
    const failed = new KeelsonError('model.call_failed', { message: 'It failed.', nextStep: 'Wait.', data: { fault: 'server', model_id: 'm', attempts: 1, detail: '' } });
    expect(await askOtherWords(QUERY, recordedDesk(failed))).toBeUndefined();
    expect(await askOtherWords(QUERY, recordedDesk(...Array.from({ length: 9 }, () => ({ other_words: '' }))))).toBeUndefined();
  });

  it('are nobody’s without a model', verifies('KEL-RETR2-02'), () => {
    expect('rewriteQuery' in createOfflineEngine({} as never)).toBe(false);
  });
});
