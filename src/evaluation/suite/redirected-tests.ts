import { posix } from 'node:path';

const ENDINGS = ['', '.js', '.mjs', '.ts', '.mts', '.tsx', '.jsx', '/index.js', '/index.ts'] as const;

/** The files below the folder that a test imports, as it writes them: `./convert.js` beside `test/a.test.js` is `test/convert.js`. */
export function importedBy(path: string, text: string): string[] {
  return text.split('\n').filter((line) => line.includes('import') || line.includes('require(')).flatMap((line) => line.split(/['"`]/u).filter((name, at) => at % 2 === 1 && name.startsWith('.'))).map((name) => posix.normalize(posix.join(posix.dirname(path), name)));
}

/** Whether a path that is imported, with an ending or without, is this file. */
export function isImported(file: string, imported: readonly string[]): boolean {
  return imported.some((name) => ENDINGS.some((ending) => `${name}${ending}` === file));
}
