import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** One replacement in one file: the unit of mutation testing. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly description: string;
}

/** Serves one file with one span replaced. Takes the path of a JSON file that holds the mutant. */
export function mutantPlugin(mutantPath: string | undefined): Plugin {
  if (mutantPath === undefined || mutantPath === '') return { name: 'keelson-mutant' };
  const mutant = JSON.parse(readFileSync(mutantPath, 'utf8')) as Mutant;
  const target = resolve(mutant.file);
  return {
    name: 'keelson-mutant',
    enforce: 'pre',
    load(id) {
      if (id.split('?')[0] !== target) return null;
      const source = readFileSync(target, 'utf8');
      return source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
    },
  };
}
