import { countTokens as exactTokens } from 'gpt-tokenizer';
import type { ModelMessage } from '../src/contracts/index.ts';
import { compactView, type CompactedView } from '../src/context/index.ts';
import { estimateTokens } from '../src/models/index.ts';
import { median, rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

/** What a compaction may cost against one pass of a tokenizer over the same conversation. */
const RATIO_MAX = 2;
const TOKENS = 200_000;

const said = (at: number): string => `I have read part ${at}. The harbour master of ${1_700 + (at % 300)} wrote about ${at % 17} ships; is part ${at + 1} by the same hand? I look at it next and then compare the lists.`;
const shown = (at: number): string => Array.from({ length: 14 }, (_, line) => `${at}.${line} On the ${(at * 7 + line) % 28}th the ship number ${at * 31 + line} lay at pier ${line % 5}, laden with ${(at + line) % 400} barrels, and sailed with the tide: const total = rows.filter((row) => row.pier === ${line});`).join('\n');

/** Answers, calls and results as they come in long work, new objects each time so that nothing was counted before. */
function conversation(turns: number): ModelMessage[] {
  const opening: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Compare the lists of ships, and write down where they contradict each other.' }] };
  return [
    opening,
    ...Array.from({ length: turns }, (_, at): ModelMessage[] => [
      { role: 'assistant', content: [{ type: 'text', text: said(at) }, { type: 'tool_call', call_id: `c${at}`, name: at % 9 === 8 ? 'write_file' : 'read_file', arguments_text: JSON.stringify({ path: `lists/part-${at}.txt` }) }] },
      { role: 'tool', content: [{ type: 'tool_result', call_id: `c${at}`, name: at % 9 === 8 ? 'write_file' : 'read_file', content: [{ type: 'text', text: shown(at) }], is_error: false }] },
    ]).flat(),
  ];
}

/** Processor time, not time on the wall: what else the machine does is not ours. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const rough = (text: string): number => estimateTokens(text, 'other');

/** In the larger window previews are enough; in the smaller one the older turns must become a block. */
const WINDOWS: Readonly<Record<'masked' | 'compacted', number>> = { masked: TOKENS, compacted: TOKENS / 2 };

async function compact(messages: readonly ModelMessage[], contextTokens: number): Promise<CompactedView | undefined> {
  const counted = new Map<ModelMessage, number>();
  const tokensOf = (message: ModelMessage): number => {
    const known = counted.get(message) ?? rough(JSON.stringify(message));
    counted.set(message, known);
    return known;
  };
  return compactView({ messages, headTokens: 2_000, contextTokens, kept: [{ kind: 'rules', text: 'Never write into the folder called harbour.' }], focus: 'lists of ships that contradict each other', taintClass: 'user_trusted_bounded' }, { tokensOf, countTokens: rough, isReadOnly: (tool) => tool === 'read_file' });
}

/** A conversation of 200,000 tokens, relieved without a model, beside one pass of a tokenizer over the same text. */
const benchmark: Benchmark = {
  name: 'compaction',
  async run({ quick }) {
    const rounds = quick ? 5 : 15;
    let turns = 1;
    while (rough(JSON.stringify(conversation(turns))) < TOKENS) turns = Math.ceil(turns * 1.2);
    const text = JSON.stringify(conversation(turns));
    const tokens = rough(text);
    const times = { exact: [] as number[], rough: [] as number[], masked: [] as number[], compacted: [] as number[] };
    const views = new Map<keyof typeof WINDOWS, CompactedView | undefined>();
    for (let round = 0; round <= rounds; round += 1) {
      const [first, second] = [conversation(turns), conversation(turns)];
      const taken = {
        exact: await cpuMs(() => exactTokens(text)),
        rough: await cpuMs(() => rough(text)),
        masked: await cpuMs(async () => views.set('masked', await compact(first, WINDOWS.masked))),
        compacted: await cpuMs(async () => views.set('compacted', await compact(second, WINDOWS.compacted))),
      };
      // The first round is interpreted; it says nothing about the others.
      if (round > 0) for (const name of ['exact', 'rough', 'masked', 'compacted'] as const) times[name].push(taken[name]);
    }
    const floor = median(times.exact);
    const rows: BenchRow[] = [
      { label: 'one pass of a tokenizer', figures: { tokens, 'CPU ms': rounded(floor, 1) } },
      { label: 'one pass of our rough count', figures: { tokens, 'CPU ms': rounded(median(times.rough), 1) } },
    ];
    const goals: BenchGoal[] = [];
    for (const how of ['masked', 'compacted'] as const) {
      const ms = median(times[how]);
      const ratio = rounded(ms / floor);
      const record = views.get(how)?.record;
      rows.push({ label: how, figures: { tokens, 'CPU ms': rounded(ms, 1), 'against the tokenizer': ratio, 'tokens after': record?.tokens_after ?? tokens } });
      goals.push({ name: `${how}: CPU against one pass of a tokenizer`, actual: ratio, limit: `at most ${RATIO_MAX}`, ok: ratio <= RATIO_MAX }, { name: `${how}: what was done`, actual: record?.how ?? 'nothing', limit: how, ok: record?.how === how });
    }
    return { rows, goals };
  },
};

export default benchmark;
