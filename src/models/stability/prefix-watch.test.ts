import { describe, expect, it } from 'vitest';
import { modelRequest, readTool } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelMessage, ModelRequest } from '../../contracts/index.ts';
import { composePrompt, utcDay, withoutTrailingSpace } from './compose-prompt.ts';
import { CONVERSATIONS_MAX, createPrefixWatch } from './prefix-watch.ts';

const system: ModelMessage = { role: 'system', text: 'You are exact.' };
const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const listTool = { ...readTool, name: 'list_files' };
const base = modelRequest({ messages: [system, user('one')], tools: [listTool, readTool] });

function changesBetween(before: ModelRequest, after: ModelRequest, modelIds: [string, string] = ['m', 'm']) {
  const watch = createPrefixWatch();
  expect(watch.note('c', before, modelIds[0]).change).toBeNull();
  const { hash, change } = watch.note('c', after, modelIds[1]);
  return change === null ? null : { changed: change.changed, detail: change.detail, isHashTold: change.after === hash && change.before !== '' };
}

describe('the beginning of what is sent', () => {
  it('may be added to without being changed', verifies('KEL-STABLE-01'), () => {
    expect(changesBetween(base, { ...base, messages: [...base.messages, user('two')] })).toBeNull();
  });

  it('is told when it changes, with what it was that changed', verifies('KEL-STABLE-01', 'MAH-2D-1', 'KEL-FAST-07'), () => {
    const told = (changed: string, detail: string) => ({ changed: [changed], detail, isHashTold: true });
    expect(changesBetween(base, { ...base, messages: [{ role: 'system', text: 'You are exact. ' }, user('one')] })).toEqual(told('system', 'the system text is another'));
    expect(changesBetween(base, base, ['m', 'n'])).toEqual(told('model', 'the model was m and is n'));
    expect(changesBetween(base, { ...base, tools: [readTool] })).toEqual(told('tools', 'tools gone: list_files'));
    expect(changesBetween({ ...base, tools: [readTool] }, base)).toEqual(told('tools', 'tools added: list_files'));
    expect(changesBetween(base, { ...base, tools: [listTool, { ...readTool, description: 'Reads.' }] })).toEqual(told('tools', 'tools changed: read_file'));
    expect(changesBetween(base, { ...base, tools: [readTool, listTool] })).toEqual(told('tools', 'the order of the tools is another'));
    expect(changesBetween(base, { ...base, output: { name: 'x', schema: {} } })).toEqual(told('output', 'the schema of the answer is another'));
    expect(changesBetween(base, { ...base, messages: [system, user('other')] })).toEqual(told('history', 'message 1 of the conversation is another'));
    expect(changesBetween(base, { ...base, messages: [system] })).toEqual(told('history', 'the conversation ends before message 1'));
  });

  it('is watched for as many conversations as may be under way; the one that was silent longest is forgotten', verifies('KEL-FAST-07'), () => {
    const watch = createPrefixWatch();
    const other = { ...base, messages: [system, user('other')] };
    for (let at = 0; at <= CONVERSATIONS_MAX; at += 1) {
      watch.note(`c${at}`, base, 'm');
      if (at > 0) watch.note('c1', base, 'm');
    }
    expect(['c0', 'c1', `c${CONVERSATIONS_MAX}`].map((conversation) => watch.note(conversation, other, 'm').change === null)).toEqual([true, false, false]);
  });

  it('is watched for each conversation by itself', verifies('KEL-STABLE-01'), () => {
    const watch = createPrefixWatch();
    watch.note('c', base, 'm');
    expect(watch.note('d', { ...base, messages: [user('x')] }, 'm').change).toBeNull();
    expect(watch.note('c', base, 'm').change).toBeNull();
  });
});

describe('a prompt', () => {
  it('has what never changes first and what is for this turn last', verifies('KEL-STABLE-02', 'MAH-2D-2', 'MAH-2D-3', 'MAH-2D-4'), () => {
    const composed = composePrompt({ identity: 'You are exact.  \n', skills: ['Skill: cite.\t'], tools: [readTool, listTool], conversation: [user('one')], turn: ['Today is 2026-11-15. ', ' '] });
    expect(composed).toEqual({
      messages: [{ role: 'system', text: 'You are exact.\n\nSkill: cite.' }, user('one'), { role: 'user', content: [{ type: 'text', text: 'Today is 2026-11-15.' }] }],
      tools: [listTool, readTool],
      stable: 2,
    });
    expect(composePrompt({ identity: 'a', skills: [], tools: [], conversation: [], turn: [] }).messages).toEqual([{ role: 'system', text: 'a' }]);
    expect(withoutTrailingSpace('a \n b\t\n\n')).toBe('a\n b');
    expect(utcDay('2026-11-15T09:00:00.000Z')).toBe('2026-11-15');
  });

  it('changes no byte of its head over 200 turns with tools, memory and steering', verifies('KEL-STABLE-02', 'MAH-2D-1'), () => {
    const watch = createPrefixWatch();
    const conversation: ModelMessage[] = [];
    for (let turn = 1; turn <= 200; turn += 1) {
      conversation.push(user(`question ${turn}`));
      if (turn % 3 === 0) {
        conversation.push({ role: 'assistant', content: [{ type: 'tool_call', call_id: `c${turn}`, name: 'read_file', arguments_text: '{"path":"a"}' }] });
        conversation.push({ role: 'tool', content: [{ type: 'tool_result', call_id: `c${turn}`, name: 'read_file', content: [{ type: 'text', text: `line ${turn}` }], is_error: false }] });
      }
      if (turn % 7 === 0) conversation.push(user('a person steers'));
      // The order in which tools are registered differs from turn to turn; what is sent does not.
      const tools = turn % 2 === 0 ? [readTool, listTool] : [listTool, readTool];
      const { stable, ...prompt } = composePrompt({ identity: 'You are exact.', skills: ['cite'], tools, conversation, turn: [`Recalled: memory ${turn}`, 'Today is 2026-11-15.'] });
      const { change } = watch.note('c', modelRequest({ messages: [...prompt.messages], tools: [...prompt.tools] }), 'm', stable);
      expect(change).toBeNull();
      conversation.push({ role: 'assistant', content: [{ type: 'text', text: `answer ${turn}` }] });
    }
  });
});
