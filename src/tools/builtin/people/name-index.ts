import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../kernel/index.ts';
import { INDEX_AGE_MS_MAX, INDEX_DEPTH_MAX, INDEX_NAMES_MAX, INDEX_TIME_MS_MAX, INDEXED_FOLDERS_MAX } from './limits.ts';

/** The names of the files below a folder at one moment. Contents are never opened, and links are never followed. */
export interface IndexedNames {
  readonly paths: readonly string[];
  readonly builtAtMs: number;
  /** False when there was more than fits, or it took too long. */
  readonly isWhole: boolean;
}

export interface IndexRequest {
  readonly folder: string;
  /** True for what is neither named nor entered. */
  readonly isLeftOut: (path: string, name: string) => boolean;
  readonly mustBeFresh: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface NameIndex {
  names(request: IndexRequest): Promise<IndexedNames>;
}

/** Kept in memory for a few folders at a time, and made anew when it is old. */
export function createNameIndex(): NameIndex {
  const kept = new Map<string, IndexedNames>();
  return {
    async names(request) {
      const { folder, clock, mustBeFresh } = request;
      const known = kept.get(folder);
      if (known !== undefined && !mustBeFresh && clock.nowMs() - known.builtAtMs <= INDEX_AGE_MS_MAX) return known;
      const built = await buildIndex(request);
      kept.delete(folder);
      kept.set(folder, built);
      const [oldest] = kept.keys();
      if (kept.size > INDEXED_FOLDERS_MAX && oldest !== undefined) kept.delete(oldest);
      return built;
    },
  };
}

/** Folder by folder, the upper ones first: when it is cut, what is missing lies deep. */
async function buildIndex({ folder, isLeftOut, clock, signal }: IndexRequest): Promise<IndexedNames> {
  const builtAtMs = clock.nowMs();
  const endsAtMs = clock.monotonicMs() + INDEX_TIME_MS_MAX;
  const paths: string[] = [];
  const waiting = [{ path: folder, depth: 0 }];
  let isWhole = true;
  for (let next = 0; next < waiting.length; next += 1) {
    signal.throwIfAborted();
    const { path, depth } = waiting[next] ?? { path: folder, depth: 0 };
    if (paths.length >= INDEX_NAMES_MAX || clock.monotonicMs() > endsAtMs) return { paths, builtAtMs, isWhole: false };
    for await (const entry of entriesOf(path)) {
      const entryPath = join(path, entry.name);
      if (isLeftOut(entryPath, entry.name)) continue;
      if (entry.isFile()) paths.push(entryPath);
      else if (entry.isDirectory() && depth < INDEX_DEPTH_MAX) waiting.push({ path: entryPath, depth: depth + 1 });
      else if (entry.isDirectory()) isWhole = false;
      if (paths.length >= INDEX_NAMES_MAX) return { paths, builtAtMs, isWhole: false };
    }
  }
  return { paths, builtAtMs, isWhole };
}

/** A folder that may not be read, or is gone, has nothing in it for us. */
async function* entriesOf(path: string) {
  const directory = await opendir(path).catch(() => undefined);
  if (directory === undefined) return;
  yield* directory;
}
