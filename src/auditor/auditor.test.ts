import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { auditRig, messages, UNTIL, type AuditRig, type Told } from '../../test/support/audit-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { AuditReport } from '../contracts/index.ts';

let rig: AuditRig;
afterEach(() => rig.remove());

const correction = (at: number): Told => ({ type: 'run.correction_ordered', actor: 'agent_validator', payload: { round: 1, signal: { subtask_id: `sub_${at}`, failure_class: 'logical' } } });
const started: Told = { type: 'run.started', payload: { task_id: 'task_1' } };

describe('a window', () => {
  it('outlives the process, and begins anew after each report', verifies('ART-R6-09'), async () => {
    rig = auditRig([started, correction(1)]);
    await rig.reopen().catchUp(UNTIL);
    rig.log.add(correction(2));
    rig.clock.advance(1_000);
    const first = await rig.reopen().report(UNTIL);
    expect(first.report).toMatchObject({ number: 1, events: 3, total_corrections: 2, tasks_observed: 1, window_start: '2026-11-16T09:01:00.000Z', window_end: '2026-11-16T09:01:01.000Z' });
    rig.log.add(correction(3));
    rig.clock.advance(1_000);
    expect((await rig.reopen().report(UNTIL)).report).toMatchObject({ number: 2, events: 1, total_corrections: 1, window_start: '2026-11-16T09:01:01.000Z' });
    expect((await rig.reopen().report(UNTIL)).report).toMatchObject({ number: 3, events: 0, total_corrections: 0, tasks_observed: 0, gap_trends: [] });
  });

  it.each(['', '{"schema_version":"0.9"}', 'not json'])('is folded again from the lines when its figures are %j', verifies('KEL-AUDIT-14'), async (left) => {
    rig = auditRig([started, correction(1)], { segmentLinesMax: 2 });
    const until = { ...UNTIL, deadlineMs: Infinity };
    await rig.reopen().report(until);
    rig.log.add(correction(2), correction(3), correction(4));
    await rig.reopen().catchUp(until);
    const file = join(rig.path, 'audit-stats.json');
    if (left === '') rmSync(file);
    else writeFileSync(file, left);
    expect((await rig.reopen().report(until)).report).toMatchObject({ number: 2, events: 3, total_corrections: 3 });
  });

  it('keeps in mind across windows and processes what a run had begun', verifies('KEL-AUDIT-14'), async () => {
    rig = auditRig([started, { type: 'run.llm_started', payload: { call: 'plan/1' } }]);
    await rig.reopen().report(UNTIL);
    rig.log.add({ type: 'run.llm_ended', payload: { call: 'plan/1', record: { attempts: [{}] } } }, { type: 'run.llm_ended', payload: { call: 'plan/2', record: { attempts: [{}] } } });
    expect((await rig.reopen().report(UNTIL)).report.boundary_violations).toEqual(['run.llm_ended in run_1 (entry 4) answers no start of a model call of the log']);
  });
});

describe('reports', () => {
  it('are kept as files, of the shape that is agreed, and found again by number', verifies('ART-R6-02', 'KEL-AUDIT-15'), async () => {
    rig = auditRig(messages(3));
    const auditor = rig.reopen();
    const { report } = await auditor.report(UNTIL);
    await auditor.report(UNTIL);
    expect(AuditReport.parse(JSON.parse(readFileSync(join(rig.path, 'reports/000001.json'), 'utf8')))).toEqual(report);
    expect(await auditor.reports({ limit: 1 })).toMatchObject({ total: 2, reports: [{ number: 2 }] });
    expect(await auditor.reports({ number: 1, limit: 1 })).toMatchObject({ total: 2, reports: [report] });
    expect(await auditor.reports({ number: 9, limit: 1 })).toMatchObject({ reports: [] });
  });

  it('come every five minutes, of every window once, whoever asks', verifies('ART-R6-08'), async () => {
    rig = auditRig(messages(3));
    const auditor = rig.reopen();
    expect(await auditor.reportIfDue(UNTIL)).toBeUndefined();
    rig.clock.advance(5 * 60 * 1_000 - 1);
    expect(await auditor.reportIfDue(UNTIL)).toBeUndefined();
    rig.clock.advance(1);
    expect(await auditor.reportIfDue(UNTIL)).toMatchObject({ trigger: 'periodic', number: 1, events: 3 });
    expect(await rig.reopen().reportIfDue(UNTIL)).toBeUndefined();
  });
});

describe('catching up', () => {
  it('is bounded, and says when it is not finished', verifies('ART-R6-10', 'KEL-AUDIT-16'), async () => {
    rig = auditRig(messages(1_300));
    const auditor = rig.reopen();
    const hurried = { signal: new AbortController().signal, deadlineMs: 0 };
    expect(await auditor.catchUp(hurried)).toMatchObject({ isCaughtUp: false, head: { position: 512 } });
    expect(await auditor.report(hurried)).toMatchObject({ isCaughtUp: false, report: { events: 1_300 } });
    expect(await auditor.catchUp(hurried)).toMatchObject({ isCaughtUp: true });
  });
});

describe('an audit that is begun again', () => {
  it('keeps the one before whole, follows on from its last hash, and reads the log from its beginning', verifies('KEL-AUDIT-17'), async () => {
    rig = auditRig(messages(3));
    const auditor = rig.reopen();
    const { head } = await auditor.catchUp(UNTIL);
    rig.log.rows.splice(1);
    rig.log.add(...messages(2, 7));
    expect(await auditor.catchUp(UNTIL)).toMatchObject({ faults: [{ code: 'audit.log_rewritten' }] });
    const kept = await auditor.beginAgain('a backup was restored', UNTIL);
    expect(await auditor.catchUp(UNTIL)).toMatchObject({ isCaughtUp: true, faults: [], head: { sequence: 6, position: 3, follows_on: { sequence: 3, hash: head.hash, set_aside: kept, reason: 'a backup was restored' } } });
    expect(await rig.reopen().verify({})).toMatchObject({ faults: [], lines: 3 });
    expect((await rig.reopen().report(UNTIL)).report).toMatchObject({ events: 3, number: 1 });
    expect(JSON.parse(readFileSync(join(rig.path, kept, 'audit-head.json'), 'utf8'))).toEqual(head);
  });
});
