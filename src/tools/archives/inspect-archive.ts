import { sensitivityOf } from '../paths/sensitive-paths.ts';
import { archiveRefused, type ArchiveEntry, type ArchiveFormat, type OpenArchive } from './archive-entry.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { demandDistinct } from './entry-names.ts';
import { gunzipBounded, readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { scanText, type TextFinding, type TextFindingKind } from './scan-text.ts';

export interface InspectedEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** An archive in the archive stays as it is: it is never opened along with the one it lies in. */
  readonly isArchive: boolean;
}

export interface ArchiveFinding {
  readonly path: string;
  readonly severity: TextFinding['severity'];
  readonly kind: TextFindingKind | 'program' | 'hidden_file' | 'sensitive_name' | 'nested_archive';
  readonly detail: string;
}

export interface ArchiveReport {
  readonly format: ArchiveFormat;
  readonly entries: readonly InspectedEntry[];
  readonly totalBytes: number;
  /** What is not refused but should be known before anything in it is relied on. */
  readonly findings: readonly ArchiveFinding[];
}

/** Longer texts are data; what an agent reads as instructions is shorter. */
const SCANNED_BYTES_MAX = 4 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x1f, 0x8b);
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';
const isOtherArchive = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf) || startsWith(bytes, 0x52, 0x61, 0x72, 0x21) || startsWith(bytes, 0x42, 0x5a, 0x68) || startsWith(bytes, 0xfd, 0x37, 0x7a, 0x58) || startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd);
/** ELF, Windows, Mach-O in both orders and for several processors at once. */
const isBinaryProgram = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x7f, 0x45, 0x4c, 0x46) || startsWith(bytes, 0x4d, 0x5a) || startsWith(bytes, 0xcf, 0xfa, 0xed, 0xfe) || startsWith(bytes, 0xfe, 0xed, 0xfa, 0xcf) || startsWith(bytes, 0xca, 0xfe, 0xba, 0xbe);

/** Opens an archive and checks everything that can be checked without unpacking. */
export async function openArchive(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<OpenArchive> {
  if (bytes.length > limits.archiveBytesMax) throw archiveRefused('archive.too_large', `an archive may hold ${limits.archiveBytesMax} bytes`);
  const archive = await readByKind(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  demandDistinct(archive.entries);
  const totalBytes = archive.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > limits.totalBytesMax) throw archiveRefused('archive.bomb', `together its entries may hold ${limits.totalBytesMax} bytes`);
  return archive;
}

async function readByKind(bytes: Buffer, limits: ArchiveLimits): Promise<OpenArchive> {
  if (isZip(bytes)) return readZip(bytes, limits);
  if (isGzip(bytes)) return { ...readTar(await gunzipBounded(bytes, limits), limits), format: 'tar.gz' };
  if (isTar(bytes)) return readTar(bytes, limits);
  throw archiveRefused('archive.unknown_kind', 'it does not begin like a zip, tar or gzip file');
}

/** Looks through a whole archive, unpacking every entry within the limits, and says what is in it. Nothing is written. */
export async function inspectArchive(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<ArchiveReport> {
  const archive = await openArchive(bytes, limits);
  const entries: InspectedEntry[] = [];
  const findings: ArchiveFinding[] = [];
  for (const entry of archive.entries) {
    const content = await entry.content();
    const isArchive = isZip(content) || isGzip(content) || isTar(content) || isOtherArchive(content);
    const { path, kind, sizeBytes, isExecutable } = entry;
    entries.push({ path, kind, sizeBytes, isExecutable, isArchive });
    findings.push(...findingsOf(entry, content, isArchive));
  }
  return { format: archive.format, entries, totalBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), findings };
}

function findingsOf({ path, kind, isExecutable }: ArchiveEntry, content: Uint8Array, isArchive: boolean): ArchiveFinding[] {
  if (kind === 'directory') return [];
  const about = (severity: ArchiveFinding['severity'], found: ArchiveFinding['kind'], detail: string): ArchiveFinding => ({ path, severity, kind: found, detail });
  return [
    ...(sensitivityOf('write', path, []) === undefined ? [] : [about('high', 'sensitive_name', 'has the name of a file that holds secrets or runs code')]),
    ...(isBinaryProgram(content) ? [about('high', 'program', 'is a program for this or another computer')] : []),
    ...(isExecutable && !isBinaryProgram(content) ? [about('medium', 'program', 'is marked to be run')] : []),
    ...(path.split('/').some((name) => name.startsWith('.')) ? [about('medium', 'hidden_file', 'is not shown by ordinary listings')] : []),
    ...(isArchive ? [about('medium', 'nested_archive', 'is an archive itself, and was not looked into')] : []),
    ...textFindings(path, content),
  ];
}

/** What is hidden in the text of a file; none when it is not text. */
function textFindings(path: string, content: Uint8Array): ArchiveFinding[] {
  if (content.length > SCANNED_BYTES_MAX || content.includes(0)) return [];
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return scanText(text).map(({ severity, kind, sample, count, offset }) => ({ path, severity, kind, detail: `${sample} at ${offset}, ${count} in all` }));
  } catch {
    return [];
  }
}
