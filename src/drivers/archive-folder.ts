import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Archived artifacts as files of one folder, made when the first one comes. */
export function folderArchive(folder: string) {
  return {
    /** Under another name first: what has the right name is always whole, and on the disk. */
    async write(name: string, content: Uint8Array): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, name);
      const handle = await open(`${file}.part`, 'w', 0o600);
      await handle
        .writeFile(content)
        .then(() => handle.sync())
        .finally(() => handle.close());
      await rename(`${file}.part`, file);
      return file;
    },
    read: async (file: string): Promise<Uint8Array> => readFile(file),
    remove: (file: string): Promise<void> => rm(file, { force: true }),
  };
}
