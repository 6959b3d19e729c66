import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { message, runId, terminated } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { damage, homes, keelson, launched, LAUNCHER, record } from '../../test/support/keelson-home.ts';
import { ledgerFileOf } from './data-folder.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

describe('keelson ledger on disk', () => {
  it('finds nothing in an empty home and leaves it empty', verifies('KEL-LEDGERCLI-16'), async () => {
    const home = newHome();
    for (const command of ['stats', 'events']) {
      expect(await keelson(home, `ledger ${command}`)).toEqual({
        status: 0,
        stdout: `Nothing has been recorded yet for tenant default in ${ledgerFileOf(home, 'default')}.\n`,
        stderr: '',
      });
    }
    expect(await keelson(home, `ledger backup ${join(home, 'copy.db')}`)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('[ledger.absent]') as unknown });
    expect(launched(home, 'ledger verify')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('[ledger.absent]') as unknown });
    expect(readdirSync(home)).toEqual([]);
  });

  it('shows and verifies what was recorded', verifies('KEL-LEDGERCLI-16'), async () => {
    const home = newHome();
    await record(home, 'k1', [message('s1', 'write to ada@example.com'), terminated(runId(1))]);
    const events = await keelson(home, 'ledger events --payload --limit 1');
    expect({ ...events, stdout: events.stdout.slice(events.stdout.indexOf('session')) }).toEqual({
      status: 0,
      stdout: 'session/s1#1  session.message_recorded  mother\n    {"role":"person","session_id":"s1","text":"write to [EMAIL_1]"}\n',
      stderr: '',
    });
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Tenant default: 2 entries, 5 documents and 0 blobs checked\.\nHead 2, [0-9a-f]{64}\nNo fault was found\.\n$/) as unknown, stderr: '' });
    const stats = launched(home, 'ledger stats --json');
    expect({ status: stats.status, stderr: stats.stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stats.stdout)).toMatchObject({ head: { position: 2 }, streams: 2, documents: 5, clock: null });
  });

  it('brings a damaged ledger back from a backup', verifies('KEL-LEDGERCLI-16'), async () => {
    const home = newHome();
    const file = ledgerFileOf(home, 'default');
    const copy = join(home, 'copy.db');
    await record(home, 'k1', [message('s1', 'remember this sentence'), terminated(runId(1))]);
    expect(await keelson(home, `ledger backup ${copy}`)).toMatchObject({ status: 0, stderr: '' });
    const bytes = readFileSync(copy);
    await record(home, 'k2', [message('s1', 'and this one')]);

    damage(file, 'remember this sentence');
    const broken = await keelson(home, 'ledger verify');
    expect(broken.status).toBe(1);
    expect(`${broken.stdout}${broken.stderr}`).toContain('damaged');

    const restored = await keelson(home, `ledger restore ${copy} --yes --json`);
    expect(restored.status).toBe(0);
    const { kept_aside, head } = JSON.parse(restored.stdout) as { kept_aside: string; head: { position: number } };
    expect(head.position).toBe(2);
    expect(readFileSync(kept_aside).includes('and this one')).toBe(true);
    await record(home, 'k3', [message('s1', 'life goes on')]);
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0, stdout: expect.stringMatching(/3 entries, 5 documents [^]*No fault was found\./) as unknown });

    expect(readFileSync(copy).equals(bytes)).toBe(true);
    expect(readdirSync(home).sort()).toEqual(['copy.db', 'tenants']);
  });

  it('refuses a backup that is damaged or is none, and touches nothing', verifies('KEL-LEDGERCLI-16'), async () => {
    const home = newHome();
    const file = ledgerFileOf(home, 'default');
    const copy = join(home, 'copy.db');
    await record(home, 'k1', [message('s1', 'remember this sentence')]);
    expect((await keelson(home, `ledger backup ${copy}`)).status).toBe(0);
    expect(await keelson(home, `ledger backup ${copy}`)).toMatchObject({ status: 1, stderr: expect.stringContaining('[ledger.target_exists]') as unknown });
    damage(copy, 'remember this sentence');
    const before = readFileSync(file);
    expect(await keelson(home, `ledger restore ${copy} --yes`)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/\[ledger\.backup_unsound\]\n$/) as unknown });
    expect(await keelson(home, `ledger restore ${join(home, 'none.db')} --yes`)).toMatchObject({ status: 1, stderr: expect.stringContaining('[ledger.backup_missing]') as unknown });
    expect(await keelson(home, `ledger restore ${home} --yes`)).toMatchObject({ status: 1, stderr: expect.stringContaining('[ledger.backup_missing]') as unknown });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(home, 'tenants', 'default')).filter((name) => name.includes('before-restore'))).toEqual([]);
  });

  it('follows what another process records, until Ctrl-C', verifies('KEL-LEDGERCLI-16'), async () => {
    const home = newHome();
    await record(home, 'k1', [message('s1', 'one')]);
    const child = spawn(process.execPath, [LAUNCHER, 'ledger', 'events', '--follow', '--raw'], { env: { ...process.env, KEELSON_HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    const shows = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (chunk: Buffer): void => {
          stdout += chunk.toString();
          if (!stdout.includes(text)) return;
          child.stdout.off('data', look);
          resolve();
        };
        child.stdout.on('data', look);
      });
    await shows('"text":"one"');
    const second = shows('"text":"two"');
    await record(home, 'k2', [message('s1', 'two')]);
    await second;
    child.kill('SIGINT');
    const status = await new Promise((resolve) => void child.on('exit', resolve));
    expect(status).toBe(130);
  });
});
