import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TreeSitter from 'web-tree-sitter';
import { TaskRefusal } from '../isolation/task-refusal.ts';
import type { Language } from './languages.ts';
import { outlineOf, type Outline } from './outline-of.ts';

/** The engine must be set up once only: what an earlier one handed out is freed into the later one's memory. */
let engine: Promise<typeof TreeSitter> | undefined;
const grammars = new Map<string, Promise<TreeSitter.Language>>();

/** Runs in a process of its own; the grammars are WebAssembly and come with the package. */
export async function outlineText(text: string, language: Language): Promise<Outline> {
  const { Parser } = await (engine ??= startEngine());
  const parser = new Parser();
  const grammar = grammars.get(language.grammar) ?? loadGrammar(language.grammar);
  grammars.set(language.grammar, grammar);
  parser.setLanguage(await grammar);
  const tree = parser.parse(text);
  if (tree === null) throw new TaskRefusal('The parser gave up on this file.', 'Read the file with read_file instead.');
  try {
    return outlineOf(tree, language);
  } finally {
    tree.delete();
    parser.delete();
  }
}

async function startEngine(): Promise<typeof TreeSitter> {
  const treeSitter = await import('web-tree-sitter');
  await treeSitter.Parser.init();
  return treeSitter;
}

async function loadGrammar(name: string): Promise<TreeSitter.Language> {
  const { Language: Grammars } = await (engine ??= startEngine());
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json'));
  return Grammars.load(await readFile(join(folder, 'wasm', `${name}.wasm`)));
}
