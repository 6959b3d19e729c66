import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { wordsIn } from '../../../test/support/context-rig.ts';
import { COMPACTED_SECTIONS, CompactedWords, ContextCompaction, ModelId, type ModelMessage } from '../../contracts/index.ts';
import type { KeptSection } from './block-text.ts';
import { compactView, type CompactionPorts, type ToCompact } from './compact-view.ts';
import { TAIL_TOKENS, tailTokens } from './limits.ts';
import { textsOf, viewProblems } from './view-problems.ts';

const words = (name: string, count: number): string => Array.from({ length: count }, (_, at) => `${name}${at}${at % 10 === 9 ? '.' : ''}`).join(' ');
const user = (...texts: string[]): ModelMessage => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const asks = (id: string, text = `I look at ${id}.`, tool = 'read_file'): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }, { type: 'tool_call', call_id: id, name: tool, arguments_text: `{"path":"${id}.txt"}` }] });
const gives = (id: string, text: string, tool = 'read_file'): ModelMessage => ({ role: 'tool', content: [{ type: 'tool_result', call_id: id, name: tool, content: [{ type: 'text', text }], is_error: false }] });
const turn = (id: string, size: number): ModelMessage[] => [asks(id), gives(id, words(id, size))];
const textOf = (messages: readonly ModelMessage[]): string => messages.flatMap(textsOf).join('\n');
const tokensOf = (message: ModelMessage): number => wordsIn(textOf([message]));
const PORTS: CompactionPorts = { tokensOf, countTokens: wordsIn, isReadOnly: (tool) => tool === 'read_file' };
const RULE: KeptSection = { kind: 'rules', text: 'Never touch the file b.txt.' };
const KEPT: readonly KeptSection[] = [RULE, { kind: 'approvals', text: 'Refused: shell {"command":"rm"}: The person said no.' }, { kind: 'todos', text: '- [pending] t1: count the boats' }];
const of = (messages: readonly ModelMessage[], changes: Partial<ToCompact> = {}): ToCompact => ({ messages, headTokens: 100, contextTokens: 1_000, kept: KEPT, focus: 'boats', taintClass: 'external_untrusted', ...changes });
/** Many small answers, which no mask makes smaller. */
const chatter = (turns: number, from = 0): ModelMessage[] => Array.from({ length: turns }, (_, at) => [asks(`c${from + at}`, words(`said${from + at}x`, 20)), gives(`c${from + at}`, 'fine')]).flat();

