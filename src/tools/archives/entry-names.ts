import { foldName } from '../paths/name-patterns.ts';
import { archiveRefused } from './archive-entry.ts';
import { type ArchiveLimits, ENTRY_NAME_PART_BYTES_MAX } from './archive-limits.ts';

/** Names that Windows gives to devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
const HIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function partFault(part: string): [rule: string, explanation: string] | undefined {
  if (part === '..') return ['archive.parent_name', 'a name goes up with ".."'];
  if (part === '') return ['archive.empty_name', 'a name is empty'];
  if (Buffer.byteLength(part) > ENTRY_NAME_PART_BYTES_MAX) return ['archive.name_too_long', 'a name is longer than a file can have'];
  if (part.includes(':')) return ['archive.colon', 'a name contains a colon, which means a drive or a stream to some systems'];
  if (DEVICE.test(part)) return ['archive.device_name', 'a name stands for a device on some systems'];
  if (part !== '.' && (part.endsWith('.') || part.endsWith(' '))) return ['archive.trailing_dot', 'a name ends in a dot or a space, which some systems leave out'];
  return undefined;
}

/** The path of an entry from the name in the archive. What any system could read as leading elsewhere is refused. */
export function entryPath(name: string, limits: ArchiveLimits): string {
  if (HIDDEN_CHARACTER.test(name)) throw archiveRefused('archive.hidden_character', 'a name contains characters that cannot be seen', name);
  if (name.includes('\\')) throw archiveRefused('archive.backslash', 'a name contains a backslash, which separates folders on some systems', name);
  if (name.startsWith('/')) throw archiveRefused('archive.absolute_name', 'a name begins at the root', name);
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (parts[0] === '~') throw archiveRefused('archive.absolute_name', 'a name begins at the home folder', name);
  for (const part of parts) {
    const fault = partFault(part);
    if (fault) throw archiveRefused(...fault, name);
  }
  const path = parts.filter((part) => part !== '.').join('/');
  if (Buffer.byteLength(path) > limits.nameBytesMax || parts.length > limits.depthMax) {
    throw archiveRefused('archive.name_too_long', 'a name is longer or deeper than is sensible', name);
  }
  return path === '' ? '.' : path;
}

/**
 * Refuses two entries that would be one file somewhere: the same name twice, in another letter case or another form
 * of the same characters, or a file where another entry needs a folder.
 */
export function demandDistinct(entries: readonly { readonly path: string; readonly kind: 'file' | 'directory' }[]): void {
  const spelled = new Map<string, string>();
  const named = new Set<string>();
  const files = new Set<string>();
  for (const { path, kind } of entries) {
    const parts = path.split('/');
    const folded = parts.map(foldName);
    for (let length = 1; length <= parts.length; length += 1) {
      const key = folded.slice(0, length).join('/');
      const spelling = parts.slice(0, length).join('/');
      if ((spelled.get(key) ?? spelling) !== spelling) throw archiveRefused('archive.collision', `it also has ${spelled.get(key)}, which is the same name to some systems`, path);
      spelled.set(key, spelling);
    }
    const key = folded.join('/');
    if (named.has(key)) throw archiveRefused('archive.collision', 'the same name occurs twice', path);
    named.add(key);
    if (kind === 'file') files.add(key);
  }
  for (const key of named) {
    const parts = key.split('/');
    for (let length = 1; length < parts.length; length += 1) {
      if (files.has(parts.slice(0, length).join('/'))) throw archiveRefused('archive.collision', 'a file stands where a folder must be', key);
    }
  }
}
