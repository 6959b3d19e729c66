import { readFileSync } from 'node:fs';

/** One mount of this process's own view of the machine. */
export interface MountedPlace {
  readonly path: string;
  readonly options: readonly string[];
}

/** Reads /proc/self/mountinfo: paths are in the fifth column with odd characters as octal numbers, options in the sixth. */
export function parseMountTable(text: string): MountedPlace[] {
  return text.split('\n').flatMap((line) => {
    const [, , , , path, options] = line.split(' ');
    return path === undefined || options === undefined ? [] : [{ path: unescaped(path), options: options.split(',') }];
  });
}

export function readMountTable(): MountedPlace[] {
  return parseMountTable(readFileSync('/proc/self/mountinfo', 'utf8'));
}

function unescaped(path: string): string {
  return path.split('\\').map((part, at) => (at === 0 ? part : String.fromCharCode(Number.parseInt(part.slice(0, 3), 8)) + part.slice(3))).join('');
}

/** The mount on which a path lies. */
export function placeOf(path: string, table: readonly MountedPlace[]): MountedPlace | undefined {
  const holding = table.filter((place) => place.path === '/' || place.path === path || path.startsWith(`${place.path}/`));
  return holding.reduce<MountedPlace | undefined>((deepest, place) => (deepest === undefined || place.path.length >= deepest.path.length ? place : deepest), undefined);
}

/** Mounts below a path, which a mount of the path alone would leave as they are. */
export function placesBelow(path: string, table: readonly MountedPlace[]): MountedPlace[] {
  return table.filter((place) => place.path !== path && place.path.startsWith(path === '/' ? '/' : `${path}/`));
}
