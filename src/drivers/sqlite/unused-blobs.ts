import type { DatabaseSync } from 'node:sqlite';
import { partsOf } from './blob-queries.ts';

const UNREFERRED = 'NOT EXISTS (SELECT 1 FROM blob_refs WHERE blob_refs.sha256 = blobs.sha256)';

/** Drops these blobs and their parts where nothing else refers to them. */
export function dropUnused(database: DatabaseSync, candidates: ReadonlySet<string>): number {
  if (candidates.size === 0) return 0;
  const withParts = new Set(candidates);
  const partsText = database.prepare('SELECT parts FROM blobs WHERE sha256 = ?');
  for (const sha256 of candidates) for (const part of partsOf(String(partsText.get(sha256)?.['parts'] ?? ''))) withParts.add(part);
  return drop(database, [...withParts]);
}

/** Drops every blob that was put until then and that nothing refers to. */
export function sweepUnused(database: DatabaseSync, putUntilMs: number): number {
  const old = database.prepare(`SELECT sha256 FROM blobs WHERE put_at <= ? AND ${UNREFERRED}`).all(putUntilMs);
  return drop(database, old.map(({ sha256 }) => String(sha256)));
}

/** A part stays until the last blob that is made of it goes. */
function drop(database: DatabaseSync, candidates: readonly string[]): number {
  const isUnreferred = database.prepare(`SELECT 1 AS found FROM blobs WHERE sha256 = ? AND ${UNREFERRED}`);
  const leaving = new Set(candidates.filter((sha256) => isUnreferred.get(sha256) !== undefined));
  const needed = new Set<string>();
  for (const row of database.prepare('SELECT sha256, parts FROM blobs WHERE parts IS NOT NULL').iterate()) {
    if (!leaving.has(String(row['sha256']))) for (const part of partsOf(String(row['parts']))) needed.add(part);
  }
  const remove = database.prepare('DELETE FROM blobs WHERE sha256 = ?');
  let dropped = 0;
  for (const sha256 of leaving) {
    if (needed.has(sha256)) continue;
    remove.run(sha256);
    dropped += 1;
  }
  return dropped;
}
