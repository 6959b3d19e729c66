import { accessSync, constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { threadId } from 'node:worker_threads';
import { type Footing, type Held, identityOf, kindOf } from './footing.ts';
import { inNewDirectories } from './make-directories.ts';
import { pathChanged, pathExists, systemCode, wrongKind } from './path-errors.ts';
import { TEMPORARY_NAMES_MAX } from './path-limits.ts';
import { contentBefore, openHeldFile } from './read-held-file.ts';
import type { Landing } from './resolve-path.ts';
import { type OpenWorkspace, type Visit, visitPath } from './visit-path.ts';
import { statusIn } from './walk-directories.ts';
import type { WrittenFile } from './workspace-files.ts';

export interface WriteOptions {
  readonly mode?: number;
  readonly exactMode?: number;
  readonly mustBeNew?: boolean;
}

const NEW_FILE_MODE = 0o644;
/** Bits that make a program run as somebody else are never given, nor kept. */
const PERMISSION_BITS = 0o777;

let temporaryNames = 0;

interface Temporary {
  readonly handle: FileHandle;
  readonly path: string;
}

/** What permissions the file gets: exactly these, or those of a new file, from which the system takes the umask away. */
interface WantedMode {
  readonly mode: number;
  readonly isExact: boolean;
}

/** A new file in a held directory that nobody else has a name for yet. */
async function openTemporary(footing: Footing, directory: Held, { mode, isExact }: WantedMode): Promise<Temporary> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  for (let tries = 1; ; tries += 1) {
    temporaryNames += 1;
    const path = footing.entryPath(directory, `.keelson-${process.pid}-${threadId}-${temporaryNames}.tmp`);
    try {
      return { handle: await open(path, flags, isExact ? 0o600 : mode & PERMISSION_BITS), path };
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || tries === TEMPORARY_NAMES_MAX) throw error;
    }
  }
}

async function fill(temporary: Temporary, bytes: Uint8Array, { mode, isExact }: WantedMode, before: Held | undefined): Promise<void> {
  const { handle } = temporary;
  await handle.writeFile(bytes);
  if (before) await keepOwner(handle, Number(before.stats.uid), Number(before.stats.gid));
  if (isExact) await handle.chmod(mode & PERMISSION_BITS);
  // Otherwise a power cut could leave the new name with nothing behind it.
  await handle.sync();
}

async function keepOwner(handle: FileHandle, uid: number, gid: number): Promise<void> {
  const now = await handle.stat();
  if (now.uid === uid && now.gid === gid) return;
  try {
    await handle.chown(uid, gid);
  } catch (error) {
    // Only an administrator can give a file away; anybody else keeps what they wrote.
    if (systemCode(error) !== 'EPERM') throw error;
  }
}

/** Gives the finished file its name: in the place of exactly what was judged, or of nothing. */
function takeName(footing: Footing, directory: Held, name: string, temporary: string, landing: Landing): void {
  const path = footing.entryPath(directory, name);
  if (landing.target === undefined) {
    // Unlike a rename, a second name fails when somebody has put something there in the meantime.
    linkSync(temporary, path);
    unlinkSync(temporary);
    return;
  }
  const there = statusIn(footing, directory, name);
  if (there === undefined || identityOf(there) !== landing.target.identity) throw pathChanged(landing.asked);
  renameSync(temporary, path);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

async function replaceIn(footing: Footing, trail: readonly Held[], directory: Held, name: string, landing: Landing, bytes: Uint8Array, mode: WantedMode): Promise<void> {
  footing.confirm(trail);
  const temporary = await openTemporary(footing, directory, mode);
  try {
    // Only an empty file has been made so far; not a byte goes into it if the directory is not the one that was judged.
    footing.confirm(trail);
    if (identityOf(await temporary.handle.stat({ bigint: true })) !== identityOf(lstatSync(temporary.path, { bigint: true }))) throw pathChanged(landing.asked);
    await fill(temporary, bytes, mode, landing.target);
    footing.confirm(trail);
    takeName(footing, directory, name, temporary.path, landing);
  } catch (error) {
    removeIfThere(temporary.path);
    throw systemCode(error) === 'EEXIST' ? pathChanged(landing.asked) : error;
  } finally {
    await temporary.handle.close();
  }
}

/** Hands over what is there now; gives what kind of change it is going to be. */
async function announce(workspace: OpenWorkspace, { landing, below }: Visit): Promise<'created' | 'modified'> {
  const { target } = landing;
  const kind = target === undefined ? 'created' : 'modified';
  if (workspace.hooks.beforeChange) {
    const before = target === undefined ? null : await contentBefore(workspace.footing, landing);
    const mode = target === undefined ? null : Number(target.stats.mode) & 0o7777;
    await workspace.hooks.beforeChange({ path: below, kind, before, mode });
  }
  return kind;
}

function demandFile({ target, mustBeDirectory, asked }: Landing): void {
  if (target && !target.stats.isFile()) throw wrongKind(asked, 'file', kindOf(target.stats));
  if (mustBeDirectory) throw wrongKind(asked, 'file', 'directory');
}

async function writeVisited(workspace: OpenWorkspace, visit: Visit, bytes: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
  const { landing, below } = visit;
  demandFile(landing);
  if (options.mustBeNew && landing.target) throw pathExists(landing.asked);
  // A new file takes the name of the old one, so the system would not ask whether the old one may be written.
  if (landing.target) accessSync(workspace.footing.pathOf(landing.target), constants.W_OK);
  const kind = await announce(workspace, visit);
  const name = landing.target?.name ?? landing.missing.at(-1) ?? '';
  const exactMode = options.exactMode ?? (landing.target && Number(landing.target.stats.mode));
  const mode = exactMode === undefined ? { mode: options.mode ?? NEW_FILE_MODE, isExact: false } : { mode: exactMode, isExact: true };
  await inNewDirectories(workspace.footing, landing, landing.missing.slice(0, -1), (trail, directory) =>
    replaceIn(workspace.footing, trail, directory, name, landing, bytes, mode),
  );
  return { path: below, kind, totalBytes: bytes.length };
}

export function writeFileAt(workspace: OpenWorkspace, path: string, bytes: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
  return visitPath(workspace, 'write', path, (visit) => writeVisited(workspace, visit, bytes, options));
}

export function appendFileAt(workspace: OpenWorkspace, path: string, bytes: Uint8Array): Promise<WrittenFile> {
  return visitPath(workspace, 'write', path, async (visit) => {
    if (visit.landing.target === undefined) return writeVisited(workspace, visit, bytes, {});
    demandFile(visit.landing);
    const kind = await announce(workspace, visit);
    const handle = await openHeldFile(workspace.footing, visit.landing, constants.O_WRONLY | constants.O_APPEND);
    try {
      await handle.writeFile(bytes);
      // The system leaves these bits to an administrator's writes.
      const { mode } = await handle.stat();
      if ((mode & 0o7000) !== 0) await handle.chmod(mode & PERMISSION_BITS);
      return { path: visit.below, kind, totalBytes: (await handle.stat()).size };
    } finally {
      await handle.close();
    }
  });
}
