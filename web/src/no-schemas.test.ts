import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from '../../test/architecture/source-files.ts';
import { isNode, walk } from '../../test/architecture/syntax-tree.ts';
import { verifies } from '../../test/requirements/verifies.ts';

/** Those of our modules that a browser loads; each says of itself that it loads no schema. */
const LOADED = ['client/send.ts', 'client/follow-entries.ts'];

/** What a file of the page loads from the rest of the product, types apart. */
function loadedBy({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  walk(parseAst(text, { lang: 'tsx' }), (node) => {
    if (!['ImportDeclaration', 'ImportExpression', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type)) return;
    const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
    const source = isNode(node['source']) ? String(node['source']['value']) : '';
    if (!isType && source.includes('../src/') && !LOADED.some((file) => source.endsWith(`/src/${file}`))) found.push(`${path}: ${source}`);
  });
  return found;
}

describe('what a browser loads', () => {
  const files = [...sourceFiles(['web/src'], '.ts'), ...sourceFiles(['web/src'], '.tsx')].filter(({ path }) => !path.includes('.test.'));

  it('holds no schema: of the contracts it takes types alone', verifies('KEL-WEB-10'), () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(loadedBy)).toEqual([]);
    const client = LOADED.map((file) => ({ path: file, text: sourceFiles(['src/client'], '.ts').find(({ path }) => path.endsWith(file))?.text ?? '' }));
    expect(client.filter(({ text }) => text.split('\n').some((line) => line.startsWith('import {') && line.includes('contracts')))).toEqual([]);
  });

  it('would be found out', verifies('KEL-WEB-10'), () => {
    const path = 'web/src/x.ts';
    expect(loadedBy({ path, text: "import { RunId } from '../../src/contracts/index.ts';\nimport type { A } from '../../src/contracts/index.ts';\nexport { a } from '../../src/kernel/index.ts';\nimport { send } from '../../src/client/send.ts';" })).toEqual([`${path}: ../../src/contracts/index.ts`, `${path}: ../../src/kernel/index.ts`]);
  });
});
