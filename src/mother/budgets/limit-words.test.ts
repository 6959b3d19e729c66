import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { amountText, limitSentence, moreText, suggestedLimit, type LimitReached } from './limit-words.ts';

const TOKENS: LimitReached = { scope: 'run', resource: 'tokens', limit: 12_000, consumed: 9_400, held: 1_200, needed: 5_000 };
const COST: LimitReached = { scope: 'run', resource: 'cost', limit: 0.01, consumed: 0.0042, held: 0, needed: 0.12 };
const TIME: LimitReached = { scope: 'run', resource: 'duration', limit: 1_800, consumed: 1_800, held: 0, needed: 0 };
const DAY: LimitReached = { scope: 'user_daily', resource: 'tokens', limit: 2_000_000, consumed: 1_999_999, held: 0, needed: 500 };

describe('a limit in words', () => {
  it('says how it stands and what the next step needs', verifies('KEL-RAISE-01'), () => {
    expect([TOKENS, COST, TIME, DAY, { ...DAY, scope: 'global', resource: 'runs', limit: 10, consumed: 10, needed: 1 } as const].map(limitSentence)).toEqual([
      'The run has used 9,400 of its 12,000 tokens and has set 1,200 aside; the next step needs up to 5,000.',
      'The run has used $0.0042 of the $0.01 that it may cost; the next step needs up to $0.12.',
      'The run has used 1,800 of its 1,800 seconds of work.',
      'This day (UTC) has used 1,999,999 of its 2,000,000 tokens; the next step needs up to 500.',
      'The whole system has used 10 of its 10 runs; the next step needs up to 1.',
    ]);
    expect([amountText('cost', 0), amountText('cost', 8.5), amountText('retrieval', 20)]).toEqual(['$0.00', '$8.50', '20 searches']);
  });

  it('names a limit that is enough, and where it is given', verifies('KEL-RAISE-01'), () => {
    expect([TOKENS, COST, TIME, { ...TOKENS, limit: 1, consumed: 1, held: 0, needed: 1 }, { ...TOKENS, resource: 'tools', limit: 3, consumed: 3, held: 0, needed: 1 } as const].map(suggestedLimit)).toEqual([24_000, 0.25, 3_600, 3, 13]);
    expect([TOKENS, COST, TIME, { ...TOKENS, resource: 'cloud_calls' } as const, DAY, { ...DAY, scope: 'global', resource: 'queue' } as const, { ...TOKENS, resource: 'tools' } as const].map(moreText)).toEqual([
      'What was made is kept in the folder. To go on from there, start it again with more: keelson run --max-tokens 24000 with the same words.',
      'What was made is kept in the folder. To go on from there, start it again with more: keelson run --max-cost 0.25 with the same words.',
      'What was made is kept in the folder. To go on from there, start it again with more: keelson run --max-minutes 60 with the same words.',
      'What was made is kept in the folder. To go on from there, start it again with more: set runs.budget.per_run.max_cloud_calls to 24000 in the configuration, then keelson run with the same words.',
      'What was made is kept. Try again tomorrow, or set runs.budget.per_user_daily.max_total_tokens to 4000000 in the configuration.',
      'What was made is kept. Try again later, or set runs.budget.global.max_queue_depth to 4000000 in the configuration.',
      'What was made is kept in the folder. To go on from there, start it again with more: keelson run --max-tool-calls 24000 with the same words.',
    ]);
  });
});
