import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './source-files.ts';
import { isNode, walk, type SyntaxNode } from './syntax-tree.ts';

/** One import as written: static, re-exported, dynamic, side-effect or in a type. */
export interface ImportEdge {
  readonly from: string;
  /** The imported path from the repository root, or a bare package name. */
  readonly to: string;
  readonly relative: boolean;
}

export const UNREADABLE_IMPORT = '(not a literal)';

function specifierOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType': {
      const source = node['source'] ?? node['argument'];
      if (source === null || source === undefined) return undefined;
      if (isNode(source) && source.type === 'TSLiteralType') return literalText(source['literal']);
      return literalText(source);
    }
    case 'CallExpression': {
      const callee = node['callee'];
      if (!isNode(callee) || callee.type !== 'Identifier' || callee['name'] !== 'require') return undefined;
      return literalText((node['arguments'] as unknown[])[0]);
    }
    default:
      return undefined;
  }
}

function literalText(value: unknown): string {
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string'
    ? value['value']
    : UNREADABLE_IMPORT;
}

/** Looks at the whole tree, since an import may hide in any expression or type. */
export function importsOf(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = [];
  walk(parseAst(file.text, { lang: file.path.endsWith('.tsx') ? 'tsx' : 'ts' }), (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const relative = specifier.startsWith('.');
    const to = relative ? posix.join(posix.dirname(file.path), specifier) : specifier;
    edges.push({ from: file.path, to, relative });
  });
  return edges;
}

/** The first import cycle found, as the files on it, or undefined. */
export function findCycle(edges: readonly ImportEdge[]): string[] | undefined {
  const targets = new Map<string, string[]>();
  for (const edge of edges) {
    if (!edge.relative) continue;
    targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge.to]);
  }
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (finished.has(file)) return undefined;
    path.push(file);
    for (const next of targets.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    finished.add(file);
    return undefined;
  };
  for (const file of targets.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}
