import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextRig, itemOf, PHASE_ITEM, prose, TASK_ITEM, windowOf, wordsIn } from '../../test/support/context-rig.ts';
import { JOURNAL_RUN } from '../../test/support/journal-fixture.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { ContextSection, ContextSummary, RECENT_MESSAGES_MAX } from '../contracts/index.ts';
import { hasCode, sha256Hex } from '../kernel/index.ts';
import type { ComposedContext } from './compose-context.ts';
import type { Summariser } from './summary/summarise-section.ts';

const REQUIRED = [TASK_ITEM, PHASE_ITEM];
const sectionsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('## ')).map((line) => line.slice(3));
const says = (text: string): Summariser => async () => ({ answer: { summary_text: text, information_preserved: ['the gist'], information_lost: ['the rest'] }, modelId: 'house/m' });

describe('a packet', () => {
  it('is recorded with its request, its receipt and what it costs, in one event', verifies('ELN-D-08', 'MH4-3-02', 'KEL-CTX-01'), async () => {
    const rig = await contextRig();
    const { text, receipt, activation, ...rest } = await rig.compose();
    expect(sectionsOf(text)).toEqual(['task_definition', 'current_phase']);
    const created_at = receipt.created_at;
    expect((await rig.events()).filter(({ type }) => type === 'run.context_composed')).toEqual([
      {
        type: 'run.context_composed',
        payload: {
          run_id: JOURNAL_RUN,
          call: 'execute/1/1/attempt-1',
          role_id: 'coder',
          request: { request_id: receipt.request_id, task_id: 'task_01JCQZ9Y5D0000000000000001', run_id: JOURNAL_RUN, audience: 'sub_agent', requested_max_tokens: 200, required_item_refs: [TASK_ITEM.ref, PHASE_ITEM.ref], optional_item_refs: [], staleness_policy: 'fresh_only', created_at, schema_version: '1.0' },
          receipt: {
            receipt_id: receipt.receipt_id,
            request_id: receipt.request_id,
            packet_ref: { kind: 'blob', key: sha256Hex(text), sha256: sha256Hex(text) },
            packet_content_hash: sha256Hex(text),
            actual_token_count: wordsIn(text),
            sections: [
              { section: 'task_definition', item_refs: [TASK_ITEM.ref], token_count: 15, how: 'whole', summary_ref: null },
              { section: 'current_phase', item_refs: [PHASE_ITEM.ref], token_count: 6, how: 'whole', summary_ref: null },
            ],
            omitted_items: [],
            invalidated_by_event_kinds: ['run.plan_made', 'run.phase_exited'],
            created_at,
            schema_version: '1.0',
          },
          activation,
        },
      },
    ]);
    expect(await rig.readBlob(receipt.packet_content_hash)).toBe(text);
    expect(activation).toEqual({ activation_id: 'execute/1/1/attempt-1', max_total_tokens: 200, packet_token_count: 21, board_digest_token_count: 0, feedback_bundle_token_count: 0, total_token_count: 21, schema_version: '1.0' });
    expect(rest).toEqual({ summaries: [], escalated: false, budget: windowOf(200), taintClass: 'owner_typed' });
  });

  it('stands in the order of its sections, however the items came', verifies('MH4-3-11'), async () => {
    const rig = await contextRig();
    const { text } = await rig.compose({ items: [itemOf('previous_artifacts', 'An older outcome.'), itemOf('project_knowledge', 'Build with make.'), PHASE_ITEM, itemOf('retrieval_hits', 'A hit.'), TASK_ITEM] });
    expect(sectionsOf(text)).toEqual(['task_definition', 'current_phase', 'retrieval_hits', 'project_knowledge', 'previous_artifacts']);
    expect(text).toContain('The project_knowledge:\n<keelson:material kind="project_knowledge" fence=');
  });

  it('is the same to the byte when a run is gone on with, and is recorded once', verifies('KEL-CTX-02'), async () => {
    const rig = await contextRig();
    const items = [...REQUIRED, itemOf('project_knowledge', prose('note', 400))];
    const first = await rig.compose({ items });
    const again = await rig.compose({ items });
    expect(again).toEqual(first);
    expect((await rig.events()).filter(({ type }) => type.startsWith('run.context_')).map(({ type }) => type)).toEqual(['run.context_summarised', 'run.context_composed']);
  });

  it('holds the last ten messages and says how many came before', verifies('MH4-3-09', 'ELN-RULE-70'), async () => {
    const rig = await contextRig();
    const messages = Array.from({ length: RECENT_MESSAGES_MAX + 2 }, (_, at) => itemOf('recent_messages', `message ${at + 1} came`));
    const { text, receipt } = await rig.compose({ items: [...REQUIRED, ...messages], budget: windowOf(1_000) });
    expect(messages.filter((one) => text.includes(`${one.text}\n`))).toEqual(messages.slice(2));
    expect(text).toContain('## recent_messages\n2 earlier messages are not shown.\n');
    expect(receipt.omitted_items).toEqual(messages.slice(0, 2).map(({ ref }) => ({ item_ref: ref, omission_reason: 'policy', required: false })));
  });

  it('counts what comes beside it against the same budget', verifies('ELN-RULE-71', 'validation.per_activation_context_budget_exceeded'), async () => {
    const rig = await contextRig();
    const { activation } = await rig.compose({ beside: { boardDigestTokens: 9, feedbackTokens: 170 } });
    expect(activation).toMatchObject({ packet_token_count: 21, board_digest_token_count: 9, feedback_bundle_token_count: 170, total_token_count: 200, max_total_tokens: 200 });
    expect(await refusalOf(rig.compose({ key: 'execute/1/2/attempt-1', beside: { feedbackTokens: 180 } }))).toMatchObject({ code: 'context.budget_exceeded', data: { required_tokens: 21, available_tokens: 20 } });
    expect(await refusalOf(rig.compose({ key: 'execute/1/3/attempt-1', beside: { feedbackTokens: 200 } }))).toMatchObject({ code: 'context.budget_exceeded', data: { required_tokens: 200, available_tokens: 200, sections: ['feedback'] } });
  });
});

