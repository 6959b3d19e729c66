import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './source-files.ts';
import { isNode, walk } from './syntax-tree.ts';

/** Those of our modules that a browser loads; each says of itself that it loads no schema. */
export const LOADED = ['client/send.ts', 'client/follow-entries.ts'];

/** What a file of the page loads from the rest of the product, types apart. */
export function loadedBy({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  walk(parseAst(text, { lang: 'tsx' }), (node) => {
    if (!['ImportDeclaration', 'ImportExpression', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type)) return;
    const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
    const source = isNode(node['source']) ? String(node['source']['value']) : '';
    if (!isType && source.includes('../src/') && !LOADED.some((file) => source.endsWith(`/src/${file}`))) found.push(`${path}: ${source}`);
  });
  return found;
}
