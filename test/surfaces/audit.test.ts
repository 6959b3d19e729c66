import { chmodSync, cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AuditAnswer, AuditVerified, type AttentionReport, type DoctorReport } from '../../src/contracts/index.ts';
import { auditFolderOf } from '../../src/main/audits.ts';
import { ledgerFileOf, tenantFolderOf } from '../../src/main/data-folder.ts';
import { message } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { damage, homes, keelson, record } from '../support/keelson-home.ts';

const { newHome, removeAll } = homes();
afterAll(removeAll);

describe('keelson audit', () => {
  it('says that there is nothing where nothing was recorded, and makes nothing', verifies('KEL-AUDIT-21'), async () => {
    const home = newHome();
    for (const line of ['audit', 'audit verify']) expect(await keelson(home, line)).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing has been recorded yet') });
    expect((await keelson(home, 'audit reports')).stdout).toContain('No report has been made yet');
    expect(existsSync(auditFolderOf(home, 'default'))).toBe(false);
  });

  it('reports, lists its reports, and shows one of them', verifies('ART-R6-08', 'ART-R6-10', 'KEL-AUDIT-15'), async () => {
    const home = newHome();
    await record(home, 'one', [message('s1', 'hello'), message('s1', 'again')]);
    const told = await keelson(home, 'audit');
    expect(told).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Report 1, on-demand: [^]*\n2 events, 0 tasks; [^]*Nothing that you should see to\.\n\nAudited up to event 2 of 2 since [^]*2 events had been recorded before\.\nMark 2:[0-9a-f]{64}\n$/) });
    await record(home, 'two', [message('s1', 'third')]);
    expect(AuditAnswer.parse(JSON.parse((await keelson(home, 'audit --json')).stdout))).toMatchObject({ state: 'done', is_caught_up: true, faults: [], report: { number: 2, events: 1 } });
    expect((await keelson(home, 'audit reports')).stdout).toMatch(/^ {3}2 [^\n]*1 event, [^\n]*\n {3}1 [^\n]*2 events, [^\n]*\n2 reports of 2;/);
    expect((await keelson(home, 'audit reports 1')).stdout).toContain('Report 1, on-demand');
    expect(await keelson(home, 'audit reports 7')).toMatchObject({ status: 1, stderr: expect.stringContaining('[audit.report_unknown]') });
    expect((statSync(auditFolderOf(home, 'default')).mode & 0o777).toString(8)).toBe('700');
  });

  it('finds a ledger that was put back to what it was before, and goes on only when a person says so', verifies('KEL-AUDIT-07', 'KEL-AUDIT-17', 'KEL-AUDIT-22'), async () => {
    const home = newHome();
    await record(home, 'one', [message('s1', 'first')]);
    const [tenant, older] = [tenantFolderOf(home, 'default'), join(home, 'older')];
    cpSync(tenant, older, { recursive: true });
    await record(home, 'two', [message('s1', 'second')]);
    await keelson(home, 'audit');
    rmSync(tenant, { recursive: true });
    cpSync(older, tenant, { recursive: true });
    expect(await keelson(home, 'audit verify')).toMatchObject({ status: 1, stdout: expect.stringContaining('audit.log_tail_cut at 2') });
    await record(home, 'other', [message('s1', 'another second'), message('s1', 'third')]);
    expect(AuditVerified.parse(JSON.parse((await keelson(home, 'audit verify --json')).stdout))).toMatchObject({ state: 'done', faults: [{ code: 'audit.log_rewritten', position: 2 }] });
    expect(await keelson(home, 'audit')).toMatchObject({ status: 1, stdout: expect.stringContaining('audit.log_rewritten at 2') });
    expect(await keelson(home, 'audit begin-again --reason restored')).toMatchObject({ status: 1, stderr: expect.stringContaining('Add --yes') });
    expect(await keelson(home, 'audit begin-again --reason restored --yes')).toMatchObject({ status: 0, stdout: expect.stringMatching(/kept in .*set-aside-/) });
    expect(await keelson(home, 'audit')).toMatchObject({ status: 0, stdout: expect.stringContaining('Audited up to event 3 of 3') });
    expect(await keelson(home, 'audit verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('Log, audit and reports agree.') });
  });

  it('is heard of without being asked, in the list of what waits and by the doctor, once', verifies('KEL-AUDIT-31'), async () => {
    const home = newHome();
    await record(home, 'one', [message('s1', 'first')]);
    await keelson(home, 'audit');
    expect((await keelson(home, 'attention')).stdout).not.toContain('audit');
    chmodSync(auditFolderOf(home, 'default'), 0o777);
    const items = (JSON.parse((await keelson(home, 'attention --json')).stdout) as AttentionReport).items;
    expect(items).toMatchObject([{ item_id: 'audit.not_written', attention_kind: 'audit_trouble', priority: 'high', command_ref: 'keelson audit', lifecycle_state: 'open' }]);
    expect((await keelson(home, 'attention')).stdout.split('What happens is not audited').length - 1).toBe(1);
    const { checks } = JSON.parse((await keelson(home, 'doctor --json')).stdout) as DoctorReport;
    expect(checks.find(({ id }) => id === 'audit')).toMatchObject({ status: 'absent', required: false, found: expect.stringContaining('others than its owner may write there') as string });
    chmodSync(auditFolderOf(home, 'default'), 0o700);
    expect((await keelson(home, 'attention')).stdout).not.toContain('not audited');
  });

  it('finds a row that changed on the disk, and holds the audit to a mark', verifies('KEL-AUDIT-22', 'KEL-AUDIT-23'), async () => {
    const home = newHome();
    await record(home, 'one', [message('s1', 'weigh anchor'), message('s1', 'set sail')]);
    await keelson(home, 'audit');
    expect(await keelson(home, `audit verify --expect 2:${'a'.repeat(64)}`)).toMatchObject({ status: 1, stdout: expect.stringContaining('audit.expected_differs at 2') });
    expect(await keelson(home, 'audit verify --expect nonsense')).toMatchObject({ status: 2 });
    damage(ledgerFileOf(home, 'default'), 'weigh anchor');
    expect(await keelson(home, 'audit verify')).toMatchObject({ status: 1, stdout: expect.stringContaining('audit.log_unreadable at 1') });
  });
});
