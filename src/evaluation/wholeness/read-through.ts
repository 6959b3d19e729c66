import { foldersOfAttributes } from './attributes-everywhere.ts';
import { foldersOfLinks } from './dead-links.ts';

/** Folders whose files have to be read to see whether what is told of all of them is so. */
export function foldersReadThrough(asked: string): string[] {
  return [...new Set([...foldersOfAttributes(asked), ...foldersOfLinks(asked)])];
}
