import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { servedLog, TOKEN } from '../../../test/support/served-log.ts';
import { serverEvents } from '../../client/index.ts';
import { RunId, SubtaskId, type ResultDraft } from '../../contracts/index.ts';
import { createDrafts, type DraftFrame } from './drafts.ts';

const [RUN, OTHER] = ['run_01JCQZ9Y5D0000000000000001', 'run_01JCQZ9Y5D0000000000000002'] as const;
const draftOf = (words: string, runId: string = RUN): Omit<ResultDraft, 'is_over'> => ({ run_id: RunId.parse(runId), subtask_id: SubtaskId.parse('sub_01JCQZ9Y5D0000000000000001'), call: 'turn-1', words, components: [] });

/** Drafts whose time passes when it is said to. */
function draftsByHand() {
  const due: (() => void)[] = [];
  const looked: string[] = [];
  const drafts = createDrafts({ mask: async (draft) => (looked.push(draft.words), { ...draft, words: draft.words.replace('secret', '***') }), later: (callback) => void due.push(callback) });
  const frames: unknown[] = [];
  const listener = ({ text }: DraftFrame): void => {
    const [, data = ''] = text.split('data: ');
    const { words, is_over: isOver } = JSON.parse(data) as ResultDraft;
    frames.push([words, isOver]);
  };
  const pass = async (): Promise<unknown[]> => {
    for (const callback of due.splice(0)) callback();
    await new Promise(setImmediate);
    return frames.splice(0);
  };
  return { ...drafts, listener, pass, due, looked };
}

describe('what is written at this moment', () => {
  it('is told masked, as it is when it is time, once, and to its end', verifies('KEL-GENUI-08', 'MAH-9A-3'), async () => {
    const { tell, end, follow, listener, pass, due } = draftsByHand();
    follow(listener);
    let words = 'a';
    const read = () => draftOf(words);
    tell(read);
    words = 'my secret';
    tell(read);
    expect([due.length, await pass()]).toEqual([1, [['my ***', false]]]);
    tell(read);
    expect(await pass()).toEqual([]);
    words = 'all';
    end(read);
    expect(await pass()).toEqual([['all', true]]);
    end(read);
    expect([due.length, await pass()]).toEqual([0, []]);
  });

  it('is put together for nobody when nobody looks on, and told to whoever comes in the middle', verifies('KEL-GENUI-08'), async () => {
    const { tell, end, follow, listener, pass, looked } = draftsByHand();
    const [one, over] = [() => draftOf('one'), () => draftOf('over')];
    for (const read of [one, over, () => undefined]) tell(read);
    end(over);
    expect([await pass(), looked]).toEqual([[], []]);
    const leave = follow(listener);
    expect(await pass()).toEqual([['one', false]]);
    leave();
    tell(one);
    expect([await pass(), looked]).toEqual([[], ['one']]);
  });

  it('is forgotten, the oldest first, where more is written than is likely', verifies('KEL-GENUI-08'), async () => {
    const { tell, follow, listener, pass } = draftsByHand();
    for (let nth = 0; nth < 70; nth += 1) tell(() => draftOf(String(nth)));
    follow(listener);
    const told = await pass();
    expect([told.length, told[0]]).toEqual([64, ['6', false]]);
  });

  it('goes with the stream of the log, of one run where that is asked for, and has no place to go on from', verifies('KEL-GENUI-08', 'MAH-9A-3'), async () => {
    const drafts = createDrafts({ mask: async (draft) => draft, later: (callback) => void setImmediate(callback) });
    await using served = await servedLog({ drafts });
    const stream = await served.get(`/v1/events?run=${RUN}`, { authorization: `Bearer ${TOKEN}` });
    const told: unknown[] = [];
    for await (const { event, id, data } of serverEvents(stream.body ?? [])) {
      if (event === 'from') for (const runId of [OTHER, RUN]) drafts.tell(() => draftOf('Done.', runId));
      if (event !== 'draft') continue;
      told.push([id, JSON.parse(data)]);
      break;
    }
    expect(told).toEqual([['', { ...draftOf('Done.'), is_over: false }]]);
  });
});
