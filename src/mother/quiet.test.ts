import { describe, expect, it } from 'vitest';
import { lifecycleRig } from '../../test/support/lifecycle-rig.ts';
import { runStartedEvent } from '../../test/support/journal-fixture.ts';
import { runId, terminated } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { runStarted } from '../contracts/index.ts';
import { isWorkedOn, lastEndAt } from './quiet.ts';

describe('how quiet it is', () => {
  it('is told by the last end, and by whether somebody holds a run that has not ended', verifies('ART-V09-05', 'ART-R5-NOT-4', 'KEL-DREAM-04'), async () => {
    const { ledger, writer, ports } = await lifecycleRig();
    const quiet = { documents: ledger.documents, store: ledger.store };
    expect([await lastEndAt(quiet), await isWorkedOn(quiet)]).toEqual([null, false]);
    const [first, second] = [runId(71), runId(72)];
    const started = (id: typeof first) => ({ type: runStarted.type, streamId: id, payload: { ...runStartedEvent().payload, run_id: id } });
    await writer.append({ key: 'q1', events: [started(first)] });
    expect(await isWorkedOn(quiet)).toBe(false);
    await ports.leases.hold(`run:${first}`, 'somebody', {}, async () => expect(await isWorkedOn(quiet)).toBe(true));
    await writer.append({ key: 'q2', events: [terminated(first), started(second), terminated(second)] });
    const ended = [terminated(first), terminated(second)].map(({ payload }) => (payload as { termination: { timestamp: string } }).termination.timestamp).toSorted().at(-1);
    expect(await lastEndAt(quiet)).toBe(ended);
    const third = terminated(runId(73));
    const later = { ...third, payload: { termination: { ...(third.payload as { termination: object }).termination, timestamp: '2026-11-15T10:00:00.000Z' } } };
    await writer.append({ key: 'q3', events: [started(runId(73)), later] });
    expect(await lastEndAt(quiet)).toBe('2026-11-15T10:00:00.000Z');
    await ports.leases.hold(`run:${second}`, 'somebody', {}, async () => expect(await isWorkedOn(quiet)).toBe(false));
  });
});
