import { chmodSync, existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { auditRig, messages, UNTIL, type AuditRig, type Told } from '../../test/support/audit-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { AuditTrouble } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { REPORT_INTERVAL_MS } from './limits.ts';

let rig: AuditRig;
afterEach(() => rig.remove());

/** An answer to a call that nobody made in the log. */
const stray = (call: string): Told => ({ type: 'run.llm_ended', payload: { call, record: { attempts: [{}] } } });
const troubles = async () => (await rig.reopen().troubles(UNTIL)).map((one) => AuditTrouble.parse(one));

describe('what a person hears of the audit without asking', () => {
  it('is nothing where nothing was audited, and where nothing is wrong', verifies('KEL-AUDIT-30'), async () => {
    rig = auditRig(messages(3));
    expect(await troubles()).toEqual([]);
    expect(existsSync(rig.path)).toBe(false);
    await rig.reopen().report(UNTIL);
    expect(await troubles()).toEqual([]);
  });

  it('is that a law or a boundary was broken, once however often, until a report was asked for', verifies('KEL-AUDIT-30'), async () => {
    rig = auditRig([{ type: 'run.started', payload: { task_id: 'task_1' } }]);
    await rig.reopen().report(UNTIL);
    rig.clock.advance(1_000);
    rig.log.add(stray('plan/1'));
    expect(await troubles()).toEqual([{ kind: 'law_broken', count: 1, since: '2026-11-16T09:01:00.000Z', summary: 'The auditor has seen one thing that breaks a law or a boundary since you last asked it.', command: 'keelson audit' }]);
    rig.clock.advance(REPORT_INTERVAL_MS);
    expect(await rig.reopen().reportIfDue(UNTIL)).toMatchObject({ number: 2, trigger: 'periodic' });
    rig.log.add(stray('plan/2'), stray('plan/3'));
    expect(await troubles()).toMatchObject([{ kind: 'law_broken', count: 3, since: '2026-11-16T09:01:00.000Z' }]);
    const asked = await rig.reopen().report(UNTIL);
    expect([asked.unseen, asked.report.boundary_violations.length]).toEqual([[2], 2]);
    expect(await troubles()).toEqual([]);
    expect((await rig.reopen().report(UNTIL)).unseen).toEqual([]);
  });

  it('is not that a solver goes round in circles, which breaks no law and stands in the report', verifies('KEL-AUDIT-30'), async () => {
    const order = (round: number): Told[] => [
      { type: 'run.replan_requested', actor: 'meta_validator', payload: { round } },
      { type: 'run.directive_issued', actor: 'solver', payload: { round, directive: { directive: 'break_symmetry', loss: { D: 1 }, grad_q: 0 } } },
    ];
    rig = auditRig([{ type: 'run.started', payload: { task_id: 'task_1' } }]);
    await rig.reopen().report(UNTIL);
    rig.log.add(...order(1), ...order(2));
    expect(await troubles()).toEqual([]);
    expect((await rig.reopen().report(UNTIL)).report.anomalies).toEqual([expect.stringContaining('ggs_thrashing: 2 orders')]);
  });

  it('is that the log is not what was audited', verifies('KEL-AUDIT-30'), async () => {
    rig = auditRig(messages(3));
    await rig.reopen().report(UNTIL);
    rig.log.rows.pop();
    const told = await troubles();
    expect(told).toEqual([{ kind: 'log_differs', count: 1, since: told[0]?.since, summary: 'The log is not what was audited: something in it was changed, cut off or put back.', command: 'keelson audit verify' }]);
    // What is noted of it in the window is the same thing, and is told once.
    expect((await troubles()).map(({ kind }) => kind)).toEqual(['log_differs']);
  });

  it('is that nothing can be written down, with what to do about it; a disk that is full is one of the reasons', verifies('KEL-AUDIT-30'), async () => {
    rig = auditRig(messages(3));
    await rig.reopen().report(UNTIL);
    rig.log.add(...messages(1, 4));
    const full = rig.reopen((disk) => ({ ...disk, put: () => Promise.reject(new KeelsonError('audit.folder_unusable', { message: 'The disk is full.', nextStep: 'Make room.', data: { folder: disk.path, detail: 'ENOSPC' } })) }));
    expect(await full.troubles(UNTIL)).toMatchObject([{ kind: 'not_written', count: 1, summary: 'What happens is not audited: The disk is full. Make room.', command: 'keelson audit' }]);
    chmodSync(rig.path, 0o777);
    expect(await troubles()).toMatchObject([{ kind: 'not_written', summary: expect.stringMatching(/others than its owner may write there.*chmod 700/) as string }]);
    chmodSync(rig.path, 0o700);
    expect(await troubles()).toEqual([]);
  });

  it('is nothing while another process audits', verifies('KEL-AUDIT-30'), async () => {
    rig = auditRig(messages(3));
    await rig.reopen().report(UNTIL);
    const busy = rig.reopen((disk) => ({ ...disk, exclusively: async () => undefined }));
    expect(await busy.troubles({ ...UNTIL, deadlineMs: 0 })).toEqual([]);
  });
});
