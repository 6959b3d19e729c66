import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { homes } from '../../test/support/keelson-home.ts';
import { borrowBackup, refuseTarget } from './backup-files.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

describe('the target of a backup', () => {
  it('is refused where it could be taken for part of a ledger', verifies('KEL-LEDGERCLI-24'), () => {
    const home = newHome();
    const elsewhere = newHome();
    mkdirSync(join(home, 'tenants', 'default'), { recursive: true });
    symlinkSync(join(home, 'tenants', 'default'), join(elsewhere, 'link'));
    const reasonOf = (target: string): string => {
      try {
        refuseTarget(target, home);
        return 'taken';
      } catch (error) {
        return (error as { data: { reason: string } }).data.reason;
      }
    };
    const targets = ['tenants/default/copy.db', 'tenants/new/copy.db', 'tenants/copy.db', 'copy.db', 'tenants2/copy.db', 'a-wal', 'a-shm', 'a-journal', 'a-wal.db'];
    expect(targets.map((target) => reasonOf(join(home, target)))).toEqual(['data_folder', 'data_folder', 'data_folder', 'taken', 'taken', 'sqlite_name', 'sqlite_name', 'sqlite_name', 'taken']);
    expect([reasonOf(join(elsewhere, 'link', 'copy.db')), reasonOf(join(elsewhere, 'copy.db'))]).toEqual(['data_folder', 'taken']);
  });
});

describe('a borrowed copy', () => {
  it('lies in a folder that only its owner can enter, under its own name, and goes without a trace', verifies('KEL-LEDGERCLI-24'), async () => {
    const tenant = newHome();
    const backup = join(newHome(), 'copy.db');
    writeFileSync(backup, 'pages', { mode: 0o644 });
    writeFileSync(`${backup}-wal`, 'more');
    const { file, remove } = await borrowBackup(backup, tenant);
    const modes = [dirname(file), file, `${file}-wal`].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect({ name: basename(file), inside: dirname(dirname(file)), modes, content: readFileSync(file, 'utf8') }).toEqual({ name: 'copy.db', inside: tenant, modes: ['700', '600', '600'], content: 'pages' });
    await remove();
    expect(readdirSync(tenant)).toEqual([]);
  });

  it('lies elsewhere when the tenant has no folder, which is not made for it', verifies('KEL-LEDGERCLI-24'), async () => {
    const tenant = join(newHome(), 'tenants', 'new');
    const backup = join(newHome(), `${'x'.repeat(240)}.db`);
    writeFileSync(backup, 'pages');
    const { file, remove } = await borrowBackup(backup, tenant);
    expect([basename(file), (statSync(dirname(file)).mode & 0o777).toString(8), existsSync(dirname(tenant))]).toEqual(['backup.db', '700', false]);
    await remove();
    expect(existsSync(dirname(file))).toBe(false);
  });
});
