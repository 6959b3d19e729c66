import { kindOfPath, languageOfPath } from '../words/file-kinds.ts';
import type { FileFilter, OfflineTaskOf } from '../tasks.ts';

/** A file as a survey tells of it. */
export interface MeasuredFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly modified_at: string;
  readonly text: { readonly lines: number; readonly words: number; readonly characters: number } | null;
  readonly sha256: string | null;
}

const MS_PER_SEC = 1_000;

/** Those that the sizes and ages of the filter let through; the pattern was the survey's to match. */
export function filesThatFit<File extends MeasuredFile>(files: readonly File[], filter: Omit<FileFilter, 'path' | 'pattern'>, surveyedAt: string): File[] {
  const now = Date.parse(surveyedAt);
  return files.filter(({ size_bytes: size, modified_at: at }) => {
    const ageSec = (now - Date.parse(at)) / MS_PER_SEC;
    if (filter.min_bytes !== undefined && size < filter.min_bytes) return false;
    if (filter.max_bytes !== undefined && size > filter.max_bytes) return false;
    if (filter.changed_within_sec !== undefined && ageSec > filter.changed_within_sec) return false;
    return filter.unchanged_for_sec === undefined || ageSec > filter.unchanged_for_sec;
  });
}

/** By size or age as asked, and by path where these are equal, so that the same files always come in the same order. */
export function inOrder<File extends MeasuredFile>(files: readonly File[], order: OfflineTaskOf<'find_files'>['order']): File[] {
  const by: Readonly<Record<typeof order, (left: File, right: File) => number>> = {
    name: () => 0,
    largest: (left, right) => right.size_bytes - left.size_bytes,
    smallest: (left, right) => left.size_bytes - right.size_bytes,
    newest: (left, right) => compare(right.modified_at, left.modified_at),
    oldest: (left, right) => compare(left.modified_at, right.modified_at),
  };
  return files.toSorted((left, right) => by[order](left, right) || compare(left.path, right.path));
}

export interface FileGroup {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly lines: number;
  readonly words: number;
  readonly characters: number;
}

/** Files by kind, by folder or one by one, with the sums of each group; the group that counts most comes first. */
export function groupFiles(files: readonly MeasuredFile[], by: 'kind' | 'language' | 'folder' | 'file', rank: Exclude<keyof FileGroup, 'name'>): FileGroup[] {
  const nameOf = { kind: kindOfPath, language: languageOfPath, folder: folderOf, file: (path: string) => path }[by];
  const groups = new Map<string, FileGroup>();
  for (const { path, size_bytes, text } of files) {
    const name = nameOf(path);
    const before = groups.get(name) ?? { name, files: 0, bytes: 0, lines: 0, words: 0, characters: 0 };
    groups.set(name, { name, files: before.files + 1, bytes: before.bytes + size_bytes, lines: before.lines + (text?.lines ?? 0), words: before.words + (text?.words ?? 0), characters: before.characters + (text?.characters ?? 0) });
  }
  return [...groups.values()].toSorted((left, right) => right[rank] - left[rank] || compare(left.name, right.name));
}

/** How much lies in each folder directly below a place, all that is deeper in it included; its own files are one group. */
export function sizeByFolder(files: readonly MeasuredFile[], place: string): { readonly name: string; readonly files: number; readonly bytes: number }[] {
  const start = place === '.' ? '' : `${place.endsWith('/') ? place.slice(0, -1) : place}/`.replace('./', '');
  const sums = new Map<string, { files: number; bytes: number }>();
  for (const { path, size_bytes } of files) {
    const below = path.startsWith(start) ? path.slice(start.length) : path;
    const slash = below.indexOf('/');
    const name = slash < 0 ? '(files directly in it)' : `${start}${below.slice(0, slash)}/`;
    const before = sums.get(name) ?? { files: 0, bytes: 0 };
    sums.set(name, { files: before.files + 1, bytes: before.bytes + size_bytes });
  }
  return [...sums].map(([name, sum]) => ({ name, ...sum })).toSorted((left, right) => right.bytes - left.bytes || compare(left.name, right.name));
}

/** Files whose content is the same, byte for byte; the group that wastes most comes first. Empty files are no copies of each other. */
export function duplicateGroups(files: readonly MeasuredFile[]): { readonly sizeBytes: number; readonly wastedBytes: number; readonly paths: readonly string[] }[] {
  const groups = new Map<string, MeasuredFile[]>();
  for (const file of files) if (file.sha256 !== null && file.size_bytes > 0) groups.set(file.sha256, [...(groups.get(file.sha256) ?? []), file]);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({ sizeBytes: group[0]?.size_bytes ?? 0, wastedBytes: (group[0]?.size_bytes ?? 0) * (group.length - 1), paths: group.map(({ path }) => path).toSorted(compare) }))
    .toSorted((left, right) => right.wastedBytes - left.wastedBytes || compare(left.paths[0] ?? '', right.paths[0] ?? ''));
}

/** Endings that are written in more than one way, with how many files there are of each; empty when none is. */
export function spellings(files: readonly Pick<MeasuredFile, 'path'>[]): readonly { readonly ending: string; readonly files: number }[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    if (dot > 0) counts.set(name.slice(dot), (counts.get(name.slice(dot)) ?? 0) + 1);
  }
  const isTwice = (ending: string): boolean => [...counts.keys()].filter((other) => other.toLowerCase() === ending.toLowerCase()).length > 1;
  return [...counts].flatMap(([ending, count]) => (isTwice(ending) ? [{ ending, files: count }] : [])).toSorted((left, right) => compare(left.ending.toLowerCase(), right.ending.toLowerCase()) || right.files - left.files || compare(left.ending, right.ending));
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '(top)' : `${path.slice(0, end)}/`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
