import { openSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors that this process got from whoever started it and that every child would get in turn: a terminal or an
 * editor may leave some open, and a folder among them would be a way out of any sandbox. Node opens its own so that no
 * child gets them, hence these never become more. Where there is no /proc none are known.
 */
export function inheritedDescriptors(folder = '/proc/self'): number[] {
  try {
    return readdirSync(`${folder}/fd`).map(Number).filter((descriptor) => descriptor > 2 && isInherited(`${folder}/fdinfo/${descriptor}`));
  } catch {
    return [];
  }
}

function isInherited(info: string): boolean {
  try {
    const flags = readFileSync(info, 'utf8').split('\n').find((line) => line.startsWith('flags:'));
    return flags !== undefined && (Number.parseInt(flags.slice('flags:'.length).trim(), 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was open only while the folder was read.
    return false;
  }
}

let covered: readonly ('ignore' | number)[] | undefined;

/** For `stdio` from the first free place on: nothing where nothing is inherited, and the empty device over what is. */
export function descriptorCovers(firstFree: number): readonly ('ignore' | number)[] {
  covered ??= coversOf(inheritedDescriptors());
  return covered.slice(firstFree);
}

function coversOf(descriptors: readonly number[]): ('ignore' | number)[] {
  if (descriptors.length === 0) return [];
  const empty = openSync('/dev/null', 'r+');
  return Array.from({ length: Math.max(...descriptors) + 1 }, (_, at) => (descriptors.includes(at) ? empty : 'ignore'));
}
