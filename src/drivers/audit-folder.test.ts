import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { auditFolderOnDisk } from './audit-folder.ts';

let base: string;
beforeEach(() => void (base = mkdtempSync(join(tmpdir(), 'keelson-audit-folder-'))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const nothing = async (): Promise<string> => 'done';

describe('the folder of an audit', () => {
  it('is its owner\'s alone, with everything in it', verifies('ART-P-09', 'KEL-AUDIT-20'), async () => {
    const folder = auditFolderOnDisk(join(base, 'audit', 'default'));
    await folder.exclusively(async () => {
      await folder.put('audit-000001.jsonl', 0, 'a\n');
      await folder.replace('audit-head.json', '{}', { durably: true });
      await folder.replace('reports/000001.json', '{}', { durably: true });
    });
    await folder.close();
    const modes = (path: string): string[] => readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => `${entry.name} ${(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8)}`).sort();
    expect(modes(join(base, 'audit'))).toEqual(['000001.json 600', 'audit-000001.jsonl 600', 'audit-head.json 600', 'default 700', 'lock 600', 'reports 700']);
  });

  it.each([0o720, 0o702, 0o777])('is refused when others may write there (%i)', verifies('KEL-AUDIT-20'), async (mode) => {
    const path = join(base, 'audit');
    mkdirSync(path);
    chmodSync(path, mode);
    expect(await refusalOf(auditFolderOnDisk(path).exclusively(nothing))).toMatchObject({ code: 'audit.folder_unsafe', message: `The audit cannot be kept in ${path}: others than its owner may write there (mode ${mode.toString(8)}).`, next_step: expect.stringContaining(`chmod 700 ${path}`) });
  });

  it('is refused when it is a link to somewhere else', verifies('KEL-AUDIT-20'), async () => {
    mkdirSync(join(base, 'elsewhere'), { mode: 0o700 });
    symlinkSync(join(base, 'elsewhere'), join(base, 'audit'));
    expect(await refusalOf(auditFolderOnDisk(join(base, 'audit')).exclusively(nothing))).toMatchObject({ code: 'audit.folder_unsafe', data: { detail: 'it is no folder' } });
  });

  it('is not made by looking', verifies('KEL-AUDIT-21'), async () => {
    const folder = auditFolderOnDisk(join(base, 'audit'));
    expect([await folder.exists(), await folder.list(), await folder.read('audit-head.json'), await folder.size('x')]).toEqual([false, [], undefined, 0]);
    expect(readdirSync(base)).toEqual([]);
  });

  it('puts text in the place of what stood behind it', async () => {
    const folder = auditFolderOnDisk(join(base, 'audit'));
    await folder.exclusively(async () => {
      await folder.put('a', 0, 'one\ntorn');
      await folder.put('a', 4, 'two\n');
    });
    expect([await folder.read('a'), await folder.read('a', 4), await folder.size('a')]).toEqual(['one\ntwo\n', 'two\n', 8]);
    await folder.close();
  });

  it('has one writer at a time, in one process and in several, and the lock of one that is killed is free', verifies('KEL-AUDIT-06'), async () => {
    const path = join(base, 'audit');
    const [mine, other] = [auditFolderOnDisk(path), auditFolderOnDisk(path)];
    expect(await mine.exclusively(() => other.exclusively(nothing))).toBeUndefined();
    expect(await mine.exclusively(() => mine.exclusively(nothing))).toBeUndefined();
    expect(await other.exclusively(nothing)).toBe('done');
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', `import { auditFolderOnDisk } from ${JSON.stringify(new URL('./audit-folder.ts', import.meta.url).href)}; await auditFolderOnDisk(${JSON.stringify(path)}).exclusively(() => new Promise(() => { console.log('held'); setInterval(() => {}, 1e6); }));`], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    expect(await mine.exclusively(nothing)).toBeUndefined();
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    expect(await mine.exclusively(nothing)).toBe('done');
    await mine.close();
    await other.close();
  });
});
