import { KeelsonError } from '../../kernel/index.ts';
import { shownPath } from '../paths/path-errors.ts';

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz';

/** One thing in an archive whose place and name have been checked. Links and devices never get this far. */
export interface ArchiveEntry {
  /** Relative, with forward slashes, without `.` or `..`. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  /** As the archive says; `content` fails when it is not true. */
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** The bytes, unpacked within the limits and compared with what the archive says of them. */
  readonly content: () => Promise<Uint8Array>;
}

export interface OpenArchive {
  readonly format: ArchiveFormat;
  readonly entries: readonly ArchiveEntry[];
}

/** Refuses a whole archive: one that lies in one place is not believed in another. */
export function archiveRefused(rule: string, explanation: string, entry: string | null = null): KeelsonError<'archive.refused'> {
  const where = entry === null ? '' : ` (${shownPath(entry)})`;
  return new KeelsonError('archive.refused', {
    message: `The archive was not unpacked${where}: ${explanation}.`,
    nextStep: 'Get it from somebody you trust, or have a person look into it with another program.',
    data: { rule, entry: entry === null ? null : shownPath(entry) },
  });
}
