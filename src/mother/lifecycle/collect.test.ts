import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DAY_MS, lifecycleRig, type LifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEFAULT_RETENTION, documentKey, type ArchivedArtifact, type ArtifactId, type ProtectionReason, type TerminationReason } from '../../contracts/index.ts';
import { listAttention } from '../../oversight/index.ts';
import { protect } from './artifact-life.ts';
import { collectGarbage } from './collect.ts';

/** What is stored ahead may be about to be referred to. */
const HOUR_MS = 60 * 60 * 1000;
const ALL_LEFT = { scanned_count: 1, scheduled_deletion: 0, archived: 0, protected: 0, announced: 0, errors: [] };
const report = (rig: LifecycleRig, changes: object) => ({ started_at: new Date(rig.time.now().wallMs).toISOString(), ...ALL_LEFT, ...changes });

async function protectAs(rig: LifecycleRig, id: ArtifactId, reason: ProtectionReason): Promise<void> {
  await rig.keeper.mark(id, { mark: 'protected', by: 'owner', why: 'it matters', key: `protect-${reason}-${id}`, change: (metadata) => protect(metadata, reason) });
}

describe('the collector', () => {
  it.each<[TerminationReason | undefined, number, readonly string[]]>([
    ['user_cancelled', 7, ['MH4-6-04']],
    ['timeout', 30, ['MH4-6-03']],
    ['blocked', 60, ['MH4-6-05']],
    [undefined, 90, ['MH4-6-01']],
    ['success', 180, ['MH4-6-02']],
  ])('keeps what a run left that ended as %s for %i days, and not a moment longer', verifies('MH4-6-01', 'MH4-6-02', 'MH4-6-03', 'MH4-6-04', 'MH4-6-05', 'MH4-6-13'), async (reason, days) => {
    const rig = await lifecycleRig({ policy: { ...DEFAULT_RETENTION, archive: { ...DEFAULT_RETENTION.archive, enabled: false } } });
    const { id, content } = await rig.made(reason);
    rig.pass(days);
    expect(await rig.collect()).toEqual(report(rig, {}));
    expect(await rig.content(id)).toBe(content);
    rig.time.pass(1);
    expect(await rig.collect()).toEqual(report(rig, { scheduled_deletion: 1 }));
    expect(await rig.content(id)).toBeUndefined();
    expect((await rig.metadata(id))?.deleted_at).toBe(new Date(rig.time.now().wallMs).toISOString());
  });

  it.each<ProtectionReason>(['approved', 'golden_task', 'user_starred', 'compliance'])('passes over what is protected as %s, whatever its age, and counts it', verifies('MH4-6-06', 'MH4-6-07', 'MH4-6-08', 'MH4-6-09', 'MH4-6-12'), async (reason) => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('user_cancelled');
    await protectAs(rig, id, reason);
    rig.pass(10_000);
    expect(await rig.collect()).toEqual(report(rig, { protected: 1 }));
    expect(await rig.content(id)).toBe(content);
    expect(await rig.metadata(id)).toMatchObject({ status: 'active', protected: true, protection_reason: reason });
  });

  it('removes content that was stored ahead of an event that never came, and nothing that is kept', verifies('KEL-LEDGER-07'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('success');
    const ref = await rig.ledger.blobs.put(Buffer.from('its process died before the event'));
    rig.time.pass(HOUR_MS - 1);
    expect(await rig.collect()).toEqual(report(rig, {}));
    rig.time.pass(1);
    expect(await rig.collect()).toEqual(report(rig, { contents_removed: 1 }));
    await expect(rig.ledger.blobs.read(ref)).rejects.toMatchObject({ code: 'blob.missing' });
    expect([await rig.content(id), await rig.faults()]).toEqual([content, []]);
  });

  it('compresses what succeeded after ninety days into the store, and removes the active copy', verifies('MH4-6-14', 'MH4-6-19', 'MH4-KEY-10'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('success', 'the same words again and again. '.repeat(200));
    const failed = await rig.made('timeout');
    const hash = String((await rig.ledger.documents.get(documentKey.artifact(id)))?.body['hash']);
    rig.time.pass(90 * DAY_MS - 1);
    expect(await rig.collect()).toMatchObject({ scanned_count: 2, archived: 0, scheduled_deletion: 1 });
    rig.time.pass(1);
    expect(await rig.collect()).toEqual(report(rig, { archived: 1 }));
    const archivedAt = new Date(rig.time.now().wallMs).toISOString();
    expect(await rig.metadata(id)).toMatchObject({ status: 'archived', archived_at: archivedAt });
    expect(await rig.content(id)).toBeUndefined();
    await expect(rig.ledger.blobs.read({ key: hash })).rejects.toMatchObject({ code: 'blob.missing' });
    const stored = (await rig.ledger.documents.get(`archive:artifact:${id}`))?.body as ArchivedArtifact;
    const packed = await rig.ledger.blobs.read(stored.archive.content ?? { key: '' });
    expect(JSON.parse(gunzipSync(packed).toString('utf8'))).toBe(content);
    expect(packed.byteLength).toBeLessThan(content.length / 10);
    expect(await rig.metadata(failed.id)).toMatchObject({ status: 'scheduled_deletion' });
    expect(await rig.faults()).toEqual([]);
  });

  it('brings back what was archived, byte for byte, and archives it again only when it is told to', verifies('KEL-LIFE-01'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('success');
    rig.pass(90);
    await rig.collect();
    const standing = await rig.keeper.standing(id);
    if (standing === undefined) throw new Error('it is there');
    await rig.keeper.restore(id, standing, 'it is needed');
    expect(await rig.content(id)).toBe(content);
    expect(await rig.ledger.documents.get(documentKey.archivedArtifact(id))).toBeUndefined();
    expect(await rig.metadata(id)).toEqual({ artifact_id: id, run_id: standing.metadata.run_id, created_at: standing.metadata.created_at, status: 'active', protected: false, user_starred: false });
    expect(await rig.faults()).toEqual([]);
  });

  it('deletes from the archive too, and leaves in the log what went, under which rule, and a chain that verifies', verifies('MH4-6-17'), async () => {
    const rig = await lifecycleRig();
    const { id, runId } = await rig.made('success');
    const hash = (await rig.ledger.documents.get(documentKey.artifact(id)))?.body['hash'];
    rig.pass(90);
    await rig.collect();
    rig.pass(91);
    expect(await rig.collect()).toEqual(report(rig, { scheduled_deletion: 1 }));
    expect(await rig.ledger.documents.get(documentKey.archivedArtifact(id))).toBeUndefined();
    expect((await rig.ledger.store.counts()).blobs).toBe(0);
    const at = new Date(rig.time.now().wallMs).toISOString();
    const deleted = (await rig.ledger.log.read({ aggregate: 'artifact', id })).at(-1)?.event;
    expect(deleted).toMatchObject({ type: 'artifact.deleted', actor: 'mother', payload: { artifact_type: 'ResearchNotes', hash, why: 'It was kept for 180 days, as is the rule for a run that ended as success.', metadata: { artifact_id: id, run_id: runId, status: 'scheduled_deletion', deleted_at: at } } });
    const erased = (await rig.ledger.log.readAll()).filter(({ event }) => event.type === 'ledger.payload_erased');
    expect(erased.map(({ event }) => (event.payload as { requested_by: string; reason: string }).reason)).toEqual(['It is 90 days old or more, as is the rule for a run that ended as success.', 'It was kept for 180 days, as is the rule for a run that ended as success.']);
    expect(await rig.faults()).toEqual([]);
  });

  it('tells the owner of a starred artifact whose star was taken away, and gives them seven days', verifies('MH4-6-18'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('user_cancelled');
    await rig.star(id);
    rig.pass(8);
    await rig.unstar(id);
    expect(await rig.collect()).toEqual(report(rig, { announced: 1 }));
    const deletesAt = new Date(rig.time.now().wallMs + 7 * DAY_MS).toISOString();
    expect(await rig.metadata(id)).toMatchObject({ status: 'scheduled_deletion', expires_at: deletesAt });
    const now = new Date(rig.time.now().wallMs).toISOString();
    expect(await listAttention(rig.ledger.documents, { now })).toMatchObject([{ item_id: id, attention_kind: 'artifact_deletion_announced', command_ref: `keelson artifact star ${id}`, expires_at: deletesAt, lifecycle_state: 'open' }]);
    rig.pass(7);
    expect(await rig.collect()).toEqual(report(rig, {}));
    expect(await rig.content(id)).toBe(content);
    rig.time.pass(1);
    expect(await rig.collect()).toEqual(report(rig, { scheduled_deletion: 1 }));
    expect(await rig.content(id)).toBeUndefined();
  });

  it('lets an announced deletion be objected to with a star', verifies('MH4-6-18'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('user_cancelled');
    await rig.star(id);
    await rig.unstar(id);
    rig.pass(8);
    await rig.collect();
    await rig.star(id);
    expect(await listAttention(rig.ledger.documents, { now: new Date(rig.time.now().wallMs).toISOString() })).toEqual([]);
    rig.pass(400);
    expect(await rig.collect()).toEqual(report(rig, { protected: 1 }));
    expect(await rig.content(id)).toBe(content);
  });

  it('notes an error on one artifact and goes on with the next', verifies('MH4-6-15'), async () => {
    const rig = await lifecycleRig();
    const first = await rig.made('success');
    const second = await rig.made('success');
    const broken = { ...rig.ledger.blobs, read: async (ref: { key: string }) => ((JSON.parse(Buffer.from(await rig.ledger.blobs.read(ref)).toString('utf8')) as string) === first.content ? Promise.reject(new Error('the disk does not answer')) : rig.ledger.blobs.read(ref)) };
    rig.pass(90);
    expect(await rig.collect({ ledger: { ...rig.ledger, blobs: broken } })).toEqual(report(rig, { scanned_count: 2, archived: 1, errors: [{ artifact_id: first.id, error: 'the disk does not answer' }] }));
    expect([(await rig.metadata(first.id))?.status, (await rig.metadata(second.id))?.status]).toEqual(['active', 'archived']);
  });

  it('stores its report under when it began', verifies('MH4-KEY-14', 'MH4-6-22'), async () => {
    const rig = await lifecycleRig();
    await rig.made('success');
    const came = await rig.collect();
    expect((await rig.ledger.documents.get(`gc_report:${came.started_at}`))?.body).toEqual(came);
  });

  it('does not overtake a star that comes while it decides', verifies('MH4-6-08', 'KEL-LIFE-02'), async () => {
    const rig = await lifecycleRig();
    const { id, content } = await rig.made('user_cancelled');
    rig.pass(8);
    let isFirst = true;
    const prepareErasure: typeof rig.ledger.prepareErasure = async (...given) => {
      if (isFirst) await rig.star(id);
      isFirst = false;
      return rig.ledger.prepareErasure(...given);
    };
    expect(await rig.collect({ ledger: { ...rig.ledger, prepareErasure } })).toEqual(report(rig, { protected: 1 }));
    expect(await rig.content(id)).toBe(content);
    expect(await rig.faults()).toEqual([]);
  });

  it('is one at a time', verifies('KEL-LIFE-03'), async () => {
    const rig = await lifecycleRig();
    await rig.ports.leases.hold('collector', 'another', {}, async () => {
      await expect(rig.collect()).rejects.toMatchObject({ code: 'lease.held' });
    });
  });

  it('stops where it is told to and says so; the next one does the rest', verifies('KEL-LIFE-04'), async () => {
    const rig = await lifecycleRig();
    for (let at = 0; at < 4; at += 1) await rig.made('user_cancelled');
    rig.pass(8);
    const stop = new AbortController();
    let done = 0;
    const prepareErasure: typeof rig.ledger.prepareErasure = (...given) => {
      if ((done += 1) === 2) stop.abort();
      return rig.ledger.prepareErasure(...given);
    };
    expect(await collectGarbage({ ...rig.ports, ledger: { ...rig.ledger, prepareErasure } }, stop.signal)).toEqual(report(rig, { scanned_count: 2, scheduled_deletion: 2, stopped: 'It was told to stop.' }));
    expect(await rig.collect()).toEqual(report(rig, { scanned_count: 2, scheduled_deletion: 2 }));
  });
});
