import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { KeelsonError } from '../../src/kernel/index.ts';
import type { DirectoryEntry, EntryKind, WalkedEntry, WorkspaceFiles } from '../../src/tools/paths/workspace-files.ts';

/** Files of a folder without any judgement of paths, for tests of what tools make of them. */
export function plainWorkspaceFiles(root: string): WorkspaceFiles {
  const at = (path: string): string => resolve(root, path);
  const below = (path: string): string => relative(root, at(path)) || '.';
  const entriesOf = async (path: string): Promise<DirectoryEntry[]> => {
    const names = (await readdir(at(path)).catch(rethrow(path))).toSorted();
    return Promise.all(
      names.map(async (name) => {
        const status = await lstat(join(at(path), name));
        return { name, kind: kindOf(status), sizeBytes: status.isFile() ? status.size : 0 };
      }),
    );
  };

  const files: WorkspaceFiles = {
    root,
    async read(path, options = {}) {
      const status = await files.stat(path);
      if (status.kind !== 'file') throw wrongKind(path, 'file', status.kind);
      const all = await readFile(at(path));
      const from = options.offsetBytes ?? 0;
      const bytes = all.subarray(from, from + (options.maxBytes ?? all.length));
      return { bytes, totalBytes: all.length, isCut: from + bytes.length < all.length, path: below(path), mode: status.mode };
    },
    async stat(path) {
      const status = await lstat(at(path)).catch(rethrow(path));
      return { path: below(path), kind: kindOf(status), sizeBytes: status.size, modifiedAtMs: status.mtimeMs, mode: status.mode & 0o7777 };
    },
    async list(path, options = {}) {
      const { kind } = await files.stat(path);
      if (kind !== 'directory') throw wrongKind(path, 'directory', kind);
      const entries = await entriesOf(path);
      const most = options.maxEntries ?? entries.length;
      return { entries: entries.slice(0, most), isCut: entries.length > most };
    },
    async *walk(options = {}) {
      const most = options.maxEntries ?? Number.POSITIVE_INFINITY;
      const waiting: string[] = [options.under ?? '.'];
      let given = 0;
      for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
        const inside: string[] = [];
        for (const { name, kind, sizeBytes } of await entriesOf(folder)) {
          if (given >= most) return { isCut: true };
          given += 1;
          const entry: WalkedEntry = { path: below(join(folder, name)), kind, sizeBytes, isSensitive: name === '.env' };
          yield entry;
          if (kind === 'directory' && (options.enters?.(entry) ?? true)) inside.push(join(folder, name));
        }
        waiting.push(...inside.toReversed());
      }
      return { isCut: false };
    },
    async write(path, bytes, options = {}) {
      const isThere = await lstat(at(path)).then(() => true, () => false);
      if (isThere && options.mustBeNew) throw new KeelsonError('path.exists', { message: `${path} is there already.`, nextStep: 'Take another name.', data: { path } });
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), bytes);
      if (options.mode !== undefined) await chmod(at(path), options.mode);
      return { path: below(path), kind: isThere ? 'modified' : 'created', totalBytes: bytes.length };
    },
    async append(path, bytes) {
      const before = await readFile(at(path));
      return files.write(path, Buffer.concat([before, bytes]));
    },
    async delete(path, options = {}) {
      await files.stat(path);
      await rm(at(path), { recursive: options.recursive ?? false });
    },
    async rename(from, to) {
      await rename(at(from), at(to));
    },
    async makeDirectory(path) {
      await mkdir(at(path), { recursive: true });
    },
  };
  return files;
}

function kindOf(status: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (status.isFile()) return 'file';
  if (status.isDirectory()) return 'directory';
  return status.isSymbolicLink() ? 'link' : 'other';
}

function rethrow(path: string): (error: unknown) => never {
  return (error) => {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT') throw new KeelsonError('path.missing', { message: `${path} is not there.`, nextStep: 'Look at the folder for its name.', data: { path } });
    throw new KeelsonError('path.failed', { message: `${path} cannot be used.`, nextStep: 'Look at what is there.', data: { path, detail: code ?? String(error) } });
  };
}

function wrongKind(path: string, expected: string, found: string): KeelsonError {
  return new KeelsonError('path.wrong_kind', { message: `${path} is a ${found}, not a ${expected}.`, nextStep: 'Name another path.', data: { path, expected, found } });
}
