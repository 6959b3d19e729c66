import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { callWords } from './call-words.ts';
import type { ModelCallView } from './run-view.ts';
import { roundOf, spentByRound } from './spent-by-round.ts';

const call = (path: string, usd: number, inputTokens: number, outputTokens: number): readonly [string, ModelCallView] => [path, { call: path, modelId: 'm', startedAt: '', isRunning: false, inputTokens, cachedTokens: 0, outputTokens, usd, durationMs: 0, attempts: 1, error: null, why: '' }];

describe('questions to models', () => {
  it('are told in words, each by where in the run it was asked', verifies('KEL-WEB-19'), () => {
    const told = ['plan/perceive/ask-1', 'plan/2/try-1/ask-1', 'plan/1/try-2/ask-1', 'execute/1/1/attempt-1/turn-3/model/ask-1', 'execute/2/1/attempt-2/turn-1/model/ask-2', 'execute/1/2/judge-1/ask-1', 'review/1/critic/ask-1', 'elsewhere/x'].map(callWords);
    expect(told).toEqual(['Plan, understanding the task', 'Plan 2', 'Plan 1, try 2', 'Round 1, subtask 1, turn 3', 'Round 2, subtask 1, attempt 2, turn 1, asked again', 'Round 1, subtask 2, judge', 'Review 1, critic', 'elsewhere/x']);
  });

  it('cost what they cost in the round for which they were asked', verifies('KEL-WEB-19'), () => {
    const modelCalls = new Map([call('execute/2/1/turn-1', 0.25, 10, 1), call('plan/perceive/ask-1', 0.5, 5, 2), call('plan/1/try-1', 0.5, 20, 3), call('review/2/critic', 0, 7, 7)]);
    expect(spentByRound({ modelCalls })).toEqual([{ round: 1, usd: 1, tokens: 30 }, { round: 2, usd: 0.25, tokens: 25 }]);
    expect([roundOf('plan'), roundOf('execute/0/1'), roundOf('execute/x')]).toEqual([1, 1, 1]);
  });
});
