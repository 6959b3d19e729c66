import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { DoctorReport } from '../contracts/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { DOCTOR_TEXTS, PROBE_IDS } from './doctor-texts.ts';
import { doctorBinding, type HostProbe } from './doctor.ts';

const never = (): AbortSignal => new AbortController().signal;

async function report(probes: HostProbe[], deadline = never): Promise<DoctorReport> {
  const dispatcher = createDispatcher([doctorBinding({ version: '9.9.9', probes, deadline })]);
  const context = { idempotencyKey: undefined, signal: never() };
  return (await dispatcher.dispatch('query', 'system.doctor', {}, context)) as DoctorReport;
}

describe('the doctor', () => {
  it('says of each finding what it means and how to get what is missing', verifies('KEL-DOCTOR-01'), async () => {
    const { version, checks, usable } = await report([
      { id: 'node', run: async () => ({ status: 'ok', found: 'Node 24' }) },
      { id: 'redis', run: async () => ({ status: 'absent', found: 'nothing' }) },
    ]);
    expect({ version, usable }).toEqual({ version: '9.9.9', usable: true });
    expect(checks).toEqual([
      { id: 'node', title: 'Node.js', status: 'ok', required: true, found: 'Node 24', means: DOCTOR_TEXTS.node.means.ok, how_to_get: '' },
      {
        id: 'redis',
        title: 'Redis',
        status: 'absent',
        required: false,
        found: 'nothing',
        means: DOCTOR_TEXTS.redis.means.absent,
        how_to_get: DOCTOR_TEXTS.redis.howToGet,
      },
    ]);
  });

  it('calls a machine unusable only when something required is missing', verifies('KEL-DOCTOR-01'), async () => {
    const usable = async (id: HostProbe['id'], status: 'ok' | 'limited' | 'absent' | 'unknown'): Promise<boolean> =>
      (await report([{ id, run: async () => ({ status, found: '' }) }])).usable;
    expect(await usable('sqlite', 'absent')).toBe(false);
    expect(await usable('sqlite', 'unknown')).toBe(false);
    expect(await usable('sqlite', 'limited')).toBe(true);
    expect(await usable('redis', 'absent')).toBe(true);
  });

  it('reports a probe that fails or hangs as unknown, and the others all the same', verifies('KEL-DOCTOR-02'), async () => {
    const { checks } = await report(
      [
        { id: 'redis', run: () => Promise.reject(new TypeError('no')) },
        { id: 'postgres', run: () => new Promise(() => {}) },
        { id: 'node', run: async () => ({ status: 'ok', found: 'Node 24' }) },
      ],
      () => AbortSignal.timeout(20),
    );
    expect(checks.map(({ id, status, found }) => ({ id, status, found }))).toEqual([
      { id: 'redis', status: 'unknown', found: 'the check failed: TypeError: no' },
      { id: 'postgres', status: 'unknown', found: 'the check did not finish in time' },
      { id: 'node', status: 'ok', found: 'Node 24' },
    ]);
  });

  it('has words for every probe in every state', verifies('KEL-DOCTOR-01'), () => {
    for (const id of PROBE_IDS) {
      const { means, howToGet } = DOCTOR_TEXTS[id];
      for (const text of [...Object.values(means), howToGet]) expect(text, id).toMatch(/\S.*\.$/);
    }
  });
});
