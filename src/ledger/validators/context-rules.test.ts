import { describe, expect, it } from 'vitest';
import { contextRig, PHASE_ITEM, TASK_ITEM, type ContextRig } from '../../../test/support/context-rig.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonObject } from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';

const CALL = 'execute/1/1/attempt-1';
const dispatched = (receiptId: string | null, call = CALL): NewEvent => ({ type: 'run.subtask_dispatched', streamId: JOURNAL_RUN, payload: { run_id: JOURNAL_RUN, round: 1, subtask_id: sample.subtaskId, role_id: 'coder', aci_version: 'aci:v1', attempt: 1, call, packet_receipt_id: receiptId } });

/** A packet as it was really composed, with some parts of it replaced. */
async function composedBut(rig: ContextRig, changes: Readonly<Record<string, JsonObject>>): Promise<NewEvent> {
  await rig.compose();
  const packet = (await rig.events()).find(({ type }) => type === 'run.context_composed');
  const payload = packet?.payload as Record<string, JsonObject>;
  return { type: 'run.context_composed', streamId: JOURNAL_RUN, payload: { ...payload, ...Object.fromEntries(Object.entries(changes).map(([part, changed]) => [part, { ...payload[part], ...changed }])) } };
}

async function findings(writing: Promise<unknown>): Promise<unknown> {
  return (await refusalOf(writing)).data['findings'];
}

async function refusedPacket(changes: Readonly<Record<string, JsonObject>>): Promise<unknown> {
  const rig = await contextRig();
  const event = await composedBut(rig, changes);
  return findings(rig.context.append({ key: 'changed', events: [event] }));
}

const no = (code: string, detail: string, type = 'run.context_composed') => [{ code: `validation.${code}`, type, detail }];
const OTHER = 'pkt_01JCQZ9Y5D0000000000000009';

describe('a packet is refused', () => {
  it('when it answers no request of its run', verifies('validation.context_packet_without_request', 'ELN-D-08'), async () => {
    expect(await refusedPacket({ receipt: { request_id: OTHER } })).toEqual([expect.objectContaining({ code: 'validation.context_packet_without_request', detail: expect.stringContaining(`the packet answers ${OTHER}, and what was asked for is pkt_`) })]);
    expect(await refusedPacket({ request: { run_id: sample.runId } })).toEqual(no('context_packet_without_request', `the packet was asked for by ${sample.runId}`));
  });

  it('when its tokens are counted otherwise, for another call, or are more than were asked for', verifies('validation.per_activation_context_budget_exceeded', 'ELN-RULE-71'), async () => {
    const code = 'per_activation_context_budget_exceeded';
    expect(await refusedPacket({ activation: { activation_id: 'elsewhere' } })).toEqual(no(code, `the budget is that of elsewhere, not of ${CALL}`));
    expect(await refusedPacket({ activation: { packet_token_count: 1, total_token_count: 1 } })).toEqual(no(code, 'the packet has 21 tokens and is counted as 1'));
    expect(await refusedPacket({ request: { requested_max_tokens: 20 } })).toEqual(no(code, 'the packet has 21 tokens where 20 were asked for'));
  });

  it('when something required is not in it whole', verifies('validation.required_packet_item_omitted_without_block_or_warning', 'MH4-3-10'), async () => {
    const code = 'required_packet_item_omitted_without_block_or_warning';
    const section = ({ section: name, ref: { kind, key } }: typeof TASK_ITEM, how: 'whole' | 'summarised'): JsonObject => ({ section: name, item_refs: [{ kind, key }], token_count: 1, how, summary_ref: null });
    const missing = `document ${TASK_ITEM.ref.key} is required and not in the packet whole`;
    expect(await refusedPacket({ receipt: { sections: [section(PHASE_ITEM, 'whole')] } })).toEqual(no(code, missing));
    expect(await refusedPacket({ receipt: { sections: [section(TASK_ITEM, 'summarised'), section(PHASE_ITEM, 'whole')] } })).toEqual(no(code, missing));
  });

  it('when it would end with something of which nobody hears', verifies('validation.context_packet_valid_after_invalidation_event'), async () => {
    expect(await refusedPacket({ receipt: { invalidated_by_event_kinds: ['run.plan_made', 'run.rained'] } })).toEqual(no('context_packet_valid_after_invalidation_event', 'the packet would end with run.rained, of which nobody hears'));
  });

  it('when anybody but the composer writes it', verifies('MH4-3-02', 'KEL-CTX-09'), async () => {
    const rig = await contextRig();
    const event = await composedBut(rig, {});
    expect(await findings(rig.writer.append({ key: 'mine', events: [event] }))).toEqual(no('lifecycle_transition_without_receipt', 'run.context_composed is written by context alone, not by mother'));
  });
});

describe('work is given out', () => {
  const unknown = (call: string) => no('context_packet_without_assembly_receipt', `no receipt tells what ${call} was told`, 'run.subtask_dispatched');

  it('only with a packet that has a receipt, and with its own', verifies('validation.context_packet_without_assembly_receipt', 'ELN-D-08'), async () => {
    const rig = await contextRig();
    const { receipt } = await rig.compose();
    expect(await findings(rig.writer.append({ key: '1', events: [dispatched(null)] }))).toEqual(unknown(CALL));
    expect(await findings(rig.writer.append({ key: '2', events: [dispatched('rcp_01JCQZ9Y5D0000000000000009')] }))).toEqual(unknown(CALL));
    expect(await findings(rig.writer.append({ key: '3', events: [dispatched(receipt.receipt_id, 'execute/1/2/attempt-1')] }))).toEqual(unknown('execute/1/2/attempt-1'));
    await rig.writer.append({ key: '4', events: [dispatched(receipt.receipt_id)] });
  });

  it('only while the packet holds: a new plan ends it', verifies('validation.context_packet_valid_after_invalidation_event', 'ELN-D-08'), async () => {
    const rig = await contextRig();
    const { receipt } = await rig.compose();
    const planner = rig.log.writerFor({ ...rig.writer.author, actor: 'planner' });
    const criterion = { criterion: 'It is counted', mode: 'verifiable', required: true };
    const plan = { task_id: sample.taskId, task_criteria: [criterion], subtasks: [{ subtask_id: sample.subtaskId, parent_task_id: sample.taskId, sequence: 1, role_id: 'coder', intent: 'Count', context: '', tools: [], success_criteria: [criterion] }] };
    await planner.append({ key: 'plan', events: [{ type: 'run.plan_made', streamId: JOURNAL_RUN, payload: { run_id: JOURNAL_RUN, round: 2, plan, why: 'Anew.', under: null, calibration: [] } }] });
    expect(await findings(rig.writer.append({ key: '1', events: [dispatched(receipt.receipt_id)] }))).toEqual(no('context_packet_valid_after_invalidation_event', `the packet of ${CALL} ended with run.plan_made`, 'run.subtask_dispatched'));
    const later = await rig.compose({ key: 'execute/2/1/attempt-1' });
    await rig.writer.append({ key: '2', events: [dispatched(later.receipt.receipt_id, 'execute/2/1/attempt-1')] });
    expect((await rig.documents.get(`context_packets:${JOURNAL_RUN}`))?.body).toEqual({
      [receipt.receipt_id]: { call: CALL, ends_with: ['run.plan_made', 'run.phase_exited'], ended_by: 'run.plan_made' },
      [later.receipt.receipt_id]: { call: 'execute/2/1/attempt-1', ends_with: ['run.plan_made', 'run.phase_exited'], ended_by: null },
    });
  });
});
