/**
 * SQLite's write-ahead log, put into a copy of its database. A database in that mode keeps its newest content beside the
 * file; opening it there would write to the person's folder, so its copy is brought up to date in memory instead.
 * The format: https://www.sqlite.org/fileformat2.html#walformat
 */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;
/** Page sizes are powers of two within these. */
const PAGE_BYTES_MIN = 512;
const PAGE_BYTES_MAX = 65_536;

type Sums = readonly [number, number];

/** Everything up to the last commit whose checksums are right; a torn end was never committed and is left out. */
export function withWriteAheadLog(database: Uint8Array, log: Uint8Array): Uint8Array {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const opened = openLog(view);
  if (opened === undefined) return database;
  const { pageBytes, isLittleEndian, salts } = opened;
  const pages = new Map<number, Uint8Array>();
  const uncommitted = new Map<number, Uint8Array>();
  let [sums, pageCount] = [opened.sums, 0];
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + pageBytes <= log.length; at += FRAME_HEADER_BYTES + pageBytes) {
    const [page, sizeAfterCommit] = [view.getUint32(at), view.getUint32(at + 4)];
    if (page === 0 || view.getUint32(at + 8) !== salts[0] || view.getUint32(at + 12) !== salts[1]) break;
    sums = checksum(view, at, 8, sums, isLittleEndian);
    sums = checksum(view, at + FRAME_HEADER_BYTES, pageBytes, sums, isLittleEndian);
    if (view.getUint32(at + 16) !== sums[0] || view.getUint32(at + 20) !== sums[1]) break;
    uncommitted.set(page, log.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + pageBytes));
    if (sizeAfterCommit === 0) continue;
    pageCount = sizeAfterCommit;
    for (const [number, content] of uncommitted) pages.set(number, content);
    uncommitted.clear();
  }
  return pageCount === 0 ? database : patched(database, pages, pageCount, pageBytes);
}

function openLog(view: DataView): { pageBytes: number; isLittleEndian: boolean; salts: Sums; sums: Sums } | undefined {
  if (view.byteLength < HEADER_BYTES) return undefined;
  const [magic, pageBytes] = [view.getUint32(0), view.getUint32(8)];
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return undefined;
  if (pageBytes < PAGE_BYTES_MIN || pageBytes > PAGE_BYTES_MAX || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
  const isLittleEndian = magic === MAGIC_LITTLE_ENDIAN;
  const sums = checksum(view, 0, 24, [0, 0], isLittleEndian);
  if (view.getUint32(24) !== sums[0] || view.getUint32(28) !== sums[1]) return undefined;
  return { pageBytes, isLittleEndian, salts: [view.getUint32(16), view.getUint32(20)], sums };
}

function checksum(view: DataView, from: number, bytes: number, [first, second]: Sums, isLittleEndian: boolean): Sums {
  let [a, b] = [first, second];
  for (let at = from; at < from + bytes; at += 8) {
    a = (a + view.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b];
}

function patched(database: Uint8Array, pages: ReadonlyMap<number, Uint8Array>, pageCount: number, pageBytes: number): Uint8Array {
  const result = new Uint8Array(pageCount * pageBytes);
  result.set(database.subarray(0, result.length));
  for (const [number, content] of pages) if (number <= pageCount) result.set(content, (number - 1) * pageBytes);
  return result;
}
