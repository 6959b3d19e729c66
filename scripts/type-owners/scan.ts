import { parseAst } from 'rolldown/parseAst';
import { isTypeName } from '../../src/contracts/types/schema-ref.ts';
import { isNode, type SyntaxNode as Node } from '../../test/architecture/syntax-tree.ts';

/** A type name declared at the top of a file; `exported` tells a contract's own types from its private ones. */
export interface Definition {
  readonly name: string;
  readonly file: string;
  readonly exported: boolean;
  /** True when the name is also a value: in contracts, a schema that can be looked up at run time. */
  readonly isValue: boolean;
}

/** A name used in a file: imported there, or meant by a schema reference. */
export interface Usage {
  readonly name: string;
  readonly file: string;
}

/** A list of texts written out in a file, as an array or as a union of literal types. */
export interface WrittenList {
  readonly values: readonly string[];
  readonly file: string;
}

export interface SourceScan {
  readonly definitions: readonly Definition[];
  readonly lists: readonly WrittenList[];
  readonly imports: readonly Usage[];
  readonly references: readonly Usage[];
}

function childNodes(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function identifierName(value: unknown): string[] {
  return isNode(value) && typeof value['name'] === 'string' ? [value['name']] : [];
}

const VALUE_DECLARATIONS = new Set(['VariableDeclarator', 'ClassDeclaration', 'FunctionDeclaration', 'TSEnumDeclaration']);
const TYPE_DECLARATIONS = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']);

function declarationsOf(statement: Node): Node[] {
  return statement.type === 'VariableDeclaration' ? childNodes(statement) : [statement];
}

/** The type names that one top-level statement declares. */
function definitionsIn(statement: Node, file: string): Definition[] {
  const exported = statement.type === 'ExportNamedDeclaration';
  const declaration = exported ? statement['declaration'] : statement;
  if (!isNode(declaration)) return [];
  return declarationsOf(declaration)
    .filter((node) => VALUE_DECLARATIONS.has(node.type) || TYPE_DECLARATIONS.has(node.type))
    .flatMap((node) =>
      identifierName(node['id'])
        .filter(isTypeName)
        .map((name) => ({ name, file, exported, isValue: VALUE_DECLARATIONS.has(node.type) })),
    );
}

function importsIn(statement: Node, file: string): Usage[] {
  if (statement.type !== 'ImportDeclaration') return [];
  return childNodes(statement)
    .flatMap((specifier) => identifierName(specifier['imported']))
    .map((name) => ({ name, file }));
}

const WHOLE_REFERENCE = /^#\/schemas\/(\w+)$/;

/** The text of a string literal or of a template without holes. */
function literalText(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value['value'] === 'string') return value['value'];
  if (value.type !== 'TemplateLiteral') return undefined;
  const [only, ...others] = value['quasis'] as { value: { cooked: string } }[];
  return others.length === 0 ? only?.value.cooked : undefined;
}

/** The name a node refers to: a whole reference as text, or the argument of `schemaRef`. */
function referenceIn(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return WHOLE_REFERENCE.exec(literalText(node) ?? '')?.[1];
  if (!identifierName(node['callee']).includes('schemaRef')) return undefined;
  return literalText((node['arguments'] as unknown[])[0]);
}

/** The texts of an array or union; members that are not texts are passed over. */
function listIn(node: Node): string[] {
  if (node.type === 'ArrayExpression') return (node['elements'] as unknown[]).flatMap((item) => literalText(item) ?? []);
  if (node.type !== 'TSUnionType') return [];
  return (node['types'] as Node[]).flatMap((member) => literalText(member['literal']) ?? []);
}

/** The node itself and everything below it. */
function nodesUnder(node: Node): Node[] {
  return [node, ...childNodes(node).flatMap(nodesUnder)];
}

/** A schema and its type share one name: together they are one definition. */
function mergeSameName(definitions: readonly Definition[]): Definition[] {
  const merged = new Map<string, Definition>();
  for (const next of definitions) {
    const seen = merged.get(next.name) ?? next;
    merged.set(next.name, {
      ...next,
      exported: seen.exported || next.exported,
      isValue: seen.isValue || next.isValue,
    });
  }
  return [...merged.values()];
}

/** Reads one TypeScript source. Text inside comments and longer messages is not a reference. */
export function scanSource(file: string, source: string): SourceScan {
  const statements = (parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }).body;
  const nodes = statements.flatMap(nodesUnder);
  const references = nodes.map(referenceIn).filter((name) => name !== undefined);
  const lists = nodes.map(listIn).filter((values) => values.length > 0);
  return {
    definitions: mergeSameName(statements.flatMap((statement) => definitionsIn(statement, file))),
    lists: lists.map((values) => ({ values, file })),
    imports: statements.flatMap((statement) => importsIn(statement, file)),
    references: references.map((name) => ({ name, file })),
  };
}

/** Several files as one. */
export function scanSources(files: readonly { readonly path: string; readonly text: string }[]): SourceScan {
  const scans = files.map((file) => scanSource(file.path, file.text));
  return {
    definitions: scans.flatMap((scan) => scan.definitions),
    lists: scans.flatMap((scan) => scan.lists),
    imports: scans.flatMap((scan) => scan.imports),
    references: scans.flatMap((scan) => scan.references),
  };
}

/** Reads a file of any other kind, where a reference is whatever looks like one. */
export function scanText(file: string, text: string): Usage[] {
  return [...text.matchAll(/#\/schemas\/(\w+)/g)].map((match) => ({ name: match[1] ?? '', file }));
}
