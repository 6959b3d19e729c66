/** The bounds of what is taken out of an archive, in one place. They are measured while unpacking, never believed. */
export interface ArchiveLimits {
  readonly archiveBytesMax: number;
  readonly entriesMax: number;
  readonly entryBytesMax: number;
  readonly totalBytesMax: number;
  /** How many times larger an entry may become; text rarely shrinks more than twentyfold, a bomb a thousandfold. */
  readonly ratioMax: number;
  /** Small entries may shrink by any ratio: a page of zeros harms nobody. */
  readonly ratioFreeBytes: number;
  readonly nameBytesMax: number;
  readonly depthMax: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  archiveBytesMax: 64 * 1024 * 1024,
  entriesMax: 10_000,
  entryBytesMax: 64 * 1024 * 1024,
  totalBytesMax: 256 * 1024 * 1024,
  ratioMax: 200,
  ratioFreeBytes: 1024 * 1024,
  nameBytesMax: 1_024,
  depthMax: 32,
};

/** A single name longer than this cannot be made on common file systems. */
export const ENTRY_NAME_PART_BYTES_MAX = 255;