describe('what must be told', () => {
  it('goes in whole or not at all', verifies('MH4-3-10', 'MH4-3-01', 'MH4-3-15'), async () => {
    const rig = await contextRig();
    const long = itemOf('task_definition', prose('wish', 300));
    expect((await rig.compose({ items: [long, PHASE_ITEM], budget: windowOf(400) })).text).toContain(long.text);
    expect(await refusalOf(rig.compose({ key: 'execute/1/2/attempt-1', items: [long, PHASE_ITEM] }, { summarise: says('Short.') }))).toEqual({
      code: 'context.budget_exceeded',
      message: 'What must be told whole (task_definition, current_phase) takes 315 tokens, and the model has room for 200. Nothing was cut off.',
      next_step: 'Configure a model with a larger context, or ask for less at once.',
      data: { required_tokens: 315, available_tokens: 200, sections: ['task_definition', 'current_phase'] },
    });
    expect((await rig.events()).filter(({ type }) => type.startsWith('run.context_'))).toHaveLength(1);
  });

  it('moves to a larger model when there is one', verifies('MH4-3-15', 'KEL-CTX-03'), async () => {
    const rig = await contextRig();
    const items = [itemOf('task_definition', prose('wish', 300)), PHASE_ITEM];
    const { escalated, budget } = await rig.compose({ items, largerBudget: windowOf(500) });
    expect({ escalated, budget }).toEqual({ escalated: true, budget: windowOf(500) });
    expect(await refusalOf(rig.compose({ key: 'execute/1/2/attempt-1', items, largerBudget: windowOf(300) }))).toMatchObject({ code: 'context.budget_exceeded', data: { available_tokens: 300 } });
    expect(await refusalOf(rig.compose({ key: 'execute/1/3/attempt-1', items, largerBudget: windowOf(100) }))).toMatchObject({ code: 'context.budget_exceeded', data: { available_tokens: 200 } });
    expect((await rig.compose({ key: 'execute/1/4/attempt-1', largerBudget: windowOf(500) })).escalated).toBe(false);
  });
});

