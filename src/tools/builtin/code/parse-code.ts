import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TaskRefusal } from '../isolation/task-refusal.ts';
import type { Language } from './languages.ts';
import { outlineOf, type Outline } from './outline-of.ts';

/** Runs in a process of its own; the grammars are WebAssembly and come with the package. */
export async function outlineText(text: string, language: Language): Promise<Outline> {
  const treeSitter = await import('web-tree-sitter');
  await treeSitter.Parser.init();
  const grammars = join(dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
  const parser = new treeSitter.Parser();
  parser.setLanguage(await treeSitter.Language.load(await readFile(join(grammars, `${language.grammar}.wasm`))));
  const tree = parser.parse(text);
  if (tree === null) throw new TaskRefusal('The parser gave up on this file.', 'Read the file with read_file instead.');
  return outlineOf(tree, language);
}
