import { constants } from 'node:fs';
import { link, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KeelsonError } from '../kernel/index.ts';
import type { ApprovalKey } from '../oversight/index.ts';

/** Loaded when a key is first needed: most commands need none. */
const keys = () => import('../oversight/index.ts');

const FILE_NAME = 'approvals.pem';
/** Read and written by the owner alone. */
const OWNER_ONLY = 0o600;
const OTHERS_BITS = 0o077;
/** A key takes about 120 bytes; a file of another size is something else. */
const FILE_BYTES_MAX = 4_096;

/**
 * The key with which approvals are signed, in a folder that only the person can reach. It is made when it is first
 * needed, whole or not at all: of two processes that need it at once one makes it, and both use that one.
 */
export function approvalKeyFile(folder: string): () => Promise<ApprovalKey> {
  const path = join(folder, FILE_NAME);
  let known: ApprovalKey | undefined;
  return async () => (known ??= await readOrMake(path, folder));
}

async function readOrMake(path: string, folder: string): Promise<ApprovalKey> {
  const pem = await readKey(path);
  if (pem !== undefined) return keyIn(pem, path);
  await makeKey(path, folder).catch((error: unknown) => Promise.reject(unusable(path, `it cannot be made (${codeOf(error)})`)));
  const made = await readKey(path);
  if (made === undefined) throw unusable(path, 'it was removed while it was being made');
  return keyIn(made, path);
}

/** Written aside and then linked, which fails when the name is taken: nobody ever sees half of a key. */
async function makeKey(path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = await mkdtemp(join(folder, '.approvals-'));
  try {
    const fresh = join(aside, FILE_NAME);
    const file = await open(fresh, 'wx', OWNER_ONLY);
    try {
      await file.writeFile((await keys()).newApprovalKeyPem());
      await file.sync();
    } finally {
      await file.close();
    }
    await link(fresh, path).catch((error: unknown) => (codeOf(error) === 'EEXIST' ? undefined : Promise.reject(error)));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Undefined when it is not there. What is checked is the very file that is read. */
async function readKey(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(path, codeOf(error) === 'ELOOP' ? 'it is a link to somewhere else' : `it cannot be read (${codeOf(error)})`);
  });
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > FILE_BYTES_MAX) throw unusable(path, 'it is not a file with a key');
    if ((stats.mode & OTHERS_BITS) !== 0) throw unusable(path, `others than its owner may reach it (mode ${(stats.mode & 0o777).toString(8)})`);
    if (stats.uid !== (process.getuid?.() ?? stats.uid)) throw unusable(path, 'it belongs to somebody else');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Why it is no key is not passed on: such an error may quote what the file holds. */
async function keyIn(pem: string, path: string): Promise<ApprovalKey> {
  const { createApprovalKey } = await keys();
  try {
    return createApprovalKey(pem);
  } catch {
    throw unusable(path, 'it does not hold a private Ed25519 key');
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? 'unknown');
}

function unusable(path: string, detail: string): KeelsonError<'approval.key_unusable'> {
  return new KeelsonError('approval.key_unusable', {
    message: `The key that signs approvals cannot be used: ${detail}.`,
    nextStep: `If ${path} is yours, make it readable to you alone (chmod 600); else move it away, and a new one is made. Approvals that were signed with the old one no longer count then.`,
    data: { path, detail },
  });
}
