import { sensitivityOf } from '../paths/sensitive-paths.ts';
import type { WorkspaceFiles } from '../paths/workspace-files.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { type ArchiveReport, inspectArchive, openArchive } from './inspect-archive.ts';

export interface ExtractOptions {
  /** Replaces files that are there; otherwise the first of them ends it. */
  readonly replace?: boolean;
  readonly limits?: ArchiveLimits;
}

const joined = (folder: string, path: string): string => `${folder.replace(/\/$/, '')}/${path}`;

/** What needs a person's yes comes first, so that a no leaves nothing half unpacked. */
function sensitiveFirst(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const rank = ({ path }: ArchiveEntry): number => Number(sensitivityOf('write', path, []) === undefined);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Unpacks an archive into a folder of the workspace. All of it is looked through before the first byte is written,
 * and every file is written like those of other tools: through the path that was judged, with what was there kept.
 */
export async function extractArchive(bytes: Uint8Array, files: WorkspaceFiles, folder: string, options: ExtractOptions = {}): Promise<ArchiveReport> {
  const limits = options.limits ?? ARCHIVE_LIMITS;
  const report = await inspectArchive(bytes, limits);
  const { entries } = await openArchive(bytes, limits);
  for (const entry of sensitiveFirst(entries)) {
    const path = joined(folder, entry.path);
    if (entry.kind === 'directory') await files.makeDirectory(path);
    // Of the mode only whether it is to be run is taken over.
    else await files.write(path, await entry.content(), { mode: entry.isExecutable ? 0o755 : 0o644, mustBeNew: options.replace !== true });
  }
  return report;
}
