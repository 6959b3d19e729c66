import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { dataFolderOf, folderUnusable, hasLedger, ledgerFileOf, tenantFolderOf } from './data-folder.ts';

describe('the data folder', () => {
  it('is what KEELSON_HOME says, else .keelson in the person’s own folder', verifies('KEL-LEDGERCLI-13'), () => {
    expect(dataFolderOf({ KEELSON_HOME: '/data/keelson' }, '/home/ada')).toBe('/data/keelson');
    expect(dataFolderOf({ KEELSON_HOME: 'here' }, '/home/ada')).toBe(resolve('here'));
    expect(dataFolderOf({}, '/home/ada')).toBe('/home/ada/.keelson');
    expect(dataFolderOf({ KEELSON_HOME: '' }, '/home/ada')).toBe('/home/ada/.keelson');
  });

  it('holds a folder for each tenant with its ledger', verifies('KEL-LEDGERCLI-13'), () => {
    expect(tenantFolderOf('/data', 'default')).toBe('/data/tenants/default');
    expect(ledgerFileOf('/data', 'acme')).toBe('/data/tenants/acme/ledger.db');
  });

  it('has a ledger as soon as a trace of one is there', verifies('KEL-LEDGERCLI-13'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-data-'));
    try {
      for (const [tenant, name] of [['a', 'ledger.db'], ['b', 'ledger.head'], ['c', 'notes.txt']] as const) {
        mkdirSync(tenantFolderOf(folder, tenant), { recursive: true });
        writeFileSync(join(tenantFolderOf(folder, tenant), name), '');
      }
      expect(['a', 'b', 'c', 'd'].map((tenant) => hasLedger(folder, tenant))).toEqual([true, true, false, false]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes only what is surely not there for absent', verifies('KEL-LEDGERCLI-26'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-data-'));
    try {
      const home = join(folder, 'home');
      writeFileSync(home, '');
      expect(() => hasLedger(home, 'a')).toThrow(expect.objectContaining({ code: 'ledger.folder_unusable', message: `${home} is not a folder, so there can be no ledger below it.` }) as Error);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['EACCES', '/d/x cannot be looked at: this user may not enter or change its folder.', /^Run Keelson as the user it belongs to/],
    ['EPERM', '/d/x cannot be looked at: this user may not enter or change its folder.', /^Run Keelson as the user it belongs to/],
    ['EROFS', '/d/x lies where nothing can be written.', /^Set KEELSON_HOME to a folder that can be written/],
    ['EIO', '/d/x cannot be looked at: EIO: bad.', /^Check the disk and KEELSON_HOME/],
  ])('says what to do about %s', verifies('KEL-LEDGERCLI-26'), (code, message, nextStep) => {
    const { code: given, message: told, nextStep: todo, data } = folderUnusable('/d/x', Object.assign(new Error(`${code}: bad`), { code }));
    expect({ given, told, data }).toEqual({ given: 'ledger.folder_unusable', told: message, data: { file: '/d/x', detail: `${code}: bad` } });
    expect(todo).toMatch(nextStep);
  });
});
