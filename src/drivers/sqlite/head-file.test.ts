import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { headPathOf, isFurther, openHeadFile, readBestHead, type HeadFile, type HeadRecord } from './head-file.ts';

const folders = temporaryFolders();
const files: HeadFile[] = [];
afterEach(() => {
  for (const file of files.splice(0)) file.close();
  folders.removeAll();
});

const at = (position: number, touches = 0): HeadRecord => ({ position, touches, chainHash: String(position % 10).repeat(64) });

function open(path: string): HeadFile {
  const file = openHeadFile(path);
  files.push(file);
  return file;
}

describe('the head file', () => {
  it('lies beside the database under the same name', () => {
    expect(headPathOf('/data/ledger.db')).toBe('/data/ledger.head');
    expect(headPathOf('/data/ledger')).toBe('/data/ledger-head');
    expect(headPathOf('/data/ledger.db.old')).toBe('/data/ledger.db.old-head');
  });

  it('gives the furthest head that was written, also to others', verifies('KEL-SQLITE-03'), () => {
    const path = join(folders.make(), 'ledger.head');
    const head = open(path);
    expect(head.best()).toBeUndefined();
    for (let position = 0; position <= 700; position += 1) head.write(at(position));
    expect(head.best()).toEqual(at(700));
    expect(open(path).best()).toEqual(at(700));
  });

  it('never takes a slot back to an older head', verifies('KEL-SQLITE-03'), () => {
    const head = open(join(folders.make(), 'ledger.head'));
    head.write(at(300, 7));
    head.write(at(44, 9));
    head.write(at(300, 6));
    expect(head.best()).toEqual(at(300, 7));
    head.write(at(300, 8));
    expect(head.best()).toEqual(at(300, 8));
    head.write(at(556));
    expect(head.best()).toEqual(at(556));
  });

  it('passes over what is torn, short or changed', verifies('KEL-SQLITE-03'), () => {
    const path = join(folders.make(), 'ledger.head');
    const head = open(path);
    head.write(at(5));
    head.write(at(6));
    const bytes = readFileSync(path);
    bytes[6 * 128 + 6] = '9'.charCodeAt(0);
    writeFileSync(path, bytes);
    expect(head.best()).toEqual(at(5));
    truncateSync(path, 5 * 128 + 60);
    expect(head.best()).toBeUndefined();
    writeFileSync(path, 'x'.repeat(40_000));
    expect(head.best()).toBeUndefined();
  });

  it('can be read without being created', () => {
    const path = join(folders.make(), 'ledger.head');
    expect(readBestHead(path)).toBeUndefined();
    expect(() => readFileSync(path)).toThrow('ENOENT');
    open(path).write(at(3));
    expect(readBestHead(path)).toEqual(at(3));
  });

  it('forgets everything but the new head when it is replaced', () => {
    const head = open(join(folders.make(), 'ledger.head'));
    for (let position = 1; position <= 300; position += 1) head.write(at(position, 4));
    head.replace(at(2, 1));
    expect(head.best()).toEqual(at(2, 1));
  });

  it('remembers who has the ledger open until they leave', () => {
    const head = open(join(folders.make(), 'ledger.head'));
    const [mine, other] = [{ pid: 17, epoch: 'boot', token: 'a' }, { pid: 18, epoch: 'boot', token: 'b' }];
    head.enter(mine);
    head.enter(other);
    expect(head.openers()).toEqual([mine, other]);
    head.leave({ ...other, epoch: 'earlier boot' });
    head.leave({ ...other, token: 'c' });
    head.leave({ ...other, pid: 50 });
    head.leave(mine);
    expect(head.openers()).toEqual([other]);
    expect(head.best()).toBeUndefined();
  });

  it('gives every store of one process a place of its own, as long as there are places', () => {
    const head = open(join(folders.make(), 'ledger.head'));
    const all = Array.from({ length: 33 }, (_, number) => ({ pid: 31, epoch: 'boot', token: `t${number}` }));
    for (const opener of all) head.enter(opener);
    const tokens = (): string[] => head.openers().map(({ token }) => token).sort();
    expect(tokens()).toEqual(all.slice(1).map(({ token }) => token).sort());
    head.leave({ pid: 31, epoch: 'boot', token: 't5' });
    expect(tokens()).not.toContain('t5');
    expect(head.openers()).toHaveLength(31);
  });

  it('has all its places from the beginning, and gets back those that were cut off', () => {
    const path = join(folders.make(), 'ledger.head');
    open(path);
    const { size, mode } = statSync(path);
    expect([size, mode & 0o777]).toEqual([288 * 128, 0o600]);
    open(path).write(at(1));
    truncateSync(path, 300);
    expect(open(path).best()).toEqual(at(1));
    expect(statSync(path).size).toBe(288 * 128);
  });

  it('counts a later position first, and commits without events among equals', verifies('KEL-SQLITE-03'), () => {
    expect(isFurther(at(0), undefined)).toBe(true);
    expect(isFurther(at(2, 0), at(1, 9))).toBe(true);
    expect(isFurther(at(1, 9), at(2, 0))).toBe(false);
    expect(isFurther(at(2, 1), at(2, 0))).toBe(true);
    expect(isFurther(at(2, 1), at(2, 1))).toBe(false);
  });
});
