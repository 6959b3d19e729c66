import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { sampleKeyPem } from '../../test/support/approval-samples.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { createApprovalKey } from '../oversight/index.ts';
import { approvalKeyFile } from './approval-key-file.ts';

let folder = '';
const path = () => join(folder, 'approvals.pem');

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-key-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function place(content: string, mode = 0o600): Promise<void> {
  await writeFile(path(), content);
  await chmod(path(), mode);
}

describe('the file of the key', () => {
  it('is made when it is first needed, for the owner alone, and read from then on', verifies('KEL-APPROVAL-05'), async () => {
    folder = join(folder, 'data');
    const first = await approvalKeyFile(folder)();
    expect([(await stat(path())).mode & 0o777, await readdir(folder)]).toEqual([0o600, ['approvals.pem']]);
    expect([(await approvalKeyFile(folder)()).keyId, createApprovalKey(await readFile(path(), 'utf8')).keyId]).toEqual([first.keyId, first.keyId]);
  });

  it('is one, however many need it at once', verifies('KEL-APPROVAL-05'), async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => approvalKeyFile(folder)()));
    expect([new Set(keys.map(({ keyId }) => keyId)).size, await readdir(folder)]).toEqual([1, ['approvals.pem']]);
  });

  it('is read once, and again after it could not be', verifies('KEL-APPROVAL-05'), async () => {
    await place('nothing');
    const key = approvalKeyFile(folder);
    await expect(key()).rejects.toMatchObject({ code: 'approval.key_unusable' });
    await place(sampleKeyPem('this installation'));
    const { keyId } = await key();
    await rm(path());
    expect((await key()).keyId).toBe(keyId);
  });

  it.each([
    ['others may read it', () => place(sampleKeyPem('k'), 0o640), 'others than its owner may reach it (mode 640)'],
    ['others may write it', () => place(sampleKeyPem('k'), 0o602), 'others than its owner may reach it (mode 602)'],
    ['it holds no key', () => place('-----BEGIN PRIVATE KEY-----\nsecret words\n-----END PRIVATE KEY-----\n'), 'it does not hold a private Ed25519 key'],
    ['it is empty', () => place(''), 'it does not hold a private Ed25519 key'],
    ['it is far too large', () => place('x'.repeat(5_000)), 'it is not a file with a key'],
    ['it is a folder', () => mkdir(path(), { mode: 0o700 }), 'it is not a file with a key'],
    ['it leads elsewhere', () => symlink('/etc/hostname', path()), 'it is a link to somewhere else'],
  ])('is refused, and left alone, when %s', verifies('KEL-APPROVAL-05'), async (_name, prepare, detail) => {
    await prepare();
    expect(await refusalOf(approvalKeyFile(folder)())).toEqual({
      code: 'approval.key_unusable',
      message: `The key that signs approvals cannot be used: ${detail}.`,
      next_step: `If ${path()} is yours, make it readable to you alone (chmod 600); else move it away, and a new one is made. Approvals that were signed with the old one no longer count then.`,
      data: { path: path(), detail },
    });
    expect(await readdir(folder)).toEqual(['approvals.pem']);
  });

  it('is refused when its folder is none', verifies('KEL-APPROVAL-05'), async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await refusalOf(approvalKeyFile(join(folder, 'file'))())).toMatchObject({ code: 'approval.key_unusable', data: { detail: 'it cannot be read (ENOTDIR)' } });
  });
});
