import { parseAst } from 'rolldown/parseAst';
import { sourceFiles, type SourceFile } from '../architecture/source-files.ts';
import { isNode, type SyntaxNode } from '../architecture/syntax-tree.ts';

/** A test that cites a requirement. */
export interface Citation {
  readonly file: string;
  /** Matches the names of the citing test, also where they are made from a table. */
  readonly namePattern: string;
}

/** Which tests cite which requirement. */
export type Citations = ReadonlyMap<string, readonly Citation[]>;

/** Where tests that several files run are written; whoever imports one of them runs its tests, and so does a suite for those who run it. */
const SUITES = 'test/contract-suites/';

/** Reads the `verifies(…)` calls of test files from their source. A skipped test cites nothing. */
export function citationsIn(files: readonly SourceFile[]): Citations {
  const citations = new Map<string, Citation[]>();
  for (const { path, text } of files) {
    if (!text.includes('verifies(')) continue;
    for (const { name, ids } of citingTests(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }))) {
      const cited = runningFiles(path, files).map((file) => ({ file, namePattern: patternOf(name) }));
      for (const id of ids) citations.set(id, [...(citations.get(id) ?? []), ...cited]);
    }
  }
  return citations;
}

function runningFiles(path: string, files: readonly SourceFile[]): string[] {
  if (!path.startsWith(SUITES)) return [path];
  const beside = `'./${path.slice(SUITES.length)}'`;
  const running = files.filter((file) => file.text.includes(`${path}'`) || (file.path.startsWith(SUITES) && file.text.includes(beside)));
  return running.flatMap((file) => runningFiles(file.path, files));
}

/** Test files, and the suites they share. */
export function citingFiles(): SourceFile[] {
  return [...sourceFiles(['src', 'test', 'web/src'], '.test.ts'), ...sourceFiles(['web/src'], '.test.tsx'), ...sourceFiles([SUITES], '.ts')];
}

/** Every call of the form `it(name, verifies(…), …)` or `it.each(…)(name, verifies(…), …)`. */
function citingTests(value: unknown): { name: string; ids: string[] }[] {
  if (Array.isArray(value)) return value.flatMap(citingTests);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(citingTests);
  if (value.type !== 'CallExpression') return inner;
  const [name, options] = value['arguments'] as SyntaxNode[];
  if (!isNode(name) || !isVerifies(options) || isSkipped(value['callee'])) return inner;
  const ids = (options['arguments'] as SyntaxNode[]).map((argument) => argument['value']);
  return [...inner, { name: textOf(name), ids: ids.filter((id) => typeof id === 'string') }];
}

function isVerifies(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'CallExpression' && (node['callee'] as SyntaxNode)['name'] === 'verifies';
}

function isSkipped(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'MemberExpression') {
    const property = callee['property'] as SyntaxNode;
    return property['name'] === 'skip' || property['name'] === 'todo' || isSkipped(callee['object']);
  }
  return callee.type === 'CallExpression' && isSkipped(callee['callee']);
}

/** The literal name, or nothing where it is computed: an empty pattern matches every test of the file. */
function textOf(name: SyntaxNode): string {
  return name.type === 'Literal' && typeof name['value'] === 'string' ? name['value'] : '';
}

const SPECIAL = '\\^$.*+?()[]{}|/';

/** Escapes a test name for vitest's name filter and lets anything stand where a table fills in. */
export function patternOf(name: string): string {
  const words = name.split(' ').map((word) => {
    if (word.includes('%') || word.includes('$')) return '.*';
    return [...word].map((character) => (SPECIAL.includes(character) ? `\\${character}` : character)).join('');
  });
  return words.join(' ');
}
