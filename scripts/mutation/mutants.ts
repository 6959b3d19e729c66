import { parseAst } from 'rolldown/parseAst';
import { isNode, type SyntaxNode as Node } from '../../test/architecture/syntax-tree.ts';
import type { Mutant } from './mutant-plugin.ts';

const BINARY_SWAPS: Readonly<Record<string, string>> = {
  '<': '>=', '>': '<=', '<=': '>', '>=': '<', '===': '!==', '!==': '===',
  '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&',
};

/** Types are gone at run time: a change there is no mutation. */
const SILENT_KEYS = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments', 'implements']);

/** The node of a top-level declaration, or of a method when the name has a dot. */
export function findDeclaration(source: string, name: string): Node | undefined {
  const [outer, inner] = name.split('.');
  const program = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] };
  for (const statement of program.body) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    const found = namedIn(declaration, outer ?? '');
    if (found) return inner === undefined ? found : methodOf(found, inner);
  }
  return undefined;
}

function namedIn(declaration: Node, name: string): Node | undefined {
  if (declaration.type === 'VariableDeclaration') {
    return (declaration['declarations'] as Node[]).find((one) => nameOf(one['id']) === name);
  }
  return nameOf(declaration['id']) === name ? declaration : undefined;
}

function methodOf(owner: Node, name: string): Node | undefined {
  let found: Node | undefined;
  walk(owner, (node) => {
    if ((node.type === 'MethodDefinition' || node.type === 'Property') && nameOf(node['key']) === name) found ??= node;
  });
  return found;
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  else if (isNode(value)) {
    if (value.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(value.type)) return;
    visit(value);
    for (const key of Object.keys(value)) if (!SILENT_KEYS.has(key)) walk(value[key], visit);
  }
}

/** Every small change this tool knows how to make inside the named declaration, in source order. */
export function mutantsOf(file: string, source: string, declaration: string): Mutant[] {
  const root = findDeclaration(source, declaration);
  if (!root) return [];
  const found: Mutant[] = [];
  const add = (start: number, end: number, replacement: string): void => {
    const line = source.slice(0, start).split('\n').length;
    const before = source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60);
    found.push({ file, start, end, replacement, description: `${file}:${line}: ${before} → ${replacement === '' ? '(removed)' : replacement}` });
  };
  walk(root, (node) => mutateNode(node, source, add));
  return found;
}

type Add = (start: number, end: number, replacement: string) => void;

function mutateNode(node: Node, source: string, add: Add): void {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const swap = BINARY_SWAPS[String(node['operator'])];
      const left = node['left'];
      if (swap === undefined || !isNode(left)) return;
      const at = source.indexOf(String(node['operator']), left.end);
      add(at, at + String(node['operator']).length, swap);
      return;
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'];
      if (isNode(test)) add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
      return;
    }
    case 'Literal':
      mutateLiteral(node, add);
      return;
    case 'ReturnStatement': {
      const argument = node['argument'];
      // A lost result that was undefined already changes nothing.
      if (isNode(argument) && nameOf(argument) !== 'undefined') add(argument.start, argument.end, 'undefined as never');
      return;
    }
    case 'CallExpression':
      mutateSchema(node, source, add);
      return;
    case 'ExpressionStatement':
    case 'ThrowStatement':
      add(node.start, node.end, ';');
      return;
    default:
  }
}

/** Rules that a schema loses when the call that adds them goes. */
const SCHEMA_RULES = new Set(['min', 'max', 'length', 'regex', 'refine', 'nonnegative', 'positive']);

/** A schema enforces by its shape: which fields must be there, whether others may, and the rules hung on it. */
function mutateSchema(call: Node, source: string, add: Add): void {
  const callee = call['callee'];
  if (!isNode(callee) || callee.type !== 'MemberExpression') return;
  const [object, method] = [callee['object'], callee['property']];
  if (!isNode(object) || !isNode(method)) return;
  const name = nameOf(method) ?? '';
  if (SCHEMA_RULES.has(name) && nameOf(object) !== 'Math') add(object.end, call.end, '');
  if (name !== 'strictObject') return;
  add(method.start, method.end, 'looseObject');
  const [shape] = call['arguments'] as Node[];
  for (const field of (shape?.['properties'] ?? []) as Node[]) {
    const value = field['value'];
    if (!isNode(value)) continue;
    const text = source.slice(value.start, value.end);
    if (text.includes('.optional()') || text.includes('.default(')) continue;
    if (field['shorthand'] === true) add(field.start, field.end, `${text}: ${text}.optional()`);
    else add(value.end, value.end, '.optional()');
  }
}

function mutateLiteral(node: Node, add: Add): void {
  const value = node['value'];
  if (typeof value === 'number') add(node.start, node.end, String(value + 1));
  else if (typeof value === 'boolean') add(node.start, node.end, String(!value));
  else if (typeof value === 'string') add(node.start, node.end, value === '' ? "'mutant'" : "''");
}
