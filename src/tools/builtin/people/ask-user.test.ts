import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import type { Question } from '../../runner/hands.ts';
import { askUserTool } from './ask-user.ts';

describe('ask_user', () => {
  it('carries the question to the person and the answer back, as words of the owner', async () => {
    const asked: Question[] = [];
    const rig = await toolRig({ answer: (question) => (asked.push(question), asked.length === 1 ? 'tea' : 'neither') });
    const chosen = await rig.call(askUserTool, { question: ' Tea or milk? ', options: ['tea', 'milk'] });
    const free = await rig.call(askUserTool, { question: 'Why?' });
    expect([chosen, free]).toEqual([{ answer: 'tea', is_option: true }, { answer: 'neither', is_option: false }]);
    expect(asked).toEqual([{ question: 'Tea or milk?', options: ['tea', 'milk'] }, { question: 'Why?', options: [] }]);
    expect(askUserTool.taint).toBe('owner_typed');
    expect(askUserTool.intentions({ question: 'Why?', options: [] }, rig.hands.place)).toEqual([{ kind: 'person', question: 'Why?' }]);
    expect([askUserTool.show(free), askUserTool.show({ answer: '', is_option: false })]).toEqual(['neither', 'The person gave an empty answer.']);
  });

  it('fails when there is nobody to ask, and takes no empty question or repeated option', async () => {
    const rig = await toolRig();
    expect(await rig.failure(askUserTool, { question: 'Why?' })).toMatchObject({ code: 'tool.nobody_to_ask' });
    const inputs = [{ question: '  ' }, { question: 'a', options: ['x', 'x'] }, { question: 'a', options: [''] }];
    expect(inputs.filter((input) => askUserTool.input?.safeParse(input).success)).toEqual([]);
  });
});
