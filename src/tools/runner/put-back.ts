import { KeelsonError } from '../../kernel/index.ts';
import type { PendingChange, WorkspaceFiles } from '../paths/workspace-files.ts';
import type { ChangeKeeper } from './keep-before.ts';
import { isPlanted, isPlantedLink } from './planted-files.ts';

/** What a program changed, as a snapshot hands it over. */
export interface FoundChanges extends Pick<ChangeKeeper, 'keep' | 'keepNew'> {
  /** Links and the like that are new. */
  foundOther(paths: readonly string[]): void;
  /** Puts back what nobody may leave behind without a person's yes; answers what it was, for the model to read. */
  putBack(files: WorkspaceFiles): Promise<readonly string[]>;
}

/** Passes changes on to the keeper, if there is one, and remembers those that must not stay. */
export function findChanges(keeper: Pick<ChangeKeeper, 'keep' | 'keepNew'> | null): FoundChanges {
  const changed: Pick<PendingChange, 'path' | 'before' | 'mode'>[] = [];
  const links: string[] = [];
  return {
    async keep(change) {
      changed.push(change);
      await keeper?.keep(change);
    },
    async keepNew(paths) {
      changed.push(...paths.map((path) => ({ path, before: null, mode: null })));
      await keeper?.keepNew(paths);
    },
    foundOther: (paths) => void links.push(...paths),
    async putBack(files) {
      const told: string[] = [];
      for (const { path, before, mode } of changed) {
        if (!isPlanted(path, await contentOf(files, path))) continue;
        told.push(await attempt(path, () => (before === null ? files.delete(path) : files.write(path, before, { ...(mode !== null && { exactMode: mode }) }))));
      }
      for (const path of links.filter(isPlantedLink)) told.push(await attempt(path, () => files.delete(path)));
      return told;
    },
  };
}

async function attempt(path: string, work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return path;
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return `${path} (which failed: ${error.message})`;
  }
}

async function contentOf(files: WorkspaceFiles, path: string): Promise<Uint8Array | null> {
  try {
    return (await files.read(path)).bytes;
  } catch (error) {
    if (error instanceof KeelsonError) return null;
    throw error;
  }
}

/** What is said of it to whoever reads the output. */
export function putBackNote(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `[Put back as before, since other programs run or obey what stands there and nobody said yes: ${paths.join(', ')}. Change them with write_file or edit_file, which ask.]`;
}