describe('what does not fit', () => {
  const hits = itemOf('retrieval_hits', `${prose('hit', 300)} Boats in the harbour: 12.`);
  const knowledge = itemOf('project_knowledge', prose('note', 40));

  it('is summarised openly, and a smaller section below it still enters whole', verifies('MH4-3-11', 'MH4-3-03', 'MH4-3-04', 'MH4-3-16', 'MH4-KEY-08', 'KEL-CTX-04'), async () => {
    const rig = await contextRig();
    const { text, summaries, receipt } = await rig.compose({ items: [...REQUIRED, hits, knowledge] });
    const [summary] = summaries;
    expect(summaries.map((one) => ContextSummary.parse(one))).toEqual([summary]);
    expect(receipt.sections.map(({ section, how, summary_ref }) => [section, how, summary_ref?.key])).toEqual([
      ['task_definition', 'whole', undefined],
      ['current_phase', 'whole', undefined],
      ['retrieval_hits', 'summarised', `context_summary:${summary?.summary_id}`],
      ['project_knowledge', 'whole', undefined],
    ]);
    expect(text).toContain(`Summary ${summary?.summary_id} of retrieval_hits (307 tokens → ${summary?.summary_token_count}). It is not the whole; name it where your result rests on it.\n`);
    expect(text).toContain('Boats in the harbour: 12.');
    expect(text).toContain(knowledge.text);
    expect(summary).toMatchObject({ source_sections: ['retrieval_hits'], source_token_count: 307, summarization_method: 'extractive', summary_version: 'summary:v1', content_hash: sha256Hex(summary?.summary_text ?? '') });
    expect(summary?.information_lost.length).toBeGreaterThan(0);
    expect((await rig.events()).filter(({ type }) => type === 'run.context_summarised')).toEqual([{ type: 'run.context_summarised', payload: { run_id: JOURNAL_RUN, call: 'execute/1/1/attempt-1', summary } }]);
    expect((await rig.documents.get(`context_summary:${summary?.summary_id}`))?.body).toEqual({ summary, taint_class: 'user_trusted_bounded' });
  });

  it('is left out with a reason, a summary that says so and a line in the packet when there is no room for any of it', verifies('MH4-CHK-03', 'ELN-RULE-70', 'KEL-CTX-05'), async () => {
    const rig = await contextRig();
    const { text, summaries, receipt } = await rig.compose({ items: [...REQUIRED, hits], budget: windowOf(60) });
    expect(receipt.omitted_items).toEqual([{ item_ref: hits.ref, omission_reason: 'token_budget', required: false }]);
    expect(receipt.sections.map(({ section }) => section)).toEqual(['task_definition', 'current_phase']);
    expect(summaries).toMatchObject([{ summary_text: 'Nothing of retrieval_hits is in the packet: there was no room for it.', information_preserved: [], information_lost: ['The retrieval_hits'] }]);
    expect(text).toContain(`## retrieval_hits\nSummary ${summaries[0]?.summary_id} of retrieval_hits (307 tokens → 13): left out, there was no room for any of it.`);
  });

  it('leaves a section that is too large half of the room, and those below it the other half', verifies('KEL-CTX-06', 'MH4-3-11'), async () => {
    const rig = await contextRig();
    const { receipt } = await rig.compose({ items: [...REQUIRED, hits, itemOf('project_knowledge', prose('note', 120))] });
    expect(receipt.sections.map(({ section, how }) => [section, how])).toEqual([
      ['task_definition', 'whole'],
      ['current_phase', 'whole'],
      ['retrieval_hits', 'summarised'],
      ['project_knowledge', 'summarised'],
    ]);
  });

  it('is put in the words of a model when one answers, and in whole passages of them when they are too many', verifies('KEL-CTX-07'), async () => {
    const rig = await contextRig();
    const asked: unknown[] = [];
    const items = [...REQUIRED, hits];
    const short: Summariser = async ({ signal, ...input }) => (asked.push(input), says('Twelve boats.')({ signal, ...input }));
    const one = await rig.compose({ items }, { summarise: short });
    expect(asked).toEqual([{ key: 'execute/1/1/attempt-1/context/retrieval_hits', section: 'retrieval_hits', text: `The retrieval_hits:\n${hits.text}`, focus: expect.stringContaining('Count the boats'), tokensMax: expect.any(Number) }]);
    expect(one.summaries).toMatchObject([{ summary_text: 'Twelve boats.', summarization_method: 'llm_generated', model_used: 'house/m', information_preserved: ['the gist'], information_lost: ['the rest'] }]);
    const two = await rig.compose({ items, key: 'execute/1/2/attempt-1' }, { summarise: says(`${prose('word', 300)} Twelve boats lie in the harbour.`) });
    expect(two.summaries).toMatchObject([{ summarization_method: 'hybrid', model_used: 'house/m', summary_text: expect.stringContaining('Twelve boats lie in the harbour.') }]);
    expect(two.summaries[0]?.information_lost[0]).toBe('the rest');
    const three = await rig.compose({ items, key: 'execute/1/3/attempt-1' }, { summarise: async () => undefined });
    expect(three.summaries).toMatchObject([{ summarization_method: 'extractive' }]);
    expect(three.summaries[0]?.model_used).toBeUndefined();
  });

  it('never makes the packet larger than its budget, nor hides that something is missing', verifies('MH4-3-01', 'MH4-CHK-03', 'MH4-3-15'), async () => {
    const wanted = array(record({ section: constantFrom(...ContextSection.options.slice(2)), words: integer({ min: 1, max: 300 }) }), { maxLength: 8 });
    await assert(
      asyncProperty(wanted, integer({ min: 40, max: 600 }), async (sizes, available) => {
        const rig = await contextRig();
        const items = [...REQUIRED, ...sizes.map(({ section, words }, at) => itemOf(section, prose(`s${at}w`, words)))];
        const composed = await rig.compose({ items, budget: windowOf(available) }).catch((error: unknown) => error);
        if (hasCode(composed, 'context.budget_exceeded')) return;
        const { text, receipt, summaries } = composed as ComposedContext;
        expect(wordsIn(text)).toBeLessThanOrEqual(available);
        const unseen = new Set(items.filter((one) => !text.includes(one.text)).map(({ section }) => section));
        expect(new Set(summaries.flatMap((one) => one.source_sections))).toEqual(unseen);
        expect(new Set([...receipt.sections.flatMap(({ item_refs }) => item_refs), ...receipt.omitted_items.map(({ item_ref }) => item_ref)])).toEqual(new Set(items.map(({ ref }) => ref)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('taint', () => {
  it('goes with the words into every summary, and out of it again', verifies('fixture.taint_laundering_through_summary', 'KEL-CTX-08'), async () => {
    const rig = await contextRig();
    const page = itemOf('retrieval_hits', prose('page', 300), { taintClass: 'external_untrusted' });
    const { summaries, taintClass } = await rig.compose({ items: [...REQUIRED, itemOf('retrieval_hits', 'Own words.', { taintClass: 'internal_corpus_trusted' }), page] });
    expect(taintClass).toBe('external_untrusted');
    const kept = (await rig.documents.get(`context_summary:${summaries[0]?.summary_id}`))?.body as { summary: ContextSummary; taint_class: 'external_untrusted' };
    expect(kept.taint_class).toBe('external_untrusted');
    const again = await rig.compose({ key: 'execute/2/1/attempt-1', items: [...REQUIRED, itemOf('session_summaries', `${kept.summary.summary_text} ${prose('more', 300)}`, { taintClass: kept.taint_class })] });
    const entries = await rig.log.read({ aggregate: 'run', id: JOURNAL_RUN }, { limit: 500 });
    expect(entries.filter(({ event }) => event.type.startsWith('run.context_')).map(({ event }) => [event.type, event.actor, event.governance.taint_class])).toEqual([
      ['run.context_summarised', 'context', 'external_untrusted'],
      ['run.context_composed', 'context', 'external_untrusted'],
      ['run.context_summarised', 'context', 'external_untrusted'],
      ['run.context_composed', 'context', 'external_untrusted'],
    ]);
    expect((await rig.documents.get(`context_summary:${again.summaries[0]?.summary_id}`))?.body['taint_class']).toBe('external_untrusted');
  });
});
