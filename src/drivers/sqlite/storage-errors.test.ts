import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sqliteFailure } from '../../../test/support/sqlite-ledger.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { closedStore, isLockContention, sqliteCode, storageError } from './storage-errors.ts';

const system = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code });

describe('a failure of the storage', () => {
  it.each([
    ['SQLITE_BUSY', sqliteFailure(5), 'ledger.busy'],
    ['SQLITE_BUSY_SNAPSHOT', sqliteFailure(517), 'ledger.busy'],
    ['SQLITE_LOCKED', sqliteFailure(6), 'ledger.busy'],
    ['SQLITE_CORRUPT', sqliteFailure(11), 'ledger.corrupt'],
    ['SQLITE_CORRUPT_INDEX', sqliteFailure(779), 'ledger.corrupt'],
    ['SQLITE_NOTADB', sqliteFailure(26), 'ledger.foreign_file'],
    ['SQLITE_FULL', sqliteFailure(13), 'ledger.disk_full'],
    ['SQLITE_READONLY', sqliteFailure(8), 'ledger.read_only'],
    ['SQLITE_CANTOPEN', sqliteFailure(14), 'ledger.read_only'],
    ['SQLITE_PERM', sqliteFailure(3), 'ledger.read_only'],
    ['SQLITE_IOERR_FSYNC', sqliteFailure(1034), 'ledger.storage_failed'],
    ['ENOSPC', system('ENOSPC'), 'ledger.disk_full'],
    ['EDQUOT', system('EDQUOT'), 'ledger.disk_full'],
    ['EROFS', system('EROFS'), 'ledger.read_only'],
    ['EACCES', system('EACCES'), 'ledger.read_only'],
    ['EPERM', system('EPERM'), 'ledger.read_only'],
    ['a number no row can hold', system('ERR_OUT_OF_RANGE'), 'ledger.corrupt'],
    ['anything else', new TypeError('odd'), 'ledger.storage_failed'],
    ['no error at all', 'odd', 'ledger.storage_failed'],
  ])('by %s has its own code and says what to do', verifies('KEL-SQLITE-08'), (_what, error, code) => {
    const found = storageError('/data/ledger.db', error);
    expect({ code: found.code, file: (found.data as { file: string }).file }).toEqual({ code, file: '/data/ledger.db' });
    expect(found.message).toContain('ledger.db');
    expect(found.nextStep).toMatch(/^[A-Z].*\.$/);
  });

  it('by a lock says how often it was tried', verifies('KEL-SQLITE-08'), () => {
    expect(storageError('/data/ledger.db', sqliteFailure(5)).data).toEqual({ file: '/data/ledger.db', attempts: 1 });
  });

  it('that is already in our words stays as it is', verifies('KEL-SQLITE-08'), () => {
    const error = closedStore('/data/ledger.db');
    expect(storageError('/other', error)).toBe(error);
    expect(error).toBeInstanceOf(KeelsonError);
  });

  it('is told apart from a lock that will go away', () => {
    expect([5, 261, 517, 6, 10, 13].map((code) => isLockContention(sqliteFailure(code)))).toEqual([true, true, true, true, false, false]);
    expect(sqliteCode(new Error('odd'))).toBeUndefined();
    expect(sqliteCode({ errcode: 5 })).toBeUndefined();
  });
});
