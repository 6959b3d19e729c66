import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelMessage } from '../../contracts/index.ts';
import { estimateTokens } from '../../models/index.ts';
import { budgetOfTurn, resultCharsMax } from './turn-budget.ts';

const messages: ModelMessage[] = [{ role: 'system', text: 'Be exact. '.repeat(100) }];
const tools = [{ name: 'read_file', description: 'Reads.', parameters: {} }];
const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value), 'other');
const asked = tokensOf(messages) + tokensOf(tools);
const budget = (left: number, context: number) => budgetOfTurn({ messages, tools }, { left, context });

describe('what a turn may take', () => {
  it('is what is left of the run, or of the room in the model where that is less', verifies('KEL-EXEC-06', 'MAH-2A-2'), () => {
    expect(budget(9_000, 100_000)).toEqual({ isAffordable: true, outputTokensMax: 9_000 - asked });
    expect(budget(1_000_000, 9_000)).toEqual({ isAffordable: true, outputTokensMax: 8_000 - asked });
  });

  it('is too little when no answer of use fits, in the tokens or beside the last turn in the model', verifies('KEL-EXEC-06', 'MAH-2A-2'), () => {
    expect([asked + 1_000, asked + 999].map((left) => budget(left, 100_000).isAffordable)).toEqual([true, false]);
    expect([asked + 2_000, asked + 1_999].map((context) => budget(1_000_000, context).isAffordable)).toEqual([true, false]);
  });

  it('leaves each result its share, and never less than what makes it recognisable', verifies('KEL-EXEC-06'), () => {
    expect([resultCharsMax(10_000, [], 1), resultCharsMax(10_000, [], 4), resultCharsMax(10_000, [], 0)]).toEqual([(10_000 - tokensOf([])) * 3, Math.floor(((10_000 - tokensOf([])) * 3) / 4), (10_000 - tokensOf([])) * 3]);
    expect(resultCharsMax(10_000, messages, 2)).toBe(Math.floor(((10_000 - tokensOf(messages)) * 3) / 2));
    expect([resultCharsMax(500, [], 16), resultCharsMax(-500, [], 1)]).toEqual([400, 400]);
  });
});
