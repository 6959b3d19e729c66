import { describe, expect, it } from 'vitest';
import { artifactIdOf, sideNamed } from '../../../test/support/conflict-samples.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { artifactRegistered, runConflictResolved } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createBlobs, createDocuments } from '../../ledger/index.ts';
import { recordConflict } from './record-conflict.ts';
import type { Settlement } from './resolve-conflict.ts';

const coder = sideNamed('coder', { roleId: 'coder', confidence: 0.9, evidenceCount: 3, artifactIds: [artifactIdOf(1)] });
const critic = sideNamed('critic', { roleId: 'critic', stands: 'against', subtaskId: null });
const settled: Settlement = { decision: 'accepted', strategy: 'prefer_higher_evidence', rationale: 'coder shows more', winner: coder, sides: [coder, critic], tried: [{ strategy: 'prefer_higher_evidence', came_to: 'coder shows more' }] };

async function fixture() {
  const { store, log, writer, open } = await journalFixture();
  const first = await open();
  const record = (key: string, settlement: Settlement = settled, journal = first) => recordConflict({ runId: JOURNAL_RUN, key, journal, conflict: { type: 'test_vs_review', sides: [coder, critic] }, detectedAtMs: Date.parse('2027-01-15T07:59:59.000Z'), settlement }, { writer, ledger: { log, blobs: createBlobs(store) } });
  return { record, log, open, documents: createDocuments(store, BUILTIN_SETUP.projections) };
}

describe('a conflict', () => {
  it('is kept under its own id, in the run, and as an artifact', verifies('MH4-2-11', 'MH4-KEY-07', 'KEL-CONF-11'), async () => {
    const { record, log, documents } = await fixture();
    const resolution = await record('review/1/conflict-1');
    expect(resolution).toEqual({
      conflict_id: resolution.conflict_id,
      run_id: JOURNAL_RUN,
      conflict_type: 'test_vs_review',
      agents_involved: ['coder', 'critic'],
      their_outputs: [
        { agent_id: 'coder', confidence: 0.9, evidence_count: 3, artifact_ids: [artifactIdOf(1)] },
        { agent_id: 'critic', confidence: 0.5, evidence_count: 1, artifact_ids: [] },
      ],
      strategy_applied: 'prefer_higher_evidence',
      winner_agent: 'coder',
      rationale: 'coder shows more',
      resolution_successful: true,
      final_decision: 'accepted',
      detected_at: '2027-01-15T07:59:59.000Z',
      resolved_at: '2027-01-15T08:00:00.000Z',
      resolution_duration_ms: 1000,
    });
    expect((await documents.get(`conflict:${resolution.conflict_id}`))?.body).toEqual(resolution);
    const events = (await log.readAll()).map(({ event }) => event);
    expect(events.find(({ type }) => type === runConflictResolved.type)?.payload).toEqual({ run_id: JOURNAL_RUN, resolution, tried: settled.tried });
    expect(events.find(({ type }) => type === artifactRegistered.type)?.payload).toMatchObject({ artifact: { type: 'ConflictResolution', produced_by: 'mother', phase: 'review' } });
  });

  it('that nothing settled is kept as well', verifies('MH4-2-11', 'KEL-CONF-11'), async () => {
    const { record, documents } = await fixture();
    const { winner: _winner, ...open } = settled;
    const resolution = await record('review/1/conflict-1', { ...open, decision: 'blocked' });
    expect(resolution).toMatchObject({ resolution_successful: false, final_decision: 'blocked' });
    expect(resolution.winner_agent).toBeUndefined();
    expect((await documents.get(`conflict:${resolution.conflict_id}`))?.body).toEqual(resolution);
  });

  it('overwrites no other, and is written once when the run is gone on with', verifies('MH4-2-12', 'KEL-CONF-11'), async () => {
    const { record, log, open, documents } = await fixture();
    const first = await record('review/1/conflict-1');
    const second = await record('review/1/conflict-2');
    expect(await record('review/1/conflict-1', settled, await open())).toEqual(first);
    expect(second.conflict_id).not.toBe(first.conflict_id);
    expect([(await documents.get(`conflict:${first.conflict_id}`))?.body, (await documents.get(`conflict:${second.conflict_id}`))?.body]).toEqual([first, second]);
    expect((await log.readAll()).filter(({ event }) => event.type === runConflictResolved.type)).toHaveLength(2);
  });
});
