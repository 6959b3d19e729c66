import { describe, expect, it } from 'vitest';
import { memoryRig } from '../../test/support/memory-rig.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { memoryMegramsForgotten, memoryMegramWritten, type MegramId } from '../contracts/index.ts';
import { createConsolidationMemory, forgetMegrams, type NewRule } from './consolidation.ts';
import { createCorrectionMemory } from './correction.ts';
import { memoryStreamOf } from './place.ts';
import { readPlace, readSpace } from './reader.ts';

const PLACE = { matter: null, space: 'tool:shell', entity: 'path:a.txt' } as const;
const stream = { aggregate: 'memory', id: memoryStreamOf(PLACE) } as const;
const RULE: NewRule = { ...PLACE, key: 'rule', content: 'Leave a.txt alone.', f: 0.9, sigma: -1, taintClass: 'owner_typed', origin: { of: ['meg_00000000000000000000000000' as MegramId], count: 6, attention: 5.1, decision: -5.1 } };

describe('the Dreamer’s memory', () => {
  it('is given to the Dreamer alone, and a law is written by nobody', verifies('ART-R5-12', 'ART-R5-04', 'ART-PH2-01', 'KEL-MEM-06'), async () => {
    const rig = await memoryRig();
    for (const actor of ['solver', 'planner', 'owner', 'mother']) {
      expect(await refusalOf((async () => createConsolidationMemory({ writer: rig.writerOf(actor), ledger: rig.ledger, clock: rig.clock, ids: rig.ids }))())).toMatchObject({ code: 'memory.author_refused', data: { actor, allowed: 'dreamer' } });
    }
    await rig.dreamer().consolidate(RULE);
    const [entry] = await rig.ledger.log.read(stream);
    const payload = memoryMegramWritten.payload.parse(entry?.event.payload);
    expect(memoryMegramWritten.payload.safeParse({ ...payload, megram: { ...payload.megram, level: 'T' } }).success).toBe(false);
    expect(memoryMegramWritten.payload.safeParse({ ...payload, megram: { ...payload.megram, k: 0.05 } }).success).toBe(false);
  });

  it('writes a rule once for one key', async () => {
    const rig = await memoryRig();
    const first = await rig.dreamer().consolidate(RULE);
    expect(await rig.dreamer().consolidate(RULE)).toBe(first);
    expect(await rig.ledger.log.read(stream)).toHaveLength(1);
  });

  it('takes a rule’s timelessness away, from the day that it was made', verifies('ART-INV-19', 'KEL-MEM-09'), async () => {
    const rig = await memoryRig();
    const megramId = await rig.dreamer().consolidate(RULE);
    rig.clock.advance(20 * 86_400_000);
    await rig.dreamer().demote({ key: 'demoted', place: PLACE, megramId, potentials: { attention: 1, decision: 0.1 }, reason: 'What happened since speaks against it.' });
    const place = await readPlace(rig.ledger.documents, PLACE);
    expect([place?.sops, place?.latest.map(({ megram }) => [megram.level, megram.k])]).toEqual([[], [['K', 0.05]]]);
    expect((await rig.reader().queryMK(PLACE.space, PLACE.entity)).attention).toBeCloseTo(0.9 * Math.exp(-1), 12);
  });

  it('erases what is forgotten from the log and every document, and says that it was there', verifies('ART-R5-08', 'KEL-MEM-10'), async () => {
    const rig = await memoryRig();
    await rig.learn('change_approach', PLACE.space, PLACE.entity, { content: 'It holds the names of Ada and Bo.' });
    await rig.learn('abandon', PLACE.space, PLACE.entity, { content: 'It stays.' });
    const [first] = await rig.ledger.log.read(stream);
    const { megram } = memoryMegramWritten.payload.parse(first?.event.payload);
    await forgetMegrams({ key: 'gone', place: PLACE, megrams: [{ megramId: megram.megram_id, sequence: 1 }], attention: 0.05, reason: 'It names persons.' }, 'asked', rig.writerOf('owner'), rig.ledger);
    const entries = await rig.ledger.log.readAll({ limit: 500 });
    expect(JSON.stringify([entries, await rig.ledger.documents.list('memory_')])).not.toContain('Ada');
    expect(entries.filter(({ event }) => event.type === memoryMegramsForgotten.type).map(({ event }) => event.payload)).toEqual([{ megram_ids: [megram.megram_id], because: 'asked', by: 'owner', reason: 'It names persons.', attention: 0.05, forgotten: 1, is_partial: true }]);
    const place = await readPlace(rig.ledger.documents, PLACE);
    const [row] = (await readSpace(rig.ledger.documents, null, PLACE.space))?.places ?? [];
    expect([place?.written, place?.latest.map((one) => one.megram.content), row?.live]).toEqual([1, ['It stays.'], place?.live]);
  });
});

describe('a correction', () => {
  it('outweighs what is remembered by another Megram, and changes none that is there', verifies('ART-R5-09', 'ART-R5-10', 'KEL-MEM-11'), async () => {
    const rig = await memoryRig();
    await rig.learn('change_approach', PLACE.space, PLACE.entity);
    const before = await rig.ledger.log.read(stream);
    await createCorrectionMemory({ writer: rig.writerOf('owner'), clock: rig.clock, ids: rig.ids }).correct({ key: 'c1', ...PLACE, side: 'for', reason: 'The file was locked; it is not any more.', decision: -0.85 });
    const after = await rig.ledger.log.read(stream);
    expect(after.slice(0, 1)).toEqual(before);
    expect(memoryMegramWritten.payload.parse(after[1]?.event.payload)).toMatchObject({ megram: { sigma: 1, f: 0.95, state: 'correction', content: 'The file was locked; it is not any more.' }, origin: { from: 'correction', by: 'owner', about: null } });
    // One alone would leave it in doubt, and the person would be asked about what they have just said.
    expect([after.length, (await rig.reader().queryMK(PLACE.space, PLACE.entity)).action]).toEqual([3, 'exploit']);
  });

  it('against a rule that holds is the negative feedback on it', verifies('ART-R5-09', 'ART-R5-10'), async () => {
    const rig = await memoryRig();
    const about = await rig.dreamer().consolidate({ ...RULE, sigma: 1, content: 'Use a.txt.' });
    await createCorrectionMemory({ writer: rig.writerOf('owner'), clock: rig.clock, ids: rig.ids }).correct({ key: 'c1', ...PLACE, side: 'against', reason: 'It is out of date.', about, decision: 0.9 });
    const [found] = await rig.reader().recall([{ space: PLACE.space, entity: PLACE.entity }]);
    expect([found?.action, found?.potentials.decision]).toEqual(['avoid', -1.9]);
  });

  it('is a person’s: no role can pass for one', verifies('ART-R5-12', 'KEL-MEM-06'), async () => {
    const rig = await memoryRig();
    for (const actor of ['solver', 'dreamer', 'planner', 'mother', 'executor']) {
      expect(await refusalOf((async () => createCorrectionMemory({ writer: rig.writerOf(actor), clock: rig.clock, ids: rig.ids }))())).toMatchObject({ code: 'memory.author_refused', data: { actor } });
    }
  });
});
