import { afterEach, describe, expect, it } from 'vitest';
import { auditRig, dyingAt, messages, noPause, type AuditRig } from '../../test/support/audit-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import type { KeelsonError } from '../kernel/index.ts';
import type { Auditor } from './auditor.ts';
import { followLog } from './follow.ts';

let rig: AuditRig;
afterEach(() => rig.remove());

/** A follower whose pauses end when the test says so. */
function following(auditor: Auditor, onTrouble: (error: KeelsonError) => void = () => {}) {
  const waiting = new Set<() => void>();
  let commit = (): void => {};
  const pause = (_ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
      if (signal.aborted) go();
    });
  const follower = followLog({
    auditor,
    clock: rig.clock,
    pause,
    onCommit: (listener) => {
      commit = listener;
      return () => {};
    },
    onTrouble,
  });
  const isPausing = async (): Promise<void> => {
    while (waiting.size === 0) await noPause();
  };
  return {
    commit: () => commit(),
    /** Lets it go on, and waits until it pauses again. */
    async goOn() {
      await isPausing();
      for (const go of waiting) go();
      await isPausing();
    },
    end: () => follower.end(),
  };
}

describe('following', () => {
  it('writes down what is recorded while it runs, and the rest when it ends', verifies('ART-R6-01', 'KEL-AUDIT-18'), async () => {
    rig = auditRig(messages(2));
    const auditor = rig.reopen();
    const follower = following(auditor);
    await follower.goOn();
    expect(await auditor.standing()).toMatchObject({ position: 2 });
    rig.log.add(...messages(3, 3));
    follower.commit();
    await follower.goOn();
    await follower.goOn();
    expect(await auditor.standing()).toMatchObject({ position: 5 });
    rig.log.add(...messages(1, 6));
    await follower.end();
    expect(await auditor.standing()).toMatchObject({ position: 6 });
  });

  it('makes the reports that fall due', verifies('ART-R6-08'), async () => {
    rig = auditRig(messages(2));
    const auditor = rig.reopen();
    const follower = following(auditor);
    await follower.goOn();
    for (let round = 0; round < 3; round += 1) {
      rig.clock.advance(5 * 60 * 1_000);
      follower.commit();
      await follower.goOn();
      await follower.goOn();
    }
    await follower.end();
    expect((await auditor.reports({ limit: 10 })).reports.every(({ trigger }) => trigger === 'periodic')).toBe(true);
    expect((await auditor.reports({ limit: 10 })).total).toBeGreaterThanOrEqual(3);
  });

  it('tells of trouble once, throws nothing at anybody, and goes on when it can', verifies('KEL-AUDIT-19'), async () => {
    rig = auditRig(messages(2));
    const told: string[] = [];
    const follower = following(rig.reopen(dyingAt(1)), ({ code }) => void told.push(code));
    await follower.goOn();
    follower.commit();
    await follower.goOn();
    await follower.end();
    expect(told).toEqual(['audit.folder_unusable']);
    expect(await rig.reopen().standing()).toMatchObject({ position: 2 });
  });

  it('tells when the log is not what was audited', verifies('KEL-AUDIT-19'), async () => {
    rig = auditRig(messages(4));
    const told: string[] = [];
    await rig.reopen().catchUp({ signal: new AbortController().signal, deadlineMs: 1 });
    rig.log.rows.splice(2);
    const follower = following(rig.reopen(), ({ message }) => void told.push(message));
    await follower.end();
    expect(told).toEqual([expect.stringContaining('audit.log_tail_cut at entry 4')]);
  });
});