describe('relieving a conversation', () => {
  it('leaves it alone below four fifths of the window', verifies('KEL-COMPACT-01'), async () => {
    const messages = [user('Work.'), ...turn('a', 600), ...turn('b', 60)];
    const tokens = messages.reduce((sum, message) => sum + tokensOf(message), 0);
    const at = (contextTokens: number) => compactView(of(messages, { headTokens: 0, contextTokens }), PORTS);
    expect(await at(Math.floor(tokens / 0.8) + 1)).toBeUndefined();
    expect((await at(Math.floor(tokens / 0.8)))?.record.how).toBe('masked');
  });

  it('masks what was looked at to about 300 characters with the way to read it again, and what nobody has looked at stays whole', verifies('MAH-2F-3', 'KEL-COMPACT-02'), async () => {
    const messages = [user('Work.'), ...turn('a', 500), asks('w', 'I write.', 'write_file'), gives('w', words('w', 200), 'write_file'), ...turn('z', 200)];
    const view = await compactView(of(messages), PORTS);
    expect(view?.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
    const [, , first, , second, , last] = view?.messages ?? [];
    const whole = words('a', 500);
    expect(textOf([first ?? user()])).toBe(`${whole.slice(0, 300)}\n[… ${whole.length - 300} characters are not shown any more. Call read_file again with the same arguments to see the whole.]`);
    expect(textOf([second ?? user()]).endsWith('What the call did is done; look at what it changed, and do not make it again only to see this.]')).toBe(true);
    expect(last).toBe(messages.at(-1));
    expect(view?.record).toMatchObject({ how: 'masked', nth: 1, results_masked: 2, dropped: null, method: null, kept: [] });
    expect(ContextCompaction.parse({ ...view?.record, block_ref: null }).schema_version).toBe('1.0');
  });

  it('keeps the frame of a masked result, and never masks it twice', verifies('KEL-COMPACT-02'), async () => {
    const framed = `<keelson:result tool="read_file" fence="f">\n${words('a', 700)}\n</keelson:result fence="f">`;
    const view = await compactView(of([user('Work.'), asks('a'), gives('a', framed), ...turn('z', 300)]), PORTS);
    const masked = textOf(view?.messages.slice(2, 3) ?? []).split('\n');
    expect([masked[0], masked[2], masked.length]).toEqual(['<keelson:result tool="read_file" fence="f">', '</keelson:result fence="f">', 4]);
    const again = await compactView(of([...(view?.messages ?? []), ...turn('y', 500), ...turn('x', 10)]), PORTS);
    expect([again?.record.how, textOf(again?.messages.slice(2, 3) ?? [])]).toEqual(['masked', masked.join('\n')]);
  });

  it('carries a result that came twice once: the latest', verifies('MAH-2B-1', 'KEL-COMPACT-03'), async () => {
    const same = words('same', 300);
    const messages = [user('Work.'), asks('a'), gives('a', same), asks('b'), gives('b', same), asks('c'), gives('c', `${same}!`), ...turn('z', 200)];
    const view = await compactView(of(messages), PORTS);
    expect(textOf(view?.messages.slice(2, 3) ?? [])).toBe('[The same as what the later call "b" of read_file gave back; it stands there.]');
    expect(view?.record).toMatchObject({ results_pointed: 1, results_masked: 2 });
  });

  it('shows the three latest pictures and says of each older one that it was there', verifies('MAH-2B-2', 'KEL-COMPACT-04'), async () => {
    const picture = (name: string) => ({ type: 'image', source: { kind: 'url', url: `https://example.com/${name}.png` } }) as const;
    const shot = (id: string, name: string): ModelMessage[] => [asks(id, 'Look.', 'screenshot'), { role: 'tool', content: [{ type: 'tool_result', call_id: id, name: 'screenshot', content: [{ type: 'text', text: name }, picture(name)], is_error: false }] }];
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Work.' }, picture('first')] } as ModelMessage, ...shot('1', 'one'), ...shot('2', 'two'), ...shot('3', 'three'), ...shot('4', 'four'), ...turn('a', 900), ...turn('z', 10)];
    const view = await compactView(of(messages), PORTS);
    const text = JSON.stringify(view?.messages);
    expect(['first', 'one', 'two', 'three', 'four'].map((name) => text.includes(`${name}.png`))).toEqual([false, false, true, true, true]);
    expect([text.split('A picture stood here.').length - 1, view?.record.images_left_out]).toEqual([2, 2]);
  });

  it('leaves the last 20,000 tokens untouched, a quarter of a window that is smaller than four times that', verifies('MAH-2B-3', 'KEL-COMPACT-05'), async () => {
    expect([TAIL_TOKENS, tailTokens(128_000), tailTokens(80_000), tailTokens(32_000)]).toEqual([20_000, 20_000, 20_000, 8_000]);
    const messages = [user('Work.'), ...chatter(40), ...turn('x', 100), ...chatter(4, 90)];
    const view = await compactView(of(messages), PORTS);
    const tail = view?.messages.slice(1) ?? [];
    expect(tail).toEqual(messages.slice(-tail.length));
    const size = tail.reduce((sum, message) => sum + tokensOf(message), 0);
    expect([size <= 250, tail[0]?.role, tail.length]).toEqual([true, 'assistant', 14]);
  });

  it('makes one block of the older turns by a template of 13 sections, and says that no model wrote it', verifies('MAH-2B-4', 'KEL-COMPACT-06'), async () => {
    const messages = [user('Work.'), asks('a', 'There are three boats. How old are they?'), gives('a', 'three boats'), asks('w', 'I write it down.', 'write_file'), gives('w', 'written', 'write_file'), ...chatter(40)];
    const view = await compactView(of(messages), PORTS);
    const block = view?.block ?? '';
    expect(COMPACTED_SECTIONS).toHaveLength(13);
    expect(COMPACTED_SECTIONS.filter((section) => block.includes(`### ${section}\n`))).toEqual(COMPACTED_SECTIONS);
    for (const line of ['No model wrote it', 'There are three boats.', '### open_questions\nHow old are they?', '### changed\nwrite_file {"path":"w.txt"}']) expect(block).toContain(line);
    expect(view?.record).toMatchObject({ how: 'compacted', method: 'extractive', taint_class: 'external_untrusted', messages_before: messages.length });
    expect(view?.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(ContextCompaction.parse({ ...view?.record, block_ref: { kind: 'blob', key: 'k' } }).dropped?.messages).toBe(messages.length - (view?.messages.length ?? 0));
  });

  it('takes the words of a model, and passages of them when they are too many', verifies('MAH-2B-4', 'KEL-COMPACT-07'), async () => {
    const modelId = ModelId.parse('scripted');
    const asked: string[] = [];
    const written = (goal: string): CompactionPorts => ({ ...PORTS, write: async ({ text }) => (asked.push(text), { words: CompactedWords.parse({ ...Object.fromEntries(COMPACTED_SECTIONS.map((section) => [section, ''])), goal }), modelId }) });
    const messages = [user('Work.'), ...chatter(40)];
    const short = await compactView(of(messages), written('Count the boats.'));
    expect([short?.record.method, short?.record.model_used, short?.block?.includes('### goal\nCount the boats.\n')]).toEqual(['llm_generated', modelId, true]);
    expect([asked[0]?.includes('said0x0'), asked[0]?.includes('Never touch')]).toEqual([true, false]);
    const long = await compactView(of(messages), written(words('goal', 2_000)));
    expect([long?.record.method, (long?.record.information_lost.length ?? 0) > 0]).toEqual(['hybrid', true]);
    const none = await compactView(of(messages), { ...PORTS, write: async () => undefined });
    expect(none?.record.method).toBe('extractive');
  });

  it('leaves everything as it was when less than a tenth would go', verifies('MAH-2B-5', 'KEL-COMPACT-08'), async () => {
    const big = user(words('task', 900));
    expect(await compactView(of([big, ...turn('a', 40), ...turn('b', 40)], { contextTokens: 1_200 }), PORTS)).toBeUndefined();
    expect(await compactView(of([user(words('task', 900))]), PORTS)).toBeUndefined();
  });

  it('keeps what may never go word for word through every compaction, and one block however often', verifies('KEL-COMPACT-09', 'MAH-11A-3'), async () => {
    let messages: readonly ModelMessage[] = [user('Work.', 'More words.')];
    let before: ToCompact['before'];
    for (let round = 0; round < 10; round += 1) {
      const view = await compactView(of([...messages, ...chatter(40, round * 100)], before === undefined ? {} : { before }), PORTS);
      expect(view?.record.nth).toBe(round + 1);
      ({ messages, state: before } = view ?? { messages: [], state: undefined });
      const [opening] = messages;
      expect(textsOf(opening ?? user()).slice(0, 2)).toEqual(['Work.', 'More words.']);
      expect(KEPT.filter(({ text }) => textOf(messages).split(text).length === 2)).toEqual(KEPT);
      expect(textOf(messages).split('compacted_turns').length - 1).toBe(1);
      // The head of the new context: right after what the work is.
      expect(textsOf(opening ?? user())[2]).toContain('- [pending] t1: count the boats');
    }
    expect(before?.turns).toBeGreaterThan(350);
  });

  it('enters as words of the person, also where nothing else is left', verifies('MAH-2F-4', 'KEL-COMPACT-10'), async () => {
    const view = await compactView(of(chatter(50)), PORTS);
    expect([view?.messages[0]?.role, view?.messages.filter(({ role }) => role === 'system')]).toEqual(['user', []]);
    expect(view?.record.tokens_after).toBe(100 + (view?.messages.reduce((sum, message) => sum + tokensOf(message), 0) ?? 0));
  });
});

describe('a new view', () => {
  const before = [user('Work.'), ...turn('a', 5), ...turn('b', 5)];
  const check = (after: readonly ModelMessage[], tokensAfter = 10) => viewProblems({ before, after, kept: [RULE], tokensBefore: 100, tokensAfter, reductionMin: 0.1 });
  const good = [user('Work.', RULE.text), ...turn('b', 5)];

  it('is used when nothing speaks against it', verifies('KEL-COMPACT-11'), () => {
    expect([check(good), check(good, 90)]).toEqual([[], []]);
  });

  it.each<[string, readonly ModelMessage[], string]>([
    ['a call lost its result', [user('Work.', RULE.text), asks('a'), user('Go on.'), ...turn('b', 5)], 'a call without its result: a'],
    ['a result lost its call', [user('Work.', RULE.text), ...turn('b', 5), gives('b', words('b', 5))], 'a result without its call: b'],
    ['two speak in a row', [user('Work.'), user(RULE.text), ...turn('b', 5)], 'two messages of user in a row'],
    ['it begins with an answer', [...turn('a', 5), user(RULE.text), ...turn('b', 5)], 'it does not begin with words of the person'],
    ['a rule is not in it', [user('Work.'), ...turn('b', 5)], 'something of rules is not in it word for word'],
    ['the last words are not in it', [user('Work.', RULE.text), ...turn('a', 5)], 'what was said last is not in it'],
  ])('is not used when %s', verifies('KEL-COMPACT-11'), (_why, after, problem) => {
    expect(check(after)).toEqual([problem]);
  });

  it('is not used when it hardly shrank', verifies('KEL-COMPACT-11'), () => {
    expect(check(good, 91)).toEqual(['it has 91 tokens, and what it is made from 100']);
  });
});
