/**
 * A checksum over every column of a row. SQLite notices damage to the structure of its pages, but not to what stands in
 * them; with these, a row that changed on disk is never taken for what was written.
 */
import { crc32 } from 'node:zlib';

export interface EventColumns {
  readonly position: number;
  /** The id of the stream's row. */
  readonly stream: number;
  readonly sequence: number;
  readonly header: string;
  readonly payload: string | null;
  readonly chain_hash: string;
  readonly append_key: string | null;
  readonly content_hash: string | null;
}

/** Null and empty differ, and no two columns can trade characters unnoticed. */
function checksum(...columns: readonly (string | number | null)[]): number {
  return crc32(columns.map((column) => (column === null ? '-' : `=${column}`)).join('\n'));
}

/** Written out by hand, since it is made for every event. */
export function eventChecksum({ position, stream, sequence, header, payload, chain_hash, append_key, content_hash }: EventColumns): number {
  // Text after text, each going on from the last: putting them together first would take longer than the checksum.
  const place = crc32(`${position} ${stream} ${sequence} ${chain_hash} ${append_key ?? '-'} ${content_hash ?? '-'} ${payload === null ? '-' : '='}\n`);
  // A damaged row may hold anything; only a null payload is ours.
  return crc32(payload === null ? '' : String(payload), crc32(String(header), place));
}

export interface StreamColumns {
  readonly id: number;
  readonly name: string;
}

export function streamChecksum({ id, name }: StreamColumns): number {
  return checksum(id, name);
}

export interface RecordColumns {
  readonly space: string;
  readonly key: string;
  readonly body: string;
  readonly due_ms: number | null;
  readonly position: number | null;
  readonly source: string | null;
}

export function recordChecksum({ space, key, body, due_ms, position, source }: RecordColumns): number {
  return checksum(space, key, body, due_ms, position, source);
}

export interface BlobColumns {
  readonly sha256: string;
  readonly bytes: number;
  readonly parts: string | null;
  readonly put_at: number;
}

/** Content is checked by its own hash; this covers what stands beside it. */
export function blobChecksum({ sha256, bytes, parts, put_at }: BlobColumns): number {
  return checksum(sha256, bytes, parts, put_at);
}

export interface BlobRefColumns {
  readonly sha256: string;
  readonly position: number;
}

export function blobRefChecksum({ sha256, position }: BlobRefColumns): number {
  return checksum(sha256, position);
}

export interface BlobPartColumns {
  readonly part: string;
  readonly blob: string;
}

export function blobPartChecksum({ part, blob }: BlobPartColumns): number {
  return checksum(part, blob);
}

export interface MetaColumns {
  readonly name: string;
  readonly value: string;
}

export function metaChecksum({ name, value }: MetaColumns): number {
  return checksum(name, value);
}

export interface WordsColumns {
  readonly position: number;
  readonly scope: string;
  readonly text: string;
}

/** FTS5 compares its index with the text, but nothing with what is only kept beside it. */
export function wordsChecksum({ position, scope, text }: WordsColumns): number {
  return checksum(position, scope, text);
}
