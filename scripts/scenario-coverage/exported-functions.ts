import { parseAst } from 'rolldown/parseAst';
import { isNode, type SyntaxNode } from '../../test/architecture/syntax-tree.ts';

/** Something that other files can call, by the name under which V8 counts it. */
export interface ExportedFunction {
  readonly file: string;
  /** `name`, or `Class.method` for what an exported class offers. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Every function that a file exports where it is declared; what it only passes on belongs to the file that declares it. */
export function exportedFunctions(file: string, source: string): ExportedFunction[] {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: SyntaxNode[] };
  return body.flatMap((statement) => {
    const { declaration } = statement;
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    return functionsOf(declaration).map(({ name, node: { start, end } }) => ({ file, name, start, end }));
  });
}

interface Named {
  readonly name: string;
  readonly node: SyntaxNode;
}

function functionsOf(declaration: SyntaxNode): Named[] {
  if (declaration.type === 'FunctionDeclaration') return [{ name: nameOf(declaration['id']), node: declaration }];
  if (declaration.type === 'ClassDeclaration') return methodsOf(declaration);
  if (declaration.type !== 'VariableDeclaration') return [];
  return (declaration['declarations'] as SyntaxNode[]).flatMap(({ id, init }) => (isNode(init) && FUNCTIONS.has(init.type) ? [{ name: nameOf(id), node: init }] : []));
}

function methodsOf(owner: SyntaxNode): Named[] {
  const members = (owner['body'] as SyntaxNode)['body'] as SyntaxNode[];
  const methods = members.filter(({ type, key }) => type === 'MethodDefinition' && isNode(key) && key.type === 'Identifier');
  return methods.map((node) => ({ name: `${nameOf(owner['id'])}.${nameOf(node['key'])}`, node }));
}

function nameOf(id: unknown): string {
  return isNode(id) && typeof id['name'] === 'string' ? id['name'] : '';
}
