import { describe, expect, it } from 'vitest';
import { runId as run, terminated } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { approvalAsked, approvalId, approvalRecord, ASKED_AT, hardCall, hardCallAsked, hardCallId } from '../../../test/support/oversight-samples.ts';
import { oversightRig } from '../../../test/support/oversight-rig.ts';
import { AttentionKind, AttentionLedgerItem, AttentionNotice, documentKey, type LogEntry } from '../../contracts/index.ts';
import { ATTENTION_ITEMS_MAX, type NewEvent } from '../../ledger/index.ts';
import { attentionItem } from './attention-item.ts';
import { EXPIRES_SOON_MS, listAttention, priorityOf } from './list-attention.ts';
import { noticeOf } from './notices.ts';

const NOW = '2027-01-15T08:00:00.000Z';
const expired = (id: string): NewEvent => ({ type: 'approval.resolved', streamId: id, payload: { approval_id: id, resolution: { by: 'expiry', approval_id: id, reason: 'Nobody answered.' } } });

async function rigWith(...events: NewEvent[]) {
  const rig = await oversightRig();
  if (events.length > 0) await rig.writer.append({ key: 'asked', events });
  return { ...rig, list: (now = NOW, runId?: ReturnType<typeof run>) => listAttention(rig.person.documents, { now, ...(runId && { runId }) }), later: (key: string, ...more: NewEvent[]) => rig.writer.append({ key, events: more }) };
}

