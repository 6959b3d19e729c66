import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hardCall, NO, YES } from '../../../test/support/oversight-samples.ts';
import type { HardRevisionCall } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { chooseAnswer, type SaidAnswer } from './choose-answer.ts';

describe('an answer', () => {
  const open = (changes: Parameters<typeof hardCall>[1]) => hardCall(1, changes);
  const refused = (call: HardRevisionCall, said: SaidAnswer): unknown => {
    try {
      return chooseAnswer(call, said);
    } catch (error) {
      return hasCode(error, 'hard_call.answer_invalid') ? error.data.detail : error;
    }
  };

  it('chooses by name, number or label', verifies('KEL-HARDCALL-06', 'ELN-B-18'), () => {
    const call = open({});
    for (const said of ['yes', ' YES ', '1', 'yes, go  on']) expect(chooseAnswer(call, { option: said })).toEqual({ optionId: 'yes', words: null });
    expect(chooseAnswer(call, { words: 'No, stop' })).toEqual({ optionId: 'no', words: null });
    expect(chooseAnswer(open({ options: [{ ...YES, option_id: '2' }, { ...NO, label: '1' }] }), { option: '2' })).toEqual({ optionId: '2', words: null });
    expect(refused(call, { option: '3' })).toBe('"3" is none of the options');
    expect(refused(call, { words: 'perhaps' })).toBe('"perhaps" is none of the options');
    expect([refused(call, {}), refused(call, { option: 'yes', words: 'yes' })]).toEqual(['it takes either an option or words', 'it takes either an option or words']);
  });

  it('is in the person\'s own words where those are asked for, in the form that was asked for', verifies('KEL-HARDCALL-06', 'ELN-B-18'), () => {
    const free = open({ response_mode: 'freeform_required', options: [], response_schema: { type: 'string', minLength: 3 } });
    expect(chooseAnswer(free, { words: ' blue ' })).toEqual({ optionId: null, words: 'blue' });
    expect(refused(free, { words: 'no' })).toBe('it must NOT have fewer than 3 characters');
    expect(refused(free, { words: ' ' })).toBe('it says nothing');
    expect(refused(free, { option: 'blue' })).toBe('"blue" is none of the options');
    const structured = open({ response_mode: 'freeform_required', options: [], response_schema: { type: 'object', required: ['port'], properties: { port: { type: 'integer' } } } });
    expect(chooseAnswer(structured, { words: '{"port": 80}' })).toEqual({ optionId: null, words: '{"port": 80}' });
    expect([refused(structured, { words: '{"port": "x"}' }), refused(structured, { words: 'eighty' })]).toEqual(['it must be object', 'it must be object']);
    const other = open({ response_mode: 'closed_choice_with_other' });
    expect([chooseAnswer(other, { words: 'perhaps' }), chooseAnswer(other, { words: '2' })]).toEqual([{ optionId: null, words: 'perhaps' }, { optionId: 'no', words: null }]);
  });
});
