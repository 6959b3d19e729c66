import { z } from 'zod';

/** The folder of a library below the workspace; it is a folder like any other, so that everything in it can be read and taken back. */
export const LibraryFolder = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'expected small letters, digits, dash or underscore')
  .default('library')
  .describe('The library: a folder below the workspace.');

/** What one call takes in; a person watches it. */
export const SOURCES_MAX = 20;
export const SOURCE_BYTES_MAX = 32 * 1024 * 1024;
export const INGEST_TIME_MS = 10 * 60_000;

/** Where the words of a source lie: folders of the source become part of its name, so that no two meet. */
export function placeIn(library: string, path: string): string {
  const name = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..').join('--');
  return `${library}/${name}.md`;
}