describe('what waits for a person', () => {
  it('is listed with the command that settles it, the most urgent first', verifies('KEL-ATTENTION-01', 'ELN-G-07'), async () => {
    const { list } = await rigWith(
      approvalAsked(approvalRecord(1)),
      approvalAsked(approvalRecord(2, { isUndoable: false, subject: `echo\n${'x'.repeat(300)}` })),
      hardCallAsked(hardCall(3)),
      hardCallAsked(hardCall(4, { response_mode: 'freeform_required', response_schema: { type: 'string' }, policy: { blocking_scope: 'module', on_timeout: 'continue_with_warning', timeout_ms: 60_000 } })),
      approvalAsked(approvalRecord(5, { expiresAt: '2027-01-15T08:20:00.000Z' })),
    );
    const items = await list();
    expect(items.map(({ item_id, priority, command_ref }) => [item_id, priority, command_ref])).toEqual([
      [hardCallId(3), 'blocking', `keelson answer ${hardCallId(3)} OPTION`],
      [approvalId(5), 'high', `keelson approve ${approvalId(5)}`],
      [approvalId(2), 'high', `keelson approve ${approvalId(2)}`],
      [approvalId(1), 'medium', `keelson approve ${approvalId(1)}`],
      [hardCallId(4), 'low', `keelson answer ${hardCallId(4)} "YOUR WORDS"`],
    ]);
    expect(items[3]).toEqual({
      item_id: approvalId(1),
      task_id: null,
      run_id: run(7),
      attention_kind: 'approval_required',
      source_ref: { kind: 'document', key: `approval:${approvalId(1)}` },
      summary: 'shell: rm -rf build (in /w)',
      priority: 'medium',
      command_ref: `keelson approve ${approvalId(1)}`,
      lifecycle_state: 'open',
      created_at: ASKED_AT,
      expires_at: '2027-01-15T10:00:00.000Z',
      schema_version: '1.0',
    });
    expect(items[0]).toMatchObject({ attention_kind: 'hard_call_pending', source_ref: { kind: 'document', key: `hard_call:${hardCallId(3)}` }, summary: 'Shall I go on?' });
    expect(items[4]?.expires_at).toBe('2027-01-15T08:01:00.000Z');
    expect(items[2]?.summary).toBe(`shell: echo ${'x'.repeat(227)}…`);
    expect(items.map((item) => AttentionLedgerItem.parse(item))).toEqual(items);
  });

  it('waits no more once it is settled, has expired, or its run has ended', verifies('KEL-ATTENTION-02'), async () => {
    const { list, later } = await rigWith(approvalAsked(approvalRecord(1)), approvalAsked(approvalRecord(2)), hardCallAsked(hardCall(3)), hardCallAsked(hardCall(4)), approvalAsked(approvalRecord(5, { runId: run(8) })));
    const ids = async (now?: string, runId?: ReturnType<typeof run>) => (await list(now, runId)).map(({ item_id }) => item_id);
    expect(await ids()).toEqual([hardCallId(3), hardCallId(4), approvalId(1), approvalId(2), approvalId(5)]);
    expect(await ids(NOW, run(8))).toEqual([approvalId(5)]);
    await later('settled', expired(approvalId(1)), { type: 'hard_call.lapsed', streamId: hardCallId(4), payload: { hard_call_id: hardCallId(4), cause: 'timeout', outcome: 'abort', reason: 'Nobody answered.' } });
    expect(await ids()).toEqual([hardCallId(3), approvalId(2), approvalId(5)]);
    expect(await ids('2027-01-15T10:00:00.000Z')).toEqual([hardCallId(3)]);
    await later('ended', terminated(run(7)));
    expect(await ids()).toEqual([approvalId(5)]);
  });

  it('is nothing where nothing was asked', verifies('KEL-ATTENTION-02'), async () => {
    const { list } = await rigWith();
    expect(await list()).toEqual([]);
  });

  it('is kept within bounds: what expired makes room, then the oldest', verifies('KEL-ATTENTION-03'), async () => {
    const many = Array.from({ length: ATTENTION_ITEMS_MAX }, (_, at) => approvalAsked(approvalRecord(at + 1, at < 2 ? { expiresAt: '2026-01-01T00:00:00.000Z' } : { expiresAt: '2099-01-01T00:00:00.000Z' })));
    const rig = await rigWith(...many);
    const open = async () => (await rig.person.documents.get(documentKey.attention()))?.body as { waiting: { id: string }[]; dropped: number };
    const asked = (at: number) => rig.later(`more-${at}`, approvalAsked(approvalRecord(at, { expiresAt: '2099-01-01T00:00:00.000Z' })));
    await asked(ATTENTION_ITEMS_MAX + 1);
    expect([(await open()).waiting.length, (await open()).waiting[0]?.id, (await open()).dropped]).toEqual([ATTENTION_ITEMS_MAX - 1, approvalId(3), 0]);
    await asked(ATTENTION_ITEMS_MAX + 2);
    await asked(ATTENTION_ITEMS_MAX + 3);
    expect([(await open()).waiting.length, (await open()).waiting[0]?.id, (await open()).waiting.at(-1)?.id, (await open()).dropped]).toEqual([ATTENTION_ITEMS_MAX, approvalId(4), approvalId(ATTENTION_ITEMS_MAX + 3), 1]);
  });

  it('is of one of ten kinds, each of which can be made', verifies('ELN-RULE-83'), () => {
    const items = AttentionKind.options.map((kind) =>
      AttentionLedgerItem.parse(attentionItem({ id: 'x', kind, source: { kind: 'document', key: 'finding:1' }, summary: 'Look.', priority: 'low', command: 'keelson attention', createdAt: NOW, expiresAt: NOW, runId: run(7), taskId: 'task_01JCQZ9Y5D0000000000000001' as never, matterId: 'acme' })),
    );
    expect(items.map(({ attention_kind }) => attention_kind)).toEqual(['hard_call_pending', 'blocked_item', 'contested_finding', 'approval_required', 'research_need_human', 'reliance_review_required', 'revision_review_pending', 'artifact_deletion_announced', 'scheduled_run_failed', 'audit_trouble']);
    expect(items[1]).toEqual({ item_id: 'x', task_id: 'task_01JCQZ9Y5D0000000000000001', run_id: run(7), matter_id: 'acme', attention_kind: 'blocked_item', source_ref: { kind: 'document', key: 'finding:1' }, summary: 'Look.', priority: 'low', command_ref: 'keelson attention', lifecycle_state: 'open', created_at: NOW, expires_at: NOW, schema_version: '1.0' });
  });

  it('is urgent by what it holds up, what it cannot take back and what is left of its time', verifies('KEL-ATTENTION-04'), () => {
    const at = (leftMs: number) => new Date(Date.parse(NOW) + leftMs).toISOString();
    const calm = { blocks_run: false, is_irreversible: false, goes_on_without: false, expires_at: null };
    expect([
      priorityOf(calm, NOW),
      priorityOf({ ...calm, expires_at: at(EXPIRES_SOON_MS + 1) }, NOW),
      priorityOf({ ...calm, expires_at: at(EXPIRES_SOON_MS) }, NOW),
      priorityOf({ ...calm, is_irreversible: true }, NOW),
      priorityOf({ ...calm, goes_on_without: true, expires_at: at(1) }, NOW),
      priorityOf({ ...calm, blocks_run: true, goes_on_without: true }, NOW),
    ]).toEqual(['medium', 'medium', 'high', 'high', 'low', 'blocking']);
  });
});

