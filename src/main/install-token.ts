import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const TOKEN_BYTES = 32;
/** Nobody but its owner reads it. */
const OWNER_ONLY = 0o600;

/** The token of this installation, made once. Of two that make it at the same time, the one that was first holds. */
export async function installToken(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: OWNER_ONLY }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
