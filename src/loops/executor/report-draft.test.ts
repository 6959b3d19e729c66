import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { GatewayEvent } from '../../models/index.ts';
import { createReportDraft, type ReportDraft } from './report-draft.ts';

const TABLE = { component: 'table', columns: ['file', 'lines'], rows: [['a.ts', 1], ['b.ts', 22]] };
const REPORT = {
  status: 'completed',
  output: 'It is done.\nAll of it.\n',
  artifacts: [
    { type: 'Code', content: { components: [TABLE] } },
    { type: 'ResultView', content: { components: [{ component: 'markdown', text: '# How\n\nIt went well.' }, { component: 'metric', label: 'Tests', value: 427 }, TABLE] } },
  ],
  next_actions: [],
};
const begun = (name = 'finish', index = 0): GatewayEvent => ({ type: 'tool_call_started', index, call_id: 'c', name });
const piece = (text: string, index = 0): GatewayEvent => ({ type: 'tool_call_delta', index, arguments_text: text });

/** Every state of it that differs from the one before, when it is looked at after each character. */
function states(draft: ReportDraft, text: string): unknown[] {
  const told: string[] = [];
  for (const char of text) {
    draft.take(piece(char));
    const shown = JSON.stringify(draft.read());
    if (shown !== undefined && shown !== told.at(-1)) told.push(shown);
  }
  return told.map((one) => JSON.parse(one) as unknown);
}

describe('a report that is being written', () => {
  it('is shown line by line, row by row, and never with half a word or number', verifies('KEL-GENUI-07', 'MAH-9A-3'), () => {
    const draft = createReportDraft();
    draft.take(begun());
    const words = 'It is done.\nAll of it.\n';
    const [markdown, metric] = REPORT.artifacts[1]?.content.components ?? [];
    const rows = (count: number): object => ({ ...TABLE, rows: TABLE.rows.slice(0, count) });
    const view = (...components: unknown[]): object => ({ words, components });
    expect(states(draft, JSON.stringify(REPORT))).toEqual([
      { words: 'It is done.', components: [] },
      { words: 'It is done.\nAll of it.', components: [] },
      view(),
      view({ component: 'markdown', text: '# How' }),
      view({ component: 'markdown', text: '# How\n' }),
      view(markdown),
      view(markdown, metric),
      view(markdown, metric, rows(0)),
      view(markdown, metric, rows(1)),
      view(markdown, metric, rows(2)),
    ]);
  });

  it('is that of the call that hands back, begins anew with another model, and is nothing before it', verifies('KEL-GENUI-07'), () => {
    const draft = createReportDraft();
    for (const event of [begun('write_file', 0), piece('{"output":"a\\nb\\n","x":1}', 0), begun('finish', 1)]) draft.take(event);
    expect(draft.read()).toBeUndefined();
    draft.take(piece('{"output":"one\\ntwo\\n', 1));
    expect(draft.read()).toEqual({ words: 'one\ntwo', components: [] });
    draft.take({ type: 'restarted', failed: {} as never });
    expect(draft.read()).toBeUndefined();
    for (const event of [begun(), piece('{"output":"three"}')]) draft.take(event);
    expect([draft.read(), draft.read()]).toEqual([{ words: 'three', components: [] }, { words: 'three', components: [] }]);
  });

  it('shows no component that there is not, and nothing of a report that is none', verifies('KEL-GENUI-07', 'MAH-9A-3'), () => {
    const shown = [{ components: [{ component: 'iframe', src: 'https://a.example' }, TABLE] }, { components: 7 }, 'text', null].map((content) => {
      const draft = createReportDraft();
      draft.take(begun());
      draft.take(piece(JSON.stringify({ output: 'Done.', artifacts: [{ type: 'ResultView', content }] })));
      return draft.read();
    });
    expect(shown).toEqual(shown.map(() => ({ words: 'Done.', components: [] })));
    const none = createReportDraft();
    none.take(begun());
    none.take(piece('['.repeat(10_000)));
    expect(none.read()).toBeUndefined();
    none.take(piece('{"output":"late"}'));
    expect(none.read()).toBeUndefined();
  });
});