describe('what a surface that watches is told', () => {
  const entry = (type: string, payload: unknown) => ({ event: { type, payload } }) as unknown as LogEntry;
  const RUN = run(7);
  const { question } = approvalRecord(1);
  const evidence = { tool_id: 'shell', input: '{}', output_excerpt: '', outcome: 'completed', journal_ref: { kind: 'event', key: 'x' } };
  const outcome = { status: 'completed', shown: { text: '', total_chars: 0, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: 1, error: null };

  it('is each thing that concerns a person, and nothing else', verifies('KEL-ATTENTION-05'), () => {
    const told = [
      entry('approval.requested', { record: approvalRecord(1) }),
      entry('approval.resolved', { approval_id: approvalId(1), resolution: { by: 'expiry', approval_id: approvalId(1), reason: 'Nobody answered.' } }),
      entry('approval.resolved', { approval_id: approvalId(1), resolution: { by: 'withdrawal', approval_id: approvalId(1), reason: 'Left out.' } }),
      entry('hard_call.raised', { call: hardCall(3) }),
      entry('hard_call.lapsed', { hard_call_id: hardCallId(3), cause: 'timeout', outcome: 'abort', reason: 'Nobody answered.' }),
      entry('run.steering_taken', { run_id: RUN, call: 'turn-1', messages: [{ message_id: 'cmd_01JCQZ9Y5D0000000000000001', text: 'Be quick.', sent_by: 'ada' }] }),
      entry('run.tool_started', { run_id: RUN, call: 'c', decision: { ...question.decision, approval_id: null } }),
      entry('run.tool_ended', { run_id: RUN, call: 'c', action_hash: 'b'.repeat(64), evidence, outcome }),
      entry('run.tool_refused', { run_id: RUN, call: 'c', tool_id: 'shell', role_id: 'coder', stage: 'policy', arguments_hash: 'a'.repeat(64), error: { code: 'x.y', message: 'No.', next_step: 'Stop.', data: {} } }),
      entry('run.terminated', terminated(RUN).payload),
      entry('run.step_completed', {}),
      entry('run.terminated', null),
      entry('run.tool_started', { unreadable: true }),
    ].map(noticeOf);
    expect(told.flatMap((notice) => (notice === undefined ? [] : [AttentionNotice.parse(notice)]))).toEqual(told.slice(0, 10));
    expect(told.slice(0, 2).map((notice) => notice?.kind)).toEqual(['approval_pending', 'approval_settled']);
    expect(told.slice(1)).toEqual([
      { kind: 'approval_settled', approval_id: approvalId(1), run_id: null, answer: 'expired', by: 'expiry' },
      { kind: 'approval_settled', approval_id: approvalId(1), run_id: null, answer: 'withdrawn', by: 'withdrawal' },
      { kind: 'hard_call_pending', hard_call_id: hardCallId(3), run_id: RUN, prompt: 'Shall I go on?' },
      { kind: 'hard_call_settled', hard_call_id: hardCallId(3) },
      { kind: 'steering_taken', run_id: RUN, texts: ['Be quick.'] },
      { kind: 'tool_started', run_id: RUN, tool_id: 'shell', subject: 'rm -rf build (in /w)' },
      { kind: 'tool_ended', run_id: RUN, tool_id: 'shell', status: 'completed' },
      { kind: 'tool_refused', run_id: RUN, tool_id: 'shell', stage: 'policy', message: 'No.' },
      { kind: 'run_ended', run_id: RUN, reason: 'success' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is why a call failed, and a denial in words that are not for the model', verifies('KEL-SURF-03'), () => {
    const error = { code: 'path.missing', message: 'There is no a.txt.', next_step: 'Name another.', data: {} };
    const denied = { code: 'tool.approval_denied', message: 'User rejected tool execution: use the test database', next_step: 'Do not try again.', data: { tool_id: 'shell', reason: 'use the test database' } };
    const refused = { run_id: RUN, call: 'c', tool_id: 'shell', role_id: 'coder', stage: 'approval', arguments_hash: 'a'.repeat(64) };
    expect([
      noticeOf(entry('run.tool_ended', { run_id: RUN, call: 'c', action_hash: 'b'.repeat(64), evidence: { ...evidence, outcome: 'failed' }, outcome: { ...outcome, status: 'failed', error } })),
      noticeOf(entry('run.tool_refused', { ...refused, error: denied })),
      noticeOf(entry('run.tool_refused', { ...refused, error: { ...denied, data: {} } })),
    ]).toEqual([
      { kind: 'tool_ended', run_id: RUN, tool_id: 'shell', status: 'failed', why: 'There is no a.txt.' },
      { kind: 'tool_refused', run_id: RUN, tool_id: 'shell', stage: 'approval', message: 'use the test database' },
      { kind: 'tool_refused', run_id: RUN, tool_id: 'shell', stage: 'approval', message: 'User rejected tool execution: use the test database' },
    ]);
  });
});
