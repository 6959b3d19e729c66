import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { ExternalizationRecord, type ExternalizationSetting, type Governance, type StorageRef } from '../../contracts/index.ts';
import { canonicalHash, canonicalJson, createIds, KeelsonError, seededRandom } from '../../kernel/index.ts';
import { createBlobs, type RunJournal } from '../../ledger/index.ts';
import { costCapOf } from './cost-cap.ts';
import { externalize, type ConfirmationAnswer, type ConfirmationQuestion, type ExternalizePorts, type OutsideAction } from './externalize.ts';
import { policyFor } from './policies.ts';
import { workspaceIdOf } from './receipt.ts';

const PRIVILEGED: Governance = { tenant: 'default', data_class: 'privileged', taint_class: 'owner_typed', privileged: true };
const INTERNAL: Governance = { ...PRIVILEGED, data_class: 'internal', privileged: false };
const YES: ConfirmationAnswer = { answer: 'confirmed', ref: { kind: 'document', key: 'approval:apr_01JFGWZ0000000000000000001' } };
const REQUEST = { to: 'lawyer@example.com' };
const WORKSPACE = '/home/ann/lease';

interface Rig {
  readonly fixture: JournalFixture;
  readonly asked: ConfirmationQuestion[];
  readonly done: unknown[];
  readonly action: OutsideAction<string>;
  ports(journal: RunJournal, more?: Partial<ExternalizePorts>): ExternalizePorts;
  records(): Promise<ExternalizationRecord[]>;
}

async function rig(changes: Partial<OutsideAction<string>> = {}, answer: ConfirmationAnswer = YES, settings: () => readonly ExternalizationSetting[] = () => []): Promise<Rig> {
  const fixture = await journalFixture();
  const asked: ConfirmationQuestion[] = [];
  const done: unknown[] = [];
  const action: OutsideAction<string> = {
    kind: 'export_bundle',
    workspace: WORKSPACE,
    summary: 'Send the lease to the lawyer',
    governance: PRIVILEGED,
    content: 'The tenant is reached at ann@example.com.',
    request: REQUEST,
    sideEffect: 'destructive',
    result: z.string(),
    async perform(request) {
      done.push(request);
      return 'sent';
    },
    ...changes,
  };
  return {
    fixture,
    asked,
    done,
    action,
    ports: (journal, more = {}) => ({
      runId: JOURNAL_RUN,
      journal,
      key: 'export',
      settings: async () => settings(),
      confirm: async (question) => {
        asked.push(question);
        return answer;
      },
      log: fixture.writer,
      blobs: createBlobs(fixture.store),
      clock: fixture.clock,
      ids: createIds({ clock: fixture.clock, random: seededRandom(99) }),
      ...more,
    }),
    records: async () => (await fixture.log.readAll({ limit: 1_000 })).flatMap(({ event }) => (event.type === 'externalization.recorded' ? [ExternalizationRecord.parse(event.payload)] : [])),
  };
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => (error instanceof KeelsonError ? [error.code, error.data] : error),
  );
}

const told = ({ receipt }: ExternalizationRecord) => [receipt.status, receipt.irreversible_disclosure_possible];

