import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import type { ExternalizationSetting, ToolCallDecision, ToolCallOutcome } from '../../contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../../kernel/index.ts';
import { provenanceOfRun, type CallInRun } from '../taint/provenance.ts';
import { withWaysOut } from './ways-out.ts';

const clock = fixedClock(1_800_000_000_000);
const HASH = 'a'.repeat(64);

function watched(settings: readonly ExternalizationSetting[] = []) {
  const known = provenanceOfRun(
    { runId: JOURNAL_RUN, distrust: {}, programsReachOut: false, privateValues: [] },
    { documents: { get: async () => undefined }, blobs: { async *stream() {} }, contentHash: async () => undefined },
  );
  known.ownerSaid('Read https://example.com/page for me.');
  return withWaysOut(known, { governance: { tenant: 'default', data_class: 'internal', privileged: false }, settings, ids: createIds({ clock, random: seededRandom(1) }), clock });
}

const fetches: CallInRun = {
  runId: JOURNAL_RUN,
  call: 'execute/1/tool',
  tool: { definition: { tool_id: 'http_fetch' }, touches: ['network'], taint: 'external_untrusted' },
  arguments: { url: 'https://example.com/page' },
  typedBy: 'model',
  intentions: [{ kind: 'url', url: 'https://example.com/page', method: 'GET' }],
  place: { workspace: '/w' },
};
const reads: CallInRun = { ...fetches, tool: { definition: { tool_id: 'read_file' }, touches: ['workspace_read'], taint: 'user_trusted_bounded' }, arguments: { path: 'a.txt' }, intentions: [{ kind: 'path', op: 'read', path: 'a.txt' }] };
const outcome: ToolCallOutcome = { status: 'completed', output: null, shown: { text: 'A page.', total_chars: 7, whole: null }, changes: [], is_undoable: true, taint_class: 'external_untrusted', sandbox: null, attempts: 1, duration_ms: 1, error: null };
const decision: ToolCallDecision = { tool_id: 'http_fetch', role_id: 'research', arguments: fetches.arguments, workspace: '/w', definition_hash: HASH, action_hash: HASH, intentions: [], approval_id: null };

describe('a call that reaches outside', () => {
  it('leaves a receipt beside its result, with the step that holds what was asked', verifies('KEL-EXTERNAL-20'), () => {
    const [event, ...more] = watched().eventsFor(fetches, outcome, decision);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'externalization.recorded', payload: { receipt: { externalization_kind: 'external_source_query', status: 'completed' }, step: { run_id: JOURNAL_RUN, key: 'execute/1/tool/call' } } });
  });

  it('is held to what a person set for its way out', verifies('KEL-EXTERNAL-20'), async () => {
    expect((await watched().judge(fetches)).judged).toEqual([]);
    const asks = (await watched([{ kind: 'external_source_query', confirm: true }]).judge(fetches)).judged;
    expect(asks.map(({ kind, subject, verdict }) => [kind, subject, verdict.decision])).toEqual([['remote', 'external_source_query', 'gate']]);
    const never = (await watched([{ kind: 'external_source_query', data_classes: ['public'] }]).judge(fetches)).judged;
    expect(never.map(({ verdict }) => verdict.decision)).toEqual(['block']);
  });

  it('is judged by the class of all that was read before it', verifies('KEL-EXTERNAL-20'), async () => {
    const port = watched([{ kind: 'external_source_query', taint_classes: ['owner_typed'] }]);
    expect((await port.judge(fetches)).judged).toEqual([]);
    await port.observe(fetches, outcome);
    expect((await port.judge(fetches)).judged.map(({ kind, verdict }) => [kind, verdict.decision])).toContainEqual(['remote', 'block']);
  });

  it('is none when it stays inside', () => {
    expect(watched([{ kind: 'external_source_query', confirm: true }]).eventsFor(reads, outcome, decision)).toEqual([]);
  });
});
