import type { DatabaseSync } from 'node:sqlite';
import { partsOf } from './blob-queries.ts';

const UNUSED = `NOT EXISTS (SELECT 1 FROM blob_refs WHERE blob_refs.sha256 = blobs.sha256)
  AND NOT EXISTS (SELECT 1 FROM blob_parts WHERE blob_parts.part = blobs.sha256)`;

/** Drops these blobs and their parts where nothing else refers to them. */
export function dropUnused(database: DatabaseSync, candidates: ReadonlySet<string>): number {
  return drop(database, candidates, Number.MAX_SAFE_INTEGER);
}

/** Drops every blob that was put until then and that nothing refers to. */
export function sweepUnused(database: DatabaseSync, putUntilMs: number): number {
  const old = database.prepare(`SELECT sha256 FROM blobs WHERE put_at <= ? AND ${UNUSED}`).all(putUntilMs);
  return drop(database, old.map(({ sha256 }) => String(sha256)), putUntilMs);
}

/** A part stays until the last blob that is made of it goes, and as long as one that was put later. */
function drop(database: DatabaseSync, candidates: Iterable<string>, putUntilMs: number): number {
  const find = database.prepare(`SELECT parts FROM blobs WHERE sha256 = ? AND put_at <= ? AND ${UNUSED}`);
  const remove = database.prepare('DELETE FROM blobs WHERE sha256 = ?');
  const removeNote = database.prepare('DELETE FROM blob_parts WHERE part = ? AND blob = ?');
  const waiting = [...candidates];
  let dropped = 0;
  for (let sha256 = waiting.pop(); sha256 !== undefined; sha256 = waiting.pop()) {
    const row = find.get(sha256, putUntilMs);
    if (row === undefined) continue;
    remove.run(sha256);
    dropped += 1;
    const parts = row['parts'] === null ? [] : partsOf(String(row['parts']));
    for (const part of parts) removeNote.run(part, sha256);
    waiting.push(...parts);
  }
  return dropped;
}