describe('doing something outside', () => {
  it('asks with a preview, does it, and leaves a receipt in the append of its result', verifies('ELN-RULE-07', 'KEL-EXTERNAL-06', 'KEL-EXTERNAL-07'), async () => {
    const { fixture, asked, done, action, ports, records } = await rig();
    expect(await externalize(action, ports(await fixture.open()))).toBe('sent');
    const preview = 'The tenant is reached at [EMAIL_1].';
    expect(asked).toEqual([
      {
        idempotencyKey: expect.any(String),
        kind: 'export_bundle',
        policyId: 'external.export_bundle',
        summary: 'Send the lease to the lawyer',
        explanation: 'A person confirms each time that privileged material leaves by export_bundle.',
        warning: '',
        preview,
        actionHash: canonicalHash({ kind: 'export_bundle', request: REQUEST, content: action.content ?? null }),
      },
    ]);
    expect(done).toEqual([REQUEST]);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toEqual({
      receipt: {
        receipt_id: expect.stringMatching(/^rcp_/),
        externalization_kind: 'export_bundle',
        workspace_id: workspaceIdOf(WORKSPACE),
        source_record_refs: [],
        policy_ref: 'external.export_bundle',
        user_confirmation_ref: YES.ref,
        redaction_preview_ref: expect.objectContaining({ kind: 'blob' }),
        status: 'completed',
        irreversible_disclosure_possible: true,
        created_at: '2027-01-15T08:00:00.000Z',
        schema_version: '1.0',
      },
      policy: policyFor('export_bundle').policy,
      step: { run_id: JOURNAL_RUN, key: 'export', request_hash: canonicalHash(REQUEST) },
    });
    const stored = await createBlobs(fixture.store).read(record?.receipt.redaction_preview_ref as StorageRef);
    expect(Buffer.from(stored).toString()).toBe(preview);
    const appended = fixture.asked.find(({ events }) => events.some(({ type }) => type === 'externalization.recorded'));
    expect(appended?.events.map(({ type }) => type)).toEqual(['run.step_completed', 'externalization.recorded']);
  });

  it('lets nothing privileged out when nobody is there to confirm it', verifies('fixture.workspace_externalization_privileged_export', 'ELN-RULE-07', 'KEL-EXTERNAL-07'), async () => {
    const { fixture, done, action, ports, records } = await rig({}, { answer: 'nobody_there' });
    expect(await failure(externalize(action, ports(await fixture.open())))).toEqual(['externalization.blocked', { kind: 'export_bundle', policy_id: 'external.export_bundle', rule: 'externalization.not_confirmed' }]);
    expect([done, (await records()).map(told)]).toEqual([[], [['blocked_by_policy', false]]]);
  });

  it('leaves a receipt of what the policy blocks, and asks nobody', verifies('ELN-RULE-07', 'KEL-EXTERNAL-07'), async () => {
    const { fixture, asked, done, action, ports, records } = await rig({ kind: 'api_call' });
    expect(await failure(externalize(action, ports(await fixture.open())))).toEqual(['externalization.blocked', { kind: 'api_call', policy_id: 'external.api_call', rule: 'externalization.data_class' }]);
    expect([asked, done, (await records()).map(told)]).toEqual([[], [], [['blocked_by_policy', false]]]);
  });

  it('leaves a receipt of what the person refuses', verifies('ELN-RULE-07', 'KEL-EXTERNAL-07'), async () => {
    const { fixture, done, action, ports, records } = await rig({}, { answer: 'refused', reason: 'Not to him.' });
    const { writer } = fixture;
    expect(await failure(externalize(action, ports(await fixture.open())))).toEqual(['externalization.blocked', { kind: 'export_bundle', policy_id: 'external.export_bundle', rule: 'externalization.refused' }]);
    expect([done, (await records()).map(told)]).toEqual([[], [['cancelled', false]]]);
    // A resumed run meets the same answer; the first receipt stands.
    await failure(externalize(action, ports(await fixture.open(), { log: writer })));
    expect((await records()).length).toBe(1);
  });

  it('says that something may have got out when it fails', verifies('ELN-RULE-07', 'KEL-EXTERNAL-07'), async () => {
    const broken = new KeelsonError('tool.failed', { message: 'The line broke.', nextStep: 'Try later.', data: { tool_id: 'mail', detail: 'broke' } });
    const { fixture, action, ports, records } = await rig({ perform: () => Promise.reject(broken) });
    expect(await failure(externalize(action, ports(await fixture.open())))).toEqual(['tool.failed', { tool_id: 'mail', detail: 'broke' }]);
    expect((await records()).map(told)).toEqual([['failed', true]]);
  });

  it('says the same of what was stopped under way, and the opposite of what never began', verifies('ELN-RULE-07', 'KEL-EXTERNAL-07'), async () => {
    const stop = new AbortController();
    const under = await rig({
      perform: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          stop.abort(new KeelsonError('tool.stopped', { message: 'Stopped.', nextStep: 'Go on later.', data: { tool_id: 'mail', run_id: JOURNAL_RUN } }));
        }),
    });
    expect(await failure(externalize(under.action, under.ports(await under.fixture.open(), { signal: stop.signal })))).toEqual(['journal.cancelled', expect.objectContaining({ key: 'export' })]);
    expect((await under.records()).map(told)).toEqual([['cancelled', true]]);
    const before = await rig({ governance: INTERNAL }, YES, () => [{ kind: 'export_bundle', confirm: false }]);
    expect(await failure(externalize(before.action, before.ports(await before.fixture.open(), { signal: stop.signal })))).toEqual(['journal.cancelled', { key: 'export', may_have_happened: false }]);
    expect([before.done, (await before.records()).map(told)]).toEqual([[], [['cancelled', false]]]);
  });

  it('asks the policy again at the moment of use: a yes to an older one permits nothing', verifies('ELN-B-12', 'KEL-EXTERNAL-08'), async () => {
    let settings: readonly ExternalizationSetting[] = [];
    const { fixture, done, action, ports, records } = await rig({}, YES, () => settings);
    const confirm = async (): Promise<ConfirmationAnswer> => {
      settings = [{ kind: 'export_bundle', data_classes: ['public'] }];
      return YES;
    };
    expect(await failure(externalize(action, ports(await fixture.open(), { confirm })))).toEqual(['externalization.blocked', { kind: 'export_bundle', policy_id: 'external.export_bundle.configured', rule: 'externalization.data_class' }]);
    expect([done, (await records()).map(told)]).toEqual([[], [['blocked_by_policy', false]]]);
  });

  it('answers a resumed run from the record and does nothing twice', verifies('KEL-EXTERNAL-06'), async () => {
    const { fixture, asked, done, action, ports, records } = await rig();
    await externalize(action, ports(await fixture.open()));
    expect(await externalize(action, ports(await fixture.open()))).toBe('sent');
    expect([asked.length, done.length, (await records()).length]).toEqual([1, 1, 1]);
  });

  it('keeps the estimate of what it costs with the receipt, and stays below the limit', verifies('KEL-EXTERNAL-03', 'KEL-EXTERNAL-06'), async () => {
    const estimate = { ...costCapOf('api_call', 0.5), cost_vector_id: 'estimate-1' };
    const { content: _none, ...free } = (await rig()).action;
    const { fixture, ports, records } = await rig();
    const action: OutsideAction<string> = { ...free, kind: 'api_call', governance: INTERNAL, cost: estimate };
    expect(await externalize(action, ports(await fixture.open()))).toBe('sent');
    const [record] = await records();
    const stored = await createBlobs(fixture.store).read(record?.receipt.cost_vector_ref as StorageRef);
    expect([Buffer.from(stored).toString(), record?.receipt.redaction_preview_ref, record?.receipt.user_confirmation_ref]).toEqual([canonicalJson(estimate), undefined, undefined]);
    const dear = { ...action, cost: { ...estimate, components: { usd: { expected: 1.5, unit: 'usd' as const } } } };
    expect(await failure(externalize(dear, ports(await fixture.open(), { key: 'dear' })))).toEqual(['externalization.blocked', { kind: 'api_call', policy_id: 'external.api_call', rule: 'externalization.cost_above_cap' }]);
  });
});
